-- Which supps of each zone came in and went out in the month and the year to date, and which were open at its end?
-- Open: received by the end of the month, or by today where that is earlier, and not completed by then.
-- counts: supps by supp_id
-- uses: supp_work
with told as (
  select supp_id, district_code, district, zone_code, received_on >= month_start and received_on < ends as came,
    received_on >= year_start and received_on < ends as came_year,
    coalesce(completed_on >= month_start and completed_on < ends, false) as went,
    coalesce(completed_on >= year_start and completed_on < ends, false) as went_year,
    received_on < ends and coalesce(completed_on >= ends, true) as still_open
  from supp_work
)
select district_code || ' ' || zone_code as key, district_code, district, zone_code,
  count(*) filter (where came)::integer as supps_in, count(*) filter (where came_year)::integer as supps_in_year,
  count(*) filter (where went)::integer as supps_out, count(*) filter (where went_year)::integer as supps_out_year,
  count(*) filter (where still_open)::integer as supps_open
from told
where came or came_year or went or went_year or still_open
group by district_code, district, zone_code
