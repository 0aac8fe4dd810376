-- The reference list of components. Codes are unique within a district only; as a filter the code alone chooses.

select min(id) as id, 'in ' || string_agg(distinct district_code, ', ') as name, code,
  bool_or(active) as active, max(version) as version, code as posn
from component
group by code
