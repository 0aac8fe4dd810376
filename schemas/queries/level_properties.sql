-- Each property once in every level that it counts in.
-- uses: level_land
select p.property_id, p.synthetic, g.row_level, g.district_code, g.group_code, p.v0, p.v1, p.change, p.analysed
from level_land as p
cross join lateral (values (1, p.district_code, p.group_code), (2, p.district_code, 'Total'), (3, 'All', 'Total'))
  as g (row_level, district_code, group_code)
where g.row_level = 1 or coalesce(:with_totals::boolean, true) and (g.row_level = 2 or cardinality(:districts::text[]) > 1)
