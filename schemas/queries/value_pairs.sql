-- Each property is of one district, so what several districts have is added up.
-- uses: valued_properties
select property_class, v0, v1, count(*)::integer as paired_n
from valued_properties
where v0 > 0 and v1 > 0
group by property_class, v0, v1
