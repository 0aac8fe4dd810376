-- The reference list of users.

select id, full_name as name, id::text as code, active, 1 as version, lower(full_name) as posn
from app_user
