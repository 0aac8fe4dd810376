-- The reference list of districts: an item for each, the current ones first.

select id, name, code::text as code, current as active, version, code::text as posn
from district
