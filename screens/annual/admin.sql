-- How far is each district with the year under work?
-- counts: district years by id
with years as materialized (
  select y.id, y.version, y.district_code::text as district_code, d.name as district, y.base_date, y.state, y.general_valuation,
    y.in_tranche, y.lock_reason, y.locked_at, y.synthetic, u.full_name as locked_name
  from district_year as y
  join district as d on d.code = y.district_code
  left join app_user as u on u.id = y.locked_by
  where y.base_date = future_base_date() and y.district_code = any(:districts::text[])
), components as (
  select c.district_code::text as district_code, c.synthetic, count(*)::integer as components,
    (count(*) filter (where k.report_status = 'DONE'))::integer as reports_done,
    (count(*) filter (where k.applied_on is not null))::integer as factors_applied
  from component as c
  left join component_year as k on k.district_code = c.district_code and k.component_code = c.code and k.synthetic = c.synthetic
    and k.base_date = future_base_date()
  where c.active and c.district_code = any(:districts::text[])
  group by 1, 2
), high as materialized (
  select code from reference_item
  where list = 'riskrating' and coalesce((extra ->> 'level')::integer, risk_level(code)) = 1
), seen as materialized (
  select distinct property_id from verification
  where base_date = future_base_date() and district_code = any(:districts::text[])
), risky as (
  select p.district_code::text as district_code, p.synthetic, count(*)::integer as high_risk, count(s.property_id)::integer as high_risk_verified
  from property as p
  left join seen as s on s.property_id = p.id
  where p.status = 'A' and p.risk_rating in (select code from high) and p.district_code = any(:districts::text[])
  group by 1, 2
), audits as (
  select r.district_code::text as district_code, r.synthetic,
    (count(*) filter (where r.failed and t.severity = 'E' and n.id is null))::integer as errors_open,
    (count(*) filter (where r.failed))::integer as failing, max(r.measured_at) as audited_at
  from audit_result as r
  join audit_test as t on t.number = r.test
  left join audit_note as n on n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test and n.key = r.key
    and n.synthetic = r.synthetic and btrim(n.text) <> ''
  where r.base_date = future_base_date() and r.district_code = any(:districts::text[])
  group by 1, 2
), texts as (
  select district_code::text as district_code, synthetic, (count(*) filter (where status <> 'DONE'))::integer as texts_open, count(*)::integer as texts
  from report_text
  where base_date = future_base_date() and district_code = any(:districts::text[])
  group by 1, 2
)
select y.id, y.version, y.district_code, y.district, y.base_date, y.state as year_state, y.general_valuation, y.in_tranche, y.lock_reason,
  y.locked_at, y.locked_name,
  coalesce(c.components, 0) as components, coalesce(c.reports_done, 0) as reports_done, coalesce(c.factors_applied, 0) as factors_applied,
  coalesce(r.high_risk, 0) as high_risk, coalesce(r.high_risk_verified, 0) as high_risk_verified,
  a.errors_open, a.failing, a.audited_at, t.texts_open, null::timestamptz as exported_at
from years as y
left join components as c on c.district_code = y.district_code and c.synthetic = y.synthetic
left join risky as r on r.district_code = y.district_code and r.synthetic = y.synthetic
left join audits as a on a.district_code = y.district_code and a.synthetic = y.synthetic
left join texts as t on t.district_code = y.district_code and t.synthetic = y.synthetic
