-- What each district would get: components with a factor, and properties whose value changes.
with asked as materialized (
  select y.* from district_year as y where y.district_code::text = any(:districts::text[]) and y.id = any(:ids::bigint[])
), factors as (
  select year_id, count(*) as n, count(*) filter (where not recorded) as proposed
  from year_factors(array(select id from asked), coalesce(:proposed::boolean, false))
  group by year_id
), changed as (
  select year_id, count(*) as n, count(distinct component_code) as components, md5(string_agg(seen, ',' order by property_id)) as seen
  from year_factor_values(array(select id from asked), coalesce(:proposed::boolean, false))
  group by year_id
)
select y.id, y.version, y.district_code, y.base_date, y.state, y.state as was_state, coalesce(c.n, 0) = 0 as same,
  case when y.base_date <> future_base_date() then 'Factors are applied to values of the year under work.'
    when y.state <> 'OPEN' then district_closed(y.district_code::text, y.base_date, y.synthetic)
    when f.n is null then 'No component of this district has a factor of this year.' end as refused, c.seen,
  to_char(coalesce(c.n, 0), 'FM999,999,990') || ' values of ' || coalesce(c.components, 0) || ' components; ' || f.n || ' have a factor'
    || case when f.proposed > 0 then ', ' || f.proposed || ' of them from the primary benchmark' else '' end as note
from asked as y
left join factors as f on f.year_id = y.id
left join changed as c on c.year_id = y.id
order by y.district_code, y.id
