-- The districts that have components, each with how many of them are linked.
select c.district_code::text as code,
  format('%s %s (%s of %s)', c.district_code, coalesce(initcap(d.name), ''), count(y.last_link_on), count(*)) as name
from component as c
left join district as d on d.code = c.district_code
left join component_year as y on y.district_code = c.district_code and y.component_code = c.code and y.synthetic = c.synthetic
  and y.base_date = future_base_date()
where c.district_code = any(:districts::text[]) and c.active
group by c.district_code, d.name
order by c.district_code
