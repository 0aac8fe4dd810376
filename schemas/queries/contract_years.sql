-- The contract year of each district in which 31 December of the year after the base year lies, from anniversary to anniversary.
with region_of as (
  select district_code, min(region_id) as region_id, count(*) as regions
  from region_district
  where not surrounding
  group by district_code
), asked as (
  select d.code::text as district_code, d.name as district, r.id as region_id, r.contract_start,
    r.name || case when o.regions > 1 then ' (and ' || o.regions - 1 || ' more)' else '' end as region,
    array[setting_number('verify.years.1', r.id), setting_number('verify.years.2', r.id),
      setting_number('verify.years.3', r.id)]::integer[] as cycles,
    coalesce(:as_at::date, office_today()) as today, make_date(:year::integer + 1, 12, 31) as year_end
  from district as d
  left join region_of as o on o.district_code = d.code
  left join contract_region as r on r.id = o.region_id
  where d.code = any(:districts::text[])
), numbered as (
  select *, least(today, year_end) as until,
    case when contract_start <= year_end then extract(year from age(year_end, contract_start))::integer + 1 end as contract_year
  from asked
)
select *, array(select (contract_start + make_interval(years => i))::date from generate_series(0, 50) as i) as years,
  (today - interval '1 year')::date as year_ago,
  (contract_start + make_interval(years => contract_year - 1))::date as year_from,
  (contract_start + make_interval(years => contract_year))::date as year_to
from numbered
