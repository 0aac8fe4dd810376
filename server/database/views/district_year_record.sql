-- Years of districts with the district's name, the base year as pages ask for it, and who locked them.

select y.*,
  d.name as district_name,
  extract(year from y.base_date)::integer - 1 as base_year,
  u.full_name as locked_name
from district_year y
left join district d on d.code = y.district_code
left join app_user u on u.id = y.locked_by
