-- A year for each district with active properties that has none at the base date under work.
select y.district_code, future_base_date() as base_date
from years_under_work() as y
join district as d on d.code = y.district_code and d.current
where y.state is null and y.district_code = any(:districts::text[])
group by y.district_code
order by y.district_code
