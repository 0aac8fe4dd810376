-- The reference list of the types that properties have.

select row_number() over (order by property_type)::integer as id, property_type as name, property_type as code,
  true as active, 1 as version, property_type as posn
from property
where property_type is not null
group by property_type
