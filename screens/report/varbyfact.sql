-- Who departs from the factor of their component?
-- Expected is V0 × factor, rounded as land values are; variance is V1 ÷ expected − 1. VARIANCE: the variance, up or down, is above
-- the limit. STALE: made by a factor (method F), yet not what the factor makes, however little: the factor has changed since, or the
-- value was typed over. As test 904 finds them: the option for a significant change is the limit, benchmarks are judged too, and what is
-- stale only is left out.
-- counts: properties by property_id
-- uses: factor_variances
with limits as materialized (
  select code, case when coalesce(:as_audited::boolean, false) then setting_number('risk.sigvalch', contract_region_of(code)) / 100
    else coalesce(:variance_limit::numeric, setting_number('variance.limit', contract_region_of(code)) / 100) end as most
  from unnest(:districts::text[]) as code
), judged as (
  -- No names: what is listed of all stands in indexes, and what is told besides is looked for at the few that depart.
  select v.property_id, v.district_code, v.zone_code, v.component_code, v.benchmark_type, v.v0, v.v1, v.factor, v.expected, v.variance,
    v.method, v.risk_rating, abs(v.variance) > l.most as far, v.method = 'F' and v.v1 is distinct from v.expected as stale
  from factor_variances as v
  join limits as l on l.code = v.district_code
  where v.unjudged is null or v.unjudged = 'BENCHMARK' and coalesce(:as_audited::boolean, false)
), departed as materialized (
  select * from judged where far or stale and not coalesce(:as_audited::boolean, false)
)
select j.property_id, j.district_code, p.address, j.zone_code, j.component_code, j.benchmark_type, j.v0, j.v1,
  j.v1::numeric / j.v0 - 1 as value_change, j.factor, j.expected as expected_v1, j.variance, abs(j.variance) as distance, j.method,
  j.risk_rating, rich_text_plain(p.values_rationale) as rationale,
  case when j.far and j.stale then 'VARIANCE and STALE' when j.far then 'VARIANCE' else 'STALE' end as departure
from departed as j
cross join lateral (select q.address, q.values_rationale from property as q where q.id = j.property_id limit 1) as p
