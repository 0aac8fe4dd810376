-- The chosen districts and all others of their regions, in tranche or out of it in the year after the base year.
with placed as (
  select d.code::text as district_code, d.name as district, contract_region_of(d.code) as region_id
  from district as d
), tranche as (
  select district_code::text as district_code, bool_or(in_tranche) as in_tranche
  from district_year
  where base_date = base_date_of(:year::integer + 1)
  group by district_code
)
select p.district_code, p.district, coalesce(p.region_id, 0) as region_id, coalesce(r.name, 'No region') as region,
  coalesce(t.in_tranche, false) as in_tranche, p.district_code = any(:districts::text[]) as asked,
  app_districts() is null or p.district_code = any(app_districts()) as seen
from placed as p
left join contract_region as r on r.id = p.region_id
left join tranche as t on t.district_code = p.district_code
where p.district_code = any(:districts::text[])
  or p.region_id in (select o.region_id from placed as o where o.district_code = any(:districts::text[]))
