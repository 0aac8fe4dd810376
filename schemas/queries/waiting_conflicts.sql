-- Those that are ticked, whatever the filters say; else all that wait within them.
select k.id, k.version, null::text as refused
from sale_conflict k
where :ids::bigint[] is null and k.state = 'open' and k.district_code = any(:districts::text[])
  and (:district::text is null or k.district_code = :district::text)
  and (:field::text is null or :field::text = any(k.fields))
  and (:file::integer is null or k.file_id = :file::integer)
union all
select a.id, coalesce(k.version, 1),
  case when k.id is null then 'It is gone with its sale, or you may not see it.' end
from unnest(:ids::bigint[]) a (id)
left join sale_conflict k on k.id = a.id
