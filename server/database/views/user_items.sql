-- Users as the items of a list, who is active first.

select id, full_name as name, active, id::text as code, version from app_user order by active desc, lower(full_name), id
