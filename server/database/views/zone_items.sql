-- The reference list of zones. A code has changed its meaning over time: one item names them all.

select min(id) as id, string_agg(distinct name, ' / ') as name, code,
  bool_or(active and valid_to >= current_date) as active, max(version) as version, code as posn
from zone
group by code
