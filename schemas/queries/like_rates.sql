-- The value a square metre of each lot beside the lots of its component, of those that are like it in size and of all.
-- uses: valued_lots
with bands as materialized (
  select code, setting_number('rate.like.size', r)::double precision as size, setting_number('rate.like.least', r)::integer as least,
    setting_number('rate.band.low', r) / 100 as low, setting_number('rate.band.high', r) / 100 as high,
    setting_number('rate.spread', r)::double precision as spread
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), gathered as (
  select district_code, component_code, synthetic, count(*)::integer as lots, array_agg(property_id order by area, property_id) as ids,
    array_agg(area order by area, property_id) as areas, array_agg(rate order by area, property_id) as rates,
    array_agg(v1 order by area, property_id) as v1, array_agg(chosen order by area, property_id) as chosen,
    percentile_cont(array[0.25, 0.5, 0.75]) within group (order by rate) as quartiles,
    percentile_cont(array[0.25, 0.75]) within group (order by ln(rate)) as ln_quartiles
  from valued_lots
  where not_compared is null
  group by district_code, component_code, synthetic
)
select g.ids[m.posn] as property_id, g.district_code, g.component_code, g.v1[m.posn] as v1, g.rates[m.posn] as rate, g.chosen[m.posn] as chosen,
  g.lots, g.quartiles[2] as component_rate, m.n as like_lots, case when m.n >= b.least then m.median end as like_rate,
  case when m.n >= b.least then g.rates[m.posn] / m.median end as rate_ratio, b.low, b.high,
  greatest(m.n, g.lots) < b.least as too_few,
  g.lots >= b.least and g.ln_quartiles[2] > g.ln_quartiles[1]
    and ln(g.rates[m.posn]) not between g.ln_quartiles[1] - b.spread * (g.ln_quartiles[2] - g.ln_quartiles[1])
      and g.ln_quartiles[2] + b.spread * (g.ln_quartiles[2] - g.ln_quartiles[1]) as beyond_quartiles
from gathered as g
join bands as b on b.code = g.district_code
cross join lateral medians_alike(g.areas, g.rates, 1 / b.size, b.size) as m
