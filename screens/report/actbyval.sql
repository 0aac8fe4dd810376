-- Who did how much in each month: worksheets, verifications and values found by hand?
-- Each property counts once a month. A worksheet that is done and a future value found by hand are of the day and user of the entry in
-- the history that made them so, without one of their last save; a verification is of who verified.
-- counts: properties by property_id
-- uses: property_work
with told as (
  select w.property_id, w.work, date_trunc('month', w.on_date::timestamp)::date as month, coalesce(w.person_id, 0) as person_id
  from property_work as w
  where not w.later
    and w.on_date >= (w.window_start + interval '1 month')
    and (:valuers::bigint[] is null or w.person_id = any(:valuers::bigint[]))
), counted as (
  select person_id, month, count(distinct property_id) filter (where work = 'WORKSHEET')::integer as worksheets,
    count(distinct property_id) filter (where work = 'VERIFIED')::integer as verifications,
    count(distinct property_id) filter (where work = 'HANDCRAFT')::integer as handcrafts
  from told
  group by person_id, month
)
select c.person_id || ' ' || c.month as key, c.person_id, coalesce(u.full_name, 'Not named') as person, c.month, c.worksheets,
  c.verifications, c.handcrafts
from counted as c
left join app_user as u on u.id = c.person_id
