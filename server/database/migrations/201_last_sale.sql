-- The last sale of a property is kept beside it: a list of properties reads, sorts and searches it without looking
-- through their sales (docs/decisions/0105). Written by triggers alone, so whoever writes a sale keeps it true.
create table property_last_sale (
  property_id bigint primary key,
  -- null: it was sold, and none of its sales is active.
  sale_id bigint,
  contract_date date,
  purchase_price bigint,
  -- Of the sale: who may not see it does not see it here.
  district_code district_code not null,
  synthetic boolean not null default false
);
comment on table property_last_sale is 'The last active sale of each property, kept by triggers of sale';
comment on column property_last_sale.sale_id is 'The sale';
comment on column property_last_sale.contract_date is 'Its contract date';
comment on column property_last_sale.purchase_price is 'Its price, whole dollars';
select record_table('property_last_sale', 'district', '{}');
create index property_last_sale_date on property_last_sale (district_code, contract_date);

-- New sales can only be later than what is kept: one statement, whatever others add at the same time.
create function keep_new_sales() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into property_last_sale as kept (property_id, sale_id, contract_date, purchase_price, district_code, synthetic)
  select distinct on (property_id) property_id, id, contract_date, purchase_price, district_code, synthetic
  from new_rows where property_id is not null and status = 'A'
  order by property_id, contract_date desc nulls last, id desc
  on conflict (property_id) do update
    set sale_id = excluded.sale_id, contract_date = excluded.contract_date, purchase_price = excluded.purchase_price,
      district_code = excluded.district_code, synthetic = excluded.synthetic
    where (coalesce(excluded.contract_date, '-infinity'), excluded.sale_id)
      > (coalesce(kept.contract_date, '-infinity'), coalesce(kept.sale_id, 0));
  return null;
end $$;

-- The last sale of some properties anew. The row is there and held before the sales are looked at, so that of two who
-- change sales of one property at once the second sees what the first has done.
create function settle_last_sales(properties bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into property_last_sale (property_id, district_code, synthetic)
  select property_id, min(district_code::text), bool_or(synthetic) from sale where property_id = any (properties)
  group by property_id order by property_id
  on conflict (property_id) do nothing;
  perform from property_last_sale where property_id = any (properties) order by property_id for update;
  update property_last_sale kept
  set sale_id = last.id, contract_date = last.contract_date, purchase_price = last.purchase_price,
    district_code = coalesce(last.district_code, kept.district_code), synthetic = coalesce(last.synthetic, kept.synthetic)
  from unnest(properties) as touched (property_id)
  left join lateral (
    select s.id, s.contract_date, s.purchase_price, s.district_code, s.synthetic from sale s
    where s.property_id = touched.property_id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) last on true
  where kept.property_id = touched.property_id
    and (kept.sale_id, kept.contract_date, kept.purchase_price, kept.district_code, kept.synthetic) is distinct from
      (last.id, last.contract_date, last.purchase_price, last.district_code, last.synthetic);
end $$;

create function keep_changed_sales() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
begin
  select array_agg(property_id) into touched from (
    select o.property_id from old_rows o join new_rows n on n.id = o.id
    where (o.property_id, o.status, o.contract_date, o.purchase_price, o.district_code, o.synthetic)
      is distinct from (n.property_id, n.status, n.contract_date, n.purchase_price, n.district_code, n.synthetic)
    union
    select n.property_id from old_rows o join new_rows n on n.id = o.id
    where o.property_id is distinct from n.property_id) t
  where property_id is not null;
  if touched is not null then perform settle_last_sales(touched); end if;
  return null;
end $$;

create function keep_lost_sales() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  touched bigint[];
begin
  select array_agg(distinct property_id) into touched from old_rows where property_id is not null;
  if touched is not null then perform settle_last_sales(touched); end if;
  return null;
end $$;
revoke execute on function keep_new_sales, settle_last_sales, keep_changed_sales, keep_lost_sales from public;

create trigger last_sale_new after insert on sale
  referencing new table as new_rows for each statement execute function keep_new_sales();
create trigger last_sale_changed after update on sale
  referencing old table as old_rows new table as new_rows for each statement execute function keep_changed_sales();
create trigger last_sale_lost after delete on sale
  referencing old table as old_rows for each statement execute function keep_lost_sales();

insert into property_last_sale (property_id, sale_id, contract_date, purchase_price, district_code, synthetic)
select distinct on (property_id) property_id, id, contract_date, purchase_price, district_code, synthetic
from sale where property_id is not null and status = 'A'
order by property_id, contract_date desc nulls last, id desc;
