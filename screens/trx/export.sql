-- Exports, the latest first.
select e.id, e.type as export_type, case when cardinality(e.districts) > 4
    then format('%s and %s more', array_to_string(e.districts[:3], ', '), cardinality(e.districts) - 3)
    else array_to_string(e.districts, ', ') end as export_districts,
  to_jsonb(e.districts) as district_list, extract(year from e.base_date)::integer as base_year, e.state as export_state,
  e.items as item_count, e.kept_out, e.error_count, e.warn_count, e.filename, e.size_bytes, e.archived,
  coalesce(e.problem, case when e.kept_out > 0 then format('%s kept out by errors', e.kept_out) when e.state = 'READY' then 'All were sent' end) as problem,
  e.created_at as asked_at, u.full_name as asked_by, e.ended_at, left(e.sha256, 12) as hash, e.sent_before
from export_job e
left join app_user u on u.id = e.created_by
where not e.archived or :archived::boolean
