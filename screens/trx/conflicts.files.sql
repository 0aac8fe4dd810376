-- The files that brought a conflict, the latest first.
select f.id as file_id, f.name || ' (' || count(*) || ')' as label
from sale_conflict k
join import_file f on f.id = k.file_id
group by f.id, f.name
order by f.id desc
limit 200
