-- Which components lack a benchmark, and which benchmarks do not hold?
-- Active components with active properties: B1 no primary benchmark; B2 more than one; B11 not homogeneous and fewer benchmarks than the
-- option says. Active benchmarks: B3 V0 or V1 missing or 0; B4 a primary one's V1 is not V0 × f rounded as values are, f to four decimals;
-- B5 a reference, B6 a secondary one's V1 leaves V0 × f by more than the options say; B7 no sale is linked to it for the later date; B8 a
-- link has no comparison; B9 its zone is not the component's. B10: a benchmark that is not active. B4 to B6 ask for both values and f.
-- uses: judged_benchmarks, component_benchmarks
with limits as materialized (
  select code, setting_number('bm.least', contract_region_of(code)) as least from unnest(:districts::text[]) as code
), found as (
  select n.district_code, n.component_code, n.zone_code, null::bigint as property_id, null as benchmark_type,
    null as address, null::bigint as v0, null::bigint as v1, null::numeric as factor, r.rule,
    case r.rule when 'B2' then format('Primary benchmarks: %s', n.primaries) else format('Benchmarks: %s', n.benchmarks) end as detail
  from component_benchmarks as n
  join limits as l on l.code = n.district_code
  cross join lateral (values ('B1', n.primaries = 0), ('B2', n.primaries > 1),
    ('B11', n.non_homogeneous and n.benchmarks < l.least)) as r (rule, holds)
  where r.holds
  union all
  select j.district_code, j.component_code, j.zone_code, j.property_id, j.benchmark_type, j.address, j.v0, j.v1, j.factor, r.rule,
    case r.rule
      when 'B3' then case when coalesce(j.v0, 0) > 0 then 'No future value' when coalesce(j.v1, 0) > 0 then 'No LT value' else 'No value' end
      when 'B4' then format('%s by the factor', said_amount(j.expected))
      when 'B5' then format('%s %% off %s', round(j.away * 100, 1), said_amount(j.expected))
      when 'B6' then format('%s %% off %s', round(j.away * 100, 1), said_amount(j.expected))
      when 'B8' then format('Links without a comparison: %s', j.uncompared)
      when 'B9' then format('Property in %s, component in %s', coalesce(j.zone_code, 'none'), coalesce(j.component_zone, 'none'))
      when 'B10' then case j.status when 'X' then 'Cancelled' else 'Out of contract' end end
  from judged_benchmarks as j
  cross join lateral (values ('B3', j.active and (coalesce(j.v0, 0) = 0 or coalesce(j.v1, 0) = 0)),
    ('B4', j.benchmark_type = 'P' and j.valued and j.v1 <> j.expected), ('B5', j.benchmark_type = 'R' and j.valued and abs(j.away) > j.reference),
    ('B6', j.benchmark_type = 'S' and j.valued and abs(j.away) > j.secondary), ('B7', j.active and not j.linked),
    ('B8', j.active and j.uncompared > 0), ('B9', j.active and j.component_zone is distinct from j.zone_code), ('B10', not j.active)) as r (rule, holds)
  where r.holds
)
select concat_ws('-', district_code, component_code, property_id, rule) as key, district_code, component_code, zone_code, property_id,
  benchmark_type, address, v0, v1, factor, rule as benchmark_rule, case when rule in ('B5', 'B6', 'B7', 'B8', 'B11') then 'W' else 'E' end
  as rule_severity, detail
from found
