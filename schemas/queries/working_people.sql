-- Whoever works in several districts stands here more than once.
-- uses: property_work
select distinct person_id
from property_work
where not later and on_date >= window_start + interval '1 month' 
