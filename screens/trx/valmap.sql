-- Lists of PIDs that were handed over, whoever did it.
select h.id, h.created_at as at, u.full_name as who, h.direction, h.source, h.file_name, h.n, h.n_faults
from handoff_log h
left join app_user u on u.id = h.created_by
