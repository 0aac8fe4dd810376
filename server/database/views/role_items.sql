-- The reference list of roles.

select id, title as name, id::text as code, true as active, version, title as posn
from role
