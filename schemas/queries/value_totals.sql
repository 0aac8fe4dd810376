-- A property is of one district, so what each district has is added up.
-- uses: valued_properties
select count(*)::integer as active_properties, count(*) filter (where risk_level(risk_rating) = 1)::integer as of_risk_1,
  coalesce(sum(v1), 0)::bigint as future_value, sum(v1) filter (where v0 is not null)::bigint as paired_v1,
  sum(v0) filter (where v1 is not null)::bigint as paired_v0, count(*) filter (where benchmark_type is not null)::integer as benchmarks
from valued_properties
