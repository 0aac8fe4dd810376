-- What was done in each zone in the month, and in the year to date?
-- Active properties, and properties with a worksheet done or a verification, each counted once. The year to date begins at the latest
-- anniversary of the contract that is not after the first day of the month, and ends with the month.
-- counts: properties by property_id
-- uses: report_months, property_work
with work as (
  select property_id, bool_or(work = 'WORKSHEET' and on_date >= month_start) as worksheet,
    bool_or(work = 'WORKSHEET' and on_date >= year_start) as worksheet_year,
    bool_or(work = 'VERIFIED' and on_date >= month_start) as verified, bool_or(work = 'VERIFIED' and on_date >= year_start) as verified_year
  from property_work
  where not later
  group by property_id
), told as (
  -- Active properties and those with work one below the other: each figure counts one kind, and a join would need to know how many
  -- there are of each.
  select id as property_id, district_code::text as district_code, coalesce(zone_code, '') as zone_code, true as active,
    false as worksheet, false as worksheet_year, false as verified, false as verified_year
  from property
  where status = 'A'
    and district_code = any(:districts::text[])
    and (:zones::text[] is null or zone_code = any(:zones::text[]))
    and (:components::text[] is null or component_code = any(:components::text[]))
  union all
  select p.id, p.district_code::text, coalesce(p.zone_code, ''), false, w.worksheet, w.worksheet_year, w.verified, w.verified_year
  from work as w
  join property as p on p.id = w.property_id
  where p.district_code = any(:districts::text[])
), counted as (
  select district_code, zone_code, count(*) filter (where active)::integer as properties, count(*) filter (where worksheet)::integer as worksheets,
    count(*) filter (where worksheet_year)::integer as worksheets_year, count(*) filter (where verified)::integer as verified,
    count(*) filter (where verified_year)::integer as verified_year
  from told
  group by district_code, zone_code
)
select c.district_code || ' ' || c.zone_code as key, c.district_code, m.district, m.month_start, m.year_start, c.zone_code, c.properties,
  c.worksheets, c.worksheets_year, c.verified, c.verified_year
from counted as c
join report_months as m on m.district_code = c.district_code
