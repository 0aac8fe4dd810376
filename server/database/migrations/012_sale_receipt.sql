-- What was received and what is counted. A sale is one row however often the weekly files repeat it; a receipt is
-- one row per B record of a file, so that published figures, which count records, can be met from the tables.

create table sale_receipt (
  id bigint generated always as identity primary key,
  file_id bigint not null references import_file (id) on delete cascade,
  line_no integer not null,
  sale_id bigint references sale (id) on delete set null,
  district_code district_code not null,
  property_id bigint,
  suburb text,
  zone_code text,
  component_code text,
  nature text,
  purpose text,
  contract_date date,
  purchase_price aud,
  -- null: the whole.
  interest_pct numeric(7,4),
  dealing_number text,
  -- The date of the file: the day of its header's download time.
  received_on date not null,
  synthetic boolean not null default false,
  unique (file_id, line_no)
);
create index sale_receipt_sale on sale_receipt (sale_id);
create index sale_receipt_district on sale_receipt (district_code, received_on);

alter table sale_receipt enable row level security;
create policy own_rows on sale_receipt
  using (((select app_districts()) is null or district_code::text = any ((select app_districts())::text[]))
    and ((select app_dataset()) = 'both' or synthetic = ((select app_dataset()) = 'synthetic')))
  with check ((select app_districts()) is null or district_code::text = any ((select app_districts())::text[]));
grant select on sale_receipt to cadastre_reader, cadastre_writer;

-- Every sale under each population it belongs to; a report names one.
-- received: every record received, repeats included, and sales that came by no file.
-- market: confirmed, whole interest, arm's length (not judged unsuitable), a dealing over one property.
-- standard: market, and the property is active and in contract.
create view sale_counted with (security_invoker = true) as
select 'received' as population, r.sale_id, r.district_code::text as district_code, r.property_id, r.suburb,
  r.zone_code, r.component_code, r.nature, r.purpose, r.contract_date, r.purchase_price::bigint as purchase_price,
  r.interest_pct, r.dealing_number, r.received_on, s.strata_lot, s.area, s.multi_property, s.sale_code, r.synthetic
from sale_receipt as r
left join sale as s on s.id = r.sale_id
union all
select 'received', s.id, s.district_code::text, s.property_id, s.suburb,
  s.zone_code, s.component_code, s.nature, s.purpose, s.contract_date, s.purchase_price::bigint,
  s.interest_pct, s.dealing_number, coalesce(s.download_at::date, s.settlement_date, s.contract_date),
  s.strata_lot, s.area, s.multi_property, s.sale_code, s.synthetic
from sale as s
where s.status = 'A' and not exists (select from sale_receipt as r where r.sale_id = s.id)
union all
select kind.population, s.id, s.district_code::text, s.property_id, s.suburb,
  s.zone_code, s.component_code, s.nature, s.purpose, s.contract_date, s.purchase_price::bigint,
  s.interest_pct, s.dealing_number, coalesce(s.download_at::date, s.settlement_date, s.contract_date),
  s.strata_lot, s.area, s.multi_property, s.sale_code, s.synthetic
from sale as s
left join property as p on p.id = s.property_id
cross join (values ('market'), ('standard')) as kind (population)
where s.status = 'A' and s.confirmed and coalesce(s.interest_pct, 100) = 100 and s.suitable is distinct from false
  and not s.multi_property and s.purchase_price > 0
  and (kind.population = 'market' or p.status = 'A');
grant select on sale_counted to cadastre_reader, cadastre_writer;
