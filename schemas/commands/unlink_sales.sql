-- Links of the year under work: the selected ones, or those of a component of a district.
select l.id, l.version, l.analysis_id, l.property_id,
  case
    when c.why is not null then c.why
    when l.district_code::text <> all (coalesce(app_work_districts(), array[l.district_code::text]))
      then format('You may search district %s, but not work in it.', l.district_code)
    when :ids::bigint[] is null and l.linked_by = 'HAND' and not coalesce(:hand::boolean, false)
      then 'It was made by hand. Tick links by hand to take it away too.'
  end as refused,
  format('Sale %s and benchmark %s%s', a.sale_id, l.property_id, case l.linked_by when 'HAND' then ', by hand' else '' end) as note
from analysis_benchmark l
join property p on p.id = l.property_id
join analysis a on a.id = l.analysis_id
cross join lateral (select district_closed(l.district_code::text, l.base_date, l.synthetic) as why) c
where l.district_code::text = any(:districts::text[])
  and case when :ids::bigint[] is null then l.base_date = future_base_date() else l.id = any(:ids::bigint[]) end
  and (:ids::bigint[] is not null or l.district_code::text = :district::text)
  and (:ids::bigint[] is not null or :component::text is null or p.component_code = upper(:component::text))
order by l.property_id, l.id
