-- What came and what was done in each month, over all districts, and how long it took.
-- uses: supp_months
with counted as (
  select month, count(*) filter (where received)::integer as received, count(*) filter (where completed)::integer as completed,
    avg(turnaround) as average_days
  from supp_months
  group by month
)
select c.month, v.what, v.n, c.average_days
from counted as c
cross join lateral (values ('Received', c.received), ('Completed', c.completed)) as v (what, n)
order by c.month, v.what desc
