-- Does each district turn its supps around as the contract asks?
-- A supp is open in each month until it is done, so these two do not add up: greatest() says so.
-- counts: supps by supp_id
-- uses: supp_months
select district_code, district, region, month,
  count(*) filter (where received)::integer as received_supps,
  count(*) filter (where completed)::integer as completed_supps,
  greatest(count(*) filter (where open), 0)::integer as open_supps,
  greatest(count(*) filter (where overdue), 0)::integer as overdue_supps,
  avg(turnaround)::double precision as average_days, max(turnaround) as longest_days, target, maximum, margin,
  case when avg(turnaround) <= target then 'good'
    when avg(turnaround) <= target * (1 + margin) then 'warning'
    when avg(turnaround) is not null and target is not null then 'bad' else 'none' end as average_tone,
  case when max(turnaround) <= maximum then 'good'
    when max(turnaround) <= maximum * (1 + margin) then 'warning'
    when max(turnaround) is not null and maximum is not null then 'bad' else 'none' end as longest_tone
from supp_months
group by district_code, district, region, month, target, maximum, margin
