-- The reference list of teams.

select id, name, id::text as code, true as active, version, lower(name) as posn
from team
