-- A file goes back whole, or not at all; a line without an explanation goes back as it came.
with asked as materialized (
  select distinct e.file_id from vat_exception e where e.id = any (:ids::bigint[])
), lines as materialized (
  select e.file_id, e.line_no, e.district_code, e.shown, e.source, e.explanation, e.given, f.name, f.encoding, f.districts
  from asked a join vat_exception_record e on e.file_id = a.file_id left join vat_file f on f.id = a.file_id
)
select null::bigint as item, min(l.district_code::text) as district_code, 'E' as severity, 'PART' as rule,
  case when l.districts is null then format('File %s has lines of districts that you may not see. Somebody who sees them all exports it.', l.file_id)
    else format('“%s” has lines of %s too. A file goes back whole: tick these districts as well.', l.name,
      (select string_agg(d, ', ' order by d) from unnest(l.districts) d where d <> all (:districts::text[]))) end as message
from lines l
where l.districts is null or not l.districts <@ :districts::text[]
group by l.file_id, l.name, l.districts
union all
select null, l.district_code, 'E', 'TEXT', format('“%s” is written in Latin-1, which has no “%s” (line %s). Write that explanation otherwise.', l.name,
  vat_foreign_letter(l.shown, l.encoding), l.line_no)
from lines l
where l.source <> 'In the file' and vat_foreign_letter(l.shown, l.encoding) is not null
union all
select null, l.district_code, 'W', 'NONE', format('“%s”: %s of %s lines have no explanation. They go back as they came.', l.name,
  count(*) filter (where l.source = 'Missing'), count(*))
from lines l
group by l.file_id, l.name, l.district_code having count(*) filter (where l.source = 'Missing') > 0
order by 4, 5
