-- Allowances and concessions of active properties at both dates, with their shares of the land value and what stands out.
with told as (
  select v.property_id from property_value as v
  where v.series = 'LT' and v.base_date in (base_date_of(:year::integer), base_date_of(:year::integer + 1))
    and v.district_code = any(:districts::text[])
    and num_nonnulls(v.onsite_allowance, v.offsite_allowance, v.subdivider_allowance, v.stratum_allowance, v.heritage_value, v.muaf_pct,
      v.mdaf_pct, v.unutilised_value, v.attributable_part) > 0
  group by v.property_id
), limits as materialized (
  select code, setting_number('concession.change', contract_region_of(code)) / 100 as most from unnest(:districts::text[]) as code
), kinds as (
  select p.id as property_id, p.district_code, p.synthetic, p.address, p.zone_code, p.component_code, v0.land_value::bigint as v0,
    v1.land_value::bigint as v1, k.concession, nullif(k.before, 0) as before, nullif(k.now, 0) as now, k.concession in ('MUAF', 'MDAF') as pct,
    k.concession in ('STRATUM', 'MUAF', 'MDAF') and nullif(k.now, 0) is not null and num_nonnulls(nullif(v1.onsite_allowance, 0),
      nullif(v1.offsite_allowance, 0), nullif(v1.subdivider_allowance, 0), nullif(v1.stratum_allowance, 0), nullif(v1.muaf_pct, 0),
      nullif(v1.mdaf_pct, 0), nullif(v1.unutilised_value, 0), nullif(v1.attributable_part, 0)) > 1 as crossed
  from told
  join property as p on p.id = told.property_id and p.status = 'A'
  left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
  left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
  cross join lateral (values ('ONSITE', v0.onsite_allowance::numeric, v1.onsite_allowance::numeric),
    ('OFFSITE', v0.offsite_allowance, v1.offsite_allowance), ('SUBDIV', v0.subdivider_allowance, v1.subdivider_allowance),
    ('STRATUM', v0.stratum_allowance, v1.stratum_allowance), ('HERITAGE', v0.heritage_value, v1.heritage_value),
    ('MUAF', v0.muaf_pct, v1.muaf_pct), ('MDAF', v0.mdaf_pct, v1.mdaf_pct), ('UNUTIL', v0.unutilised_value, v1.unutilised_value),
    ('ATTRIB', v0.attributable_part, v1.attributable_part)) as k (concession, before, now)
  where (nullif(k.before, 0) is not null or nullif(k.now, 0) is not null)
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
    and (:kinds::text[] is null or k.concession = any(:kinds::text[]))
), shares as (
  select k.*, k.before / case when k.pct then 100 else nullif(k.v0, 0) end as old_share,
    k.now / case when k.pct then 100 else nullif(k.v1, 0) end as new_share, s.supp_id
  from kinds as k
  left join lateral (
    select max(s.id) as supp_id from supp as s
    where k.now is null and s.property_id = k.property_id and s.transmit_status = 'X'
      and exists (select from supp_value as w where w.supp_id = s.id and w.base_date = base_date_of(:year::integer + 1))) as s on true
)
select s.*, concat_ws(', ', case when abs(new_share - old_share) > l.most then 'CHANGED' end,
  case when now is null and supp_id is null then 'GONE' end, case when before is null then 'NEW' end,
  case when case when pct then now not between 0 and 100 or now = 100 else now >= nullif(v1, 0) end then 'NOTBELOW' end,
  case when crossed then 'BOTH' end) as flags
from shares as s
join limits as l on l.code = s.district_code
