-- How far is the office with the year under work?
-- counts: district years by id
select to_char(future_base_date(), 'FMDD Mon YYYY') as under_work, to_char(lt_base_date(), 'FMDD Mon YYYY') as in_force,
  count(*)::integer as districts_n, (count(*) filter (where state = 'LOCKED'))::integer as locked_n,
  (count(*) filter (where state = 'OPEN'))::integer as open_n, (count(*) filter (where state is null))::integer as unbegun_n,
  (select count(*)::integer from roll_refusals()) as refusals_n
from years_under_work() as y
where y.district_code = any(:districts::text[])
