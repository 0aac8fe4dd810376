-- What level_groups answers, out of the sums of each zone or component: those of districts and of all are added up.
-- uses: level_sums
select g.row_level, g.district_code, g.group_code, g.district_code || ' ' || g.group_code as key, bool_or(s.synthetic) as synthetic,
  sum(s.properties)::integer as properties, sum(s.sum_v0)::bigint as sum_v0, sum(s.sum_v1)::bigint as sum_v1,
  sum(s.n_change)::integer as n_change, sum(s.moved_v1)::double precision / sum(s.moved_v0) - 1 as sums_change,
  sum(s.n_analysed)::integer as n_analysed,
  abs(sum(s.analysed_change) / nullif(sum(s.n_analysed), 0) - sum(s.rest_change) / nullif(sum(s.n_rest), 0)) as coavc
from level_sums as s
cross join lateral (values (1, s.district_code, s.group_code), (2, s.district_code, 'Total'), (3, 'All', 'Total'))
  as g (row_level, district_code, group_code)
where g.row_level = 1 or coalesce(:with_totals::boolean, true) and (g.row_level = 2 or cardinality(:districts::text[]) > 1)
group by g.row_level, g.district_code, g.group_code
