-- A property is of one district, so what each district has is added up.
-- uses: property_work
select count(distinct property_id)::integer as verified_in_month
from property_work
where work = 'VERIFIED' and on_date >= month_start and not later
