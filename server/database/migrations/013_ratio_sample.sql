-- Analyses beside the land values of a base year: what every ratio report starts from. V0 is the LT value at 1 July
-- of the year, V1 the future value a year later; S is the adjusted land value (ALV) for the same date.
-- A plain SQL function, so that the planner sees through it and row security applies to whoever asks.
create function ratio_sample(base_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, zone_code text, component_code text,
  address text, suburb text, contract_date date, purchase_price bigint, area numeric, sale_code text,
  suitability text, analysis_date date, valuer_id bigint, exportable boolean, exported boolean,
  non_homogeneous boolean,
  alv_lt bigint, alv_future bigint, v0 bigint, v1 bigint, r0 double precision, r1 double precision,
  in_standard boolean
) language sql stable parallel safe as $$
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
  from analysis as a
  left join sale as s on s.id = a.sale_id
  left join property as p on p.id = a.property_id
  left join component as c on c.district_code = a.district_code and c.synthetic = a.synthetic
    and c.code = coalesce(a.component_code, p.component_code)
  left join property_value as v0 on v0.property_id = a.property_id and v0.series = 'LT'
    and v0.base_date = make_date(base_year, 7, 1)
  left join property_value as v1 on v1.property_id = a.property_id and v1.series = 'LT'
    and v1.base_date = make_date(base_year + 1, 7, 1)
$$;

-- The office's window of sales for a base year: 1 July of it to 31 December of the year after.
create function sale_window_start(base_year integer) returns date
language sql immutable strict parallel safe as $$ select make_date(base_year, 7, 1) $$;
create function sale_window_end(base_year integer) returns date
language sql immutable strict parallel safe as $$ select make_date(base_year + 1, 12, 31) $$;
