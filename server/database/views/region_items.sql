-- The reference list of contract regions.

select id, name, id::text as code, true as active, version, name as posn
from contract_region
