-- What came, was done and lay open in each of the last 13 months. Open: received and not completed at the end of the month, of this
-- month today. Overdue: open, not sent either, and older than the region's days, else those of the contractor's options.
with days as (
  select coalesce(:as_at::date, current_date) as today
), months as (
  select m::date as month, least((m + interval '1 month')::date - 1, d.today) as until
  from days as d
  cross join generate_series(date_trunc('month', d.today) - interval '12 months', date_trunc('month', d.today), interval '1 month') as m
), contracts as (
  select o.code::text as district_code, o.name as district, r.name as region, r.target_turnaround as target,
    r.maximum_turnaround as maximum, coalesce(r.overdue_turnaround, setting_number('supp.overdue.days', r.id)) as overdue_days,
    setting_number('supp.turnaround.margin', r.id) / 100 as margin
  from district as o
  left join contract_region as r on r.id = contract_region_of(o.code::text)
  where o.code = any(:districts::text[])
)
select s.id as supp_id, c.district_code, c.district, c.region, m.month, c.target, c.maximum, c.margin,
  s.received_on >= m.month as received,
  coalesce(s.completed_on <= m.until, false) as completed,
  coalesce(s.completed_on > m.until, true) as open,
  coalesce(s.completed_on > m.until, true) and coalesce(s.sent_on > m.until, true)
    and m.until - s.received_on > c.overdue_days as overdue,
  case when s.completed_on <= m.until then s.completed_on - s.received_on end as turnaround
from supp as s
join contracts as c on c.district_code = s.district_code
join months as m on s.received_on <= m.until and (s.completed_on is null or s.completed_on >= m.month)
