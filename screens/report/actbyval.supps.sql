-- Who completed how many supps in each month, and how long did they take?
-- By the valuer of the supp, in the month in which it was completed. Turnaround: the days from received to completed.
-- counts: supps by supp_id
-- uses: supp_work
with told as (
  select supp_id, date_trunc('month', completed_on::timestamp)::date as month, coalesce(person_id, 0) as person_id,
    completed_on - received_on as turnaround
  from supp_work
  where completed_on >= (window_start + interval '1 month')
    and completed_on < ends
    and (:valuers::bigint[] is null or person_id = any(:valuers::bigint[]))
), counted as (
  select person_id, month, count(*)::integer as supps_completed, avg(turnaround) as mean_turnaround, max(turnaround) as longest_turnaround
  from told
  group by person_id, month
)
select c.person_id || ' ' || c.month as key, c.person_id, coalesce(u.full_name, 'Not named') as person, c.month, c.supps_completed,
  c.mean_turnaround, c.longest_turnaround
from counted as c
left join app_user as u on u.id = c.person_id
