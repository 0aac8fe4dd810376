-- Who inspected and analysed how many sales in each month?
-- By the valuer of the analysis. A sale that was seen and not analysed names nobody.
-- counts: sales by sale_id
-- uses: sale_work
with told as (
  select w.sale_id, w.work, date_trunc('month', w.on_date::timestamp)::date as month, coalesce(w.person_id, 0) as person_id
  from sale_work as w
  where not w.later
    and w.work in ('INSPECTED', 'ANALYSED')
    and w.on_date >= (w.window_start + interval '1 month')
    and (:valuers::bigint[] is null or w.person_id = any(:valuers::bigint[]))
), counted as (
  select person_id, month, count(distinct sale_id) filter (where work = 'INSPECTED')::integer as inspected,
    count(distinct sale_id) filter (where work = 'ANALYSED')::integer as analysed
  from told
  group by person_id, month
)
select c.person_id || ' ' || c.month as key, c.person_id, coalesce(u.full_name, 'Not named') as person, c.month, c.inspected, c.analysed
from counted as c
left join app_user as u on u.id = c.person_id
