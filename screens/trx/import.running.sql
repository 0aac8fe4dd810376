-- What is under way: while this changes the list of files is asked again.
select count(*)::integer as n, max(f.id) as newest_id, max(f.updated_at) as changed_at
from import_file f
where f.state in ('queued', 'processing')
