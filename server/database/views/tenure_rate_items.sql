-- The reference list of tenure types, which are those with a rate.

select id, tenure_type as name, tenure_type as code, true as active, version, lower(tenure_type) as posn
from tenure_rate
