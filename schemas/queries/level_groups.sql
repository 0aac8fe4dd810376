-- What are the properties worth, and did those whose sale was analysed move as the rest?
-- Sums are over all active properties with a value; the change is that of the sums of those with both. The comparison of average
-- value change (test 300) is the distance between the mean change of properties with an analysed sale and that of the rest.
-- The rows of a district and of all count the properties of the others once more, so no column adds up: greatest() says so.
-- counts: properties by property_id
-- uses: level_properties
select row_level, district_code, group_code, district_code || ' ' || group_code as key, bool_or(synthetic) as synthetic, greatest(count(*), 0)::integer as properties,
  sum(v0)::bigint as sum_v0, sum(v1)::bigint as sum_v1, greatest(count(change), 0)::integer as n_change,
  sum(v1) filter (where change is not null)::double precision / sum(v0) filter (where change is not null) - 1 as sums_change,
  greatest(count(change) filter (where analysed), 0)::integer as n_analysed,
  abs(avg(change) filter (where analysed) - avg(change) filter (where not analysed)) as coavc
from level_properties
group by row_level, district_code, group_code
