-- Which components of one district and zone could be one?
-- Pairs of components with six analysed sales each, of which S1 and V0 are known. The factor that sales imply is the median of S1 ÷ V0,
-- with its 95 % interval. Alike: the factors differ by no more than the option says, each lies in the other's interval, and neither
-- interval is wider than the option says.
-- uses: ratio_analyses
with ratios as (
  select district_code, component_code, count(*)::integer as n,
    array_agg(alv_future::double precision / v0 order by alv_future::double precision / v0) as ordered
  from ratio_analyses
  where v0 > 0 and alv_future > 0
  group by district_code, component_code
  having count(*) >= 6
), limits as materialized (
  select code, setting_number('corr.alike.difference', contract_region_of(code)) / 100 as most,
    setting_number('corr.alike.width', contract_region_of(code)) / 100 as width
  from unnest(:districts::text[]) as code
), implied as (
  select r.district_code, r.component_code, c.zone_code, r.n, (r.ordered[(r.n + 1) / 2] + r.ordered[r.n / 2 + 1]) / 2 as factor,
    r.ordered[k.low] as low, r.ordered[k.high] as high, l.most, l.width
  from ratios as r
  join (select distinct district_code, code, zone_code from component where district_code = any(:districts::text[])) as c
    on c.district_code = r.district_code and c.code = r.component_code
  join limits as l on l.code = r.district_code
  cross join lateral median_ranks(r.n) as k
)
select concat_ws('-', a.district_code, a.component_code, b.component_code) as key, a.district_code, a.zone_code, a.component_code,
  b.component_code as other_component, a.n as sales_a, b.n as sales_b, a.factor as implied_a, a.low as implied_a_low, a.high as implied_a_high,
  b.factor as implied_b, b.low as implied_b_low, b.high as implied_b_high, b.factor - a.factor as factors_apart,
  abs(b.factor - a.factor) <= a.most and a.factor between b.low and b.high and b.factor between a.low and a.high
    and a.high - a.low <= a.width and b.high - b.low <= a.width as alike
from implied as a
join implied as b on b.district_code = a.district_code and b.zone_code = a.zone_code and b.component_code > a.component_code
