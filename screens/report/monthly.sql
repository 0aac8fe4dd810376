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
  select p.id as property_id, m.district_code, m.district, m.month_start, m.year_start, coalesce(p.zone_code, '') as zone_code,
    p.status = 'A' as active, coalesce(w.worksheet, false) as worksheet, coalesce(w.worksheet_year, false) as worksheet_year,
    coalesce(w.verified, false) as verified, coalesce(w.verified_year, false) as verified_year
  from property as p
  join report_months as m on m.district_code = p.district_code
  left join work as w on w.property_id = p.id
  where (p.status = 'A' or w.property_id is not null)
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
)
select district_code || ' ' || zone_code as key, district_code, district, month_start, year_start, zone_code,
  count(*) filter (where active)::integer as properties, count(*) filter (where worksheet)::integer as worksheets,
  count(*) filter (where worksheet_year)::integer as worksheets_year, count(*) filter (where verified)::integer as verified,
  count(*) filter (where verified_year)::integer as verified_year
from told
group by district_code, district, month_start, year_start, zone_code
