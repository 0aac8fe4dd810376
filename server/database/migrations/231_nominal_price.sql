-- A sale below the company's least price is nominal: it is no sale of the office's standard.
insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('SALE', 2, 'sale.nominal.price', 'Nominal below', 'A sale for less is nominal: reports of the office''s standard leave it out, and the price exceptions list it.', 'number', 'dollars', 0, 1000000, true, 1000, false);
insert into setting (key) values ('sale.nominal.price');

-- They read and change nothing, so that a report that asks for one may still run in parallel.
alter function setting_row(text, bigint) parallel safe;
alter function setting_number(text, bigint) parallel safe;
alter function setting_flag(text, bigint) parallel safe;
alter function setting_text(text, bigint) parallel safe;

create or replace function ratio_sample(base_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, zone_code text, component_code text,
  address text, suburb text, contract_date date, purchase_price bigint, area numeric, sale_code text,
  suitability text, analysis_date date, valuer_id bigint, exportable boolean, exported boolean,
  non_homogeneous boolean,
  alv_lt bigint, alv_future bigint, v0 bigint, v1 bigint, r0 double precision, r1 double precision,
  in_standard boolean
) language sql stable parallel safe
begin atomic
  select a.id, a.sale_id, a.property_id, a.district_code::text, coalesce(a.zone_code, p.zone_code),
    coalesce(a.component_code, p.component_code), p.address, p.suburb, coalesce(a.contract_date, s.contract_date),
    coalesce(a.purchase_price, s.purchase_price)::bigint, coalesce(a.area, p.area), coalesce(a.sale_code, s.sale_code),
    a.suitability, a.analysis_date, a.valuer_id, a.exportable, a.exported,
    coalesce(c.non_homogeneous, false),
    a.alv_lt::bigint, a.alv_future::bigint, nullif(v0.land_value, 0)::bigint, nullif(v1.land_value, 0)::bigint,
    nullif(v0.land_value, 0)::double precision / a.alv_lt, nullif(v1.land_value, 0)::double precision / a.alv_future,
    coalesce(p.status = 'A', false) and coalesce(s.confirmed, true) and not coalesce(s.multi_property, false)
      and coalesce(a.interest_pct, s.interest_pct, 100) = 100 and a.suitability is distinct from 'NO'
      and s.suitable is distinct from false
      and coalesce(coalesce(a.purchase_price, s.purchase_price) >= (select setting_number('sale.nominal.price')), true)
  from analysis as a
  left join sale as s on s.id = a.sale_id
  left join property as p on p.id = a.property_id
  left join component as c on c.district_code = a.district_code and c.synthetic = a.synthetic
    and c.code = coalesce(a.component_code, p.component_code)
  left join property_value as v0 on v0.property_id = a.property_id and v0.series = 'LT'
    and v0.base_date = make_date(base_year, 7, 1)
  left join property_value as v1 on v1.property_id = a.property_id and v1.series = 'LT'
    and v1.base_date = make_date(base_year + 1, 7, 1);
end;
