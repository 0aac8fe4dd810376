-- The month that is reported and the beginning of the year to date of each chosen district. A month stays until a month and a half
-- have passed since its first day, and a contract year until a year and 15 days.
with days as (
  select coalesce(:as_at::date, office_today()) as today,
    date_trunc('month', coalesce(:month::date, coalesce(:as_at::date, office_today()) - 15)::timestamp)::date as month_start
), placed as (
  select d.code::text as district_code, d.name as district, contract_region_of(d.code) as region_id
  from district as d
  where d.code = any(:districts::text[])
)
select p.district_code, p.district, p.region_id, r.name as region, n.today, n.month_start,
  (n.month_start + interval '1 month')::date as month_end,
  (n.month_start - interval '12 months')::date as window_start,
  case when r.contract_start <= n.month_start
    then (r.contract_start + make_interval(years => extract(year from age(n.month_start, r.contract_start))::integer))::date
    else date_trunc('year', n.month_start::timestamp)::date end as year_start,
  case when r.contract_start <= n.month_start then 'Contract year' else 'Calendar year' end as year_kind
from placed as p
cross join days as n
left join contract_region as r on r.id = p.region_id
