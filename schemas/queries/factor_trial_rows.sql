-- Read anew and not from what the figures stand on: what is opened is what stands now.
with limits as materialized (
  select code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most from unnest(:districts::text[]) as code
), judged as (
  select b.*, l.most, round_land_value(b.v0 * :factor::numeric) as expected,
    case when b.refused is null and factor_fault(:factor::numeric) is null then round_land_value(b.v0 * :factor::numeric) else b.v1 end as after
  from factor_base(array(select d from unnest(:districts::text[]) as d where :district::text is null or d = :district::text), upper(:component::text)) as b
  join limits as l on l.code = b.district_code
)
select property_id, address, v0, v1, after, v1::numeric / v0 - 1 as change_before, after::numeric / v0 - 1 as change_after, refused as kept,
  case when refused is not null and v1 > 0 and abs(v1 - expected) > most * expected
      and (abs(after - v0) <= most * v0) then 'Kept, far from the factor'
    when coalesce(abs(v1 - v0) <= most * v0, true) then 'Leaves the band' else 'Beyond the band already' end as why
from judged
where v0 > 0 and after > 0
  and (abs(after - v0) > most * v0 or refused is not null and v1 > 0 and expected > 0 and abs(v1 - expected) > most * expected)
order by abs(after::numeric / v0 - 1) desc, property_id
