-- What is under way: while this changes the list is asked again.
select count(*)::integer as n, max(e.id) as newest_id, string_agg(e.state, ' ' order by e.id) as states
from export_job e
where e.state in ('QUEUED', 'PROCESSING', 'VALIDATING')
