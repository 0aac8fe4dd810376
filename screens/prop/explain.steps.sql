with v as (
  select v.*, p.address, coalesce(v.factor_component, p.component_code) as component
  from property_value v join property p on p.id = v.property_id where v.id = :id::bigint),
before as (
  select w.* from v join property_value w on w.property_id = v.property_id and w.series = v.series
    and w.base_date = v.base_date - interval '1 year'
  where v.series = 'LT'),
-- Values for rating and taxing stand from one general valuation to the next.
general as (
  select w.* from v join property_value w on w.property_id = v.property_id and w.series = 'LT' and w.base_date <= v.base_date
  left join district_year y on y.district_code = v.district_code and y.base_date = w.base_date and y.synthetic = v.synthetic
  where v.series = 'LG'
  order by coalesce(y.general_valuation, false) desc, case when y.general_valuation then w.base_date end desc, w.base_date
  limit 1),
run as (
  select r.*, u.full_name as by_name from v join factor_run_value k on k.property_id = v.property_id
  join factor_run r on r.id = k.run_id and r.base_date = v.base_date and r.state = 'APPLIED' and r.factor = v.factor_applied
  left join app_user u on u.id = r.created_by
  where v.series = 'LT' order by r.id desc limit 1),
sheet as (
  select w.*, coalesce(w.adopted_value, round_land_value(worksheet_total(w.id))) as adopted
  from v join worksheet w on w.property_id = v.property_id and w.base_date = v.base_date
  where v.series = 'LT' and w.stage = 'DONE' order by w.supp_id nulls first, w.id desc limit 1),
supp_of as (
  select s.*, k.land_value from v join supp s on s.property_id = v.property_id and s.transmit_status = 'X'
  join supp_value k on k.supp_id = s.id and k.base_date = v.base_date and k.series = v.series
  where v.method = 'S' order by s.completed_on desc nulls last, s.id desc limit 1),
benchmark as (
  select p.id, p.address, p.benchmark_type, o.land_value::bigint as v0, n.land_value::bigint as v1, n.id as value_id,
    n.version, n.updated_at, u.full_name as by_name
  from v join property p on p.district_code = v.district_code and p.component_code = v.component and p.benchmark_type = 'P'
    and p.synthetic = v.synthetic
  left join property_value o on o.property_id = p.id and o.series = v.series and o.base_date = v.base_date - interval '1 year'
  left join property_value n on n.property_id = p.id and n.series = v.series and n.base_date = v.base_date
  left join app_user u on u.id = n.updated_by)
select 1 as step, 'Land value' as what,
  case when v.series = 'LG' and v.method = 'F' then 'Stands from one general valuation to the next'
    when v.method = 'F' then 'Value of the year before × ' || trim_scale(v.factor_applied) || ', rounded'
    when v.method = 'H' then 'Set by hand' when v.method = 'O' then 'Set on an objection'
    when v.method = 'S' then 'Came with a supp' when v.method = 'I' then 'Came with a file'
    else 'Nothing says how it was found' end as said,
  v.land_value::bigint as amount,
  c.value as computed,
  case when c.value is not null then v.land_value::bigint = c.value end as agrees,
  u.full_name as by_name, v.updated_at as at, v.version, '/prop/' || v.property_id as link
from v left join before on true left join general on true left join app_user u on u.id = v.updated_by
cross join lateral (select case when v.method = 'F' then coalesce(general.land_value::bigint,
  round_land_value(before.land_value::bigint * v.factor_applied)::bigint) end as value) c
union all
select 2, 'General valuation', 'Base date ' || to_char(general.base_date, 'FMDD-Mon-YYYY'), general.land_value::bigint, null, null,
  null, general.updated_at, general.version, '/value/' || general.id
from general
union all
select 2, 'Value of the year before', 'Base date ' || to_char(before.base_date, 'FMDD-Mon-YYYY'), before.land_value::bigint, null, null,
  null, before.updated_at, before.version, '/value/' || before.id
from before
union all
select 3, 'Factor', 'Factor ' || trim_scale(v.factor_applied) || ' of component ' || v.factor_component
    || coalesce(', run ' || run.id || ' over ' || run.n || ' properties', ', before runs were kept'),
  null, null, null, run.by_name, run.created_at, run.version,
  case when run.id is not null then '/prop/factors/' || run.id end
from v left join run on true where v.method = 'F' and v.factor_applied is not null
union all
select 4, 'Worksheet', 'Lines of the worksheet' || case when sheet.adopted_value is null then ', rounded' else ', adopted as typed' end,
  sheet.adopted::bigint, round_land_value(worksheet_total(sheet.id))::bigint,
  case when v.method = 'H' then sheet.adopted::bigint = v.land_value::bigint end, u.full_name, sheet.updated_at, sheet.version,
  '/prop/' || v.property_id || '/worksheet/' || sheet.id
from v join sheet on true left join app_user u on u.id = sheet.updated_by
union all
select 4, 'Supp', 'SID ' || s.id || ', completed on ' || to_char(s.completed_on, 'FMDD-Mon-YYYY'), s.land_value::bigint, s.land_value::bigint,
  s.land_value::bigint = v.land_value::bigint, u.full_name, s.updated_at, s.version, '/supp/' || s.id
from v join supp_of s on true left join app_user u on u.id = s.valuer_id where app_may('suppV')
union all
select 5, 'Verification', case v.verification_type when 'INSPECTD' then 'Inspected' else initcap(v.verification_type) end || ' on ' || to_char(v.verified_on, 'FMDD-Mon-YYYY'), null, null, null, u.full_name, null, null,
  '/prop/' || v.property_id
from v left join app_user u on u.id = v.verified_by where v.verified_on is not null
union all
select 6, 'Objection', 'Claimed ' || coalesce(to_char(o.claimed_value::bigint, 'FM$999,999,999,999'), 'nothing') || ', ' || lower(o.outcome)
    || coalesce(' on ' || to_char(o.decided_on, 'FMDD-Mon-YYYY'), ''), o.lv_before::bigint, o.lv_after::bigint,
  case when o.lv_after is not null and v.method = 'O' then o.lv_after::bigint = v.land_value::bigint end, null, o.updated_at, o.version,
  '/prop/' || v.property_id
from v join objection o on o.property_id = v.property_id and o.base_date = v.base_date where v.series = 'LT'
union all
select 7, 'Primary benchmark', 'Property ' || b.id || ', ' || coalesce(b.address, '') || ': '
    || coalesce(to_char(b.v0, 'FM$999,999,999,999'), 'no value') || ' → ' || coalesce(to_char(b.v1, 'FM$999,999,999,999'), 'no value')
    || coalesce(', × ' || trim_scale(round(b.v1::numeric / nullif(b.v0, 0), 4)), ''),
  b.v1, null, null, b.by_name, b.updated_at, b.version, coalesce('/value/' || b.value_id, '/prop/' || b.id)
from benchmark b
order by 1
