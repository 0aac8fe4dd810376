-- Active properties: 903, valued by hand and no reason given (benchmarks have their comment in the component's report); 905, no land value
-- for the year under work; 909, a land value a square metre under the floor, where there is a floor, an area and no strata lot.
-- uses: audit_limits
with told as (
  select p.id as property_id, p.district_code::text as district_code, p.synthetic, p.address, v.land_value::bigint as v1,
    p.benchmark_type is null and (p.handcrafted or coalesce(v.handcrafted, false) or coalesce(v.method = 'H', false)) as by_hand,
    p.values_rationale is null or trim(coalesce(rich_text_plain(p.values_rationale), '')) = '' as unsaid,
    v.land_value::numeric / nullif(p.area, 0) as rate, coalesce(p.strata_plan, p.strata_lot) is null as land, f.lower_limit as floor
  from property as p
  join audit_limits as f on f.district_code = p.district_code and f.test = 909
  left join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1)
    and v.district_code = any(:districts::text[])
  where p.status = 'A' and p.district_code = any(:districts::text[])
)
select m.test, t.district_code, t.synthetic, t.property_id::text as key, t.property_id, t.address as about, m.detail, m.measured,
  case m.test when 909 then t.floor end as lower_limit, null::numeric as upper_limit, true as failed
from told as t
cross join lateral (values
  (903, t.by_hand and t.unsaid, 'By hand, without a reason', null::numeric),
  (905, coalesce(t.v1, 0) = 0, case when t.v1 = 0 then 'The value is 0' else 'No value' end, null),
  (909, coalesce(t.floor > 0 and t.land and t.rate < t.floor and t.v1 > 0, false), said_amount(t.v1), t.rate)) as m (test, holds, detail, measured)
where m.holds
