-- The reference list of rebate categories, which are those with a rebate.

select id, rebate_category as name, rebate_category as code, true as active, version, lower(rebate_category) as posn
from tenure_rebate
