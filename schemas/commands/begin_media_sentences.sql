-- uses: valued_properties
-- A row for each type of five properties that has no sentence yet, as the media release makes it.
with moved as (
  select property_class, sum(v1) / sum(v0) - 1 as change,
    percentile_cont(0.5) within group (order by v1::double precision / v0 - 1)::numeric as typical
  from valued_properties
  where v0 > 0 and v1 > 0 and district_code = :district::text and property_class <> ''
  group by property_class
  having count(*) >= 5
)
select 'mediarel' as report, :district::text as district_code, make_date(:year::integer + 1, 7, 1) as base_date, 'SENTENCE' as section,
  property_class as part, rich_text_of(media_sentence(property_class, change, typical)) as text
from moved
where not exists (
  select from report_text as t
  where t.report = 'mediarel' and t.district_code = :district::text and t.base_date = make_date(:year::integer + 1, 7, 1)
    and t.section = 'SENTENCE' and t.part = property_class)
order by property_class
