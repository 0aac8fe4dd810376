-- Every test of the audit with what it found when it ran last in the chosen districts, and how much of it is explained. Old: records of a district,
-- options or limits have changed since; part run: not every district with records was asked.
with places as materialized (
  select d.code::text as district_code, audit_stamp(d.code) as stamp
  from unnest(:districts::text[]) as d (code)
  where exists (select from property as p where p.district_code = d.code)
    or exists (select from crown_parcel as c where c.district_code = d.code)
), runs as (
  select r.test, r.measured, r.failed, r.run_at, r.stamp = p.stamp as current
  from places as p
  join audit_run as r on r.district_code = p.district_code and r.base_date = base_date_of(:year::integer + 1)
), noted as (
  select r.test, count(n.id)::integer as noted
  from audit_result as r
  join audit_note as n on n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test and n.key = r.key
    and n.synthetic = r.synthetic
  where r.district_code = any(:districts::text[]) and r.base_date = base_date_of(:year::integer + 1) and r.failed
  group by r.test
), told as (
  select test, count(*) as districts, sum(measured)::integer as measured_n, sum(failed)::integer as failed_n, min(run_at) as run_at,
    bool_and(current) as current
  from runs group by test
)
select t.number as test_no, t.title as test_title, t.scope as audit_scope, t.severity as rule_severity,
  case when t.number in (301, 302) then 'of the zone'
    else concat_ws(' to ', round(coalesce(t.lower_limit, -setting_number(t.limit_setting)), 4)::float8,
      round(coalesce(t.upper_limit, setting_number(t.limit_setting)), 4)::float8) end as limit_text,
  t.unit as limit_unit, coalesce(o.measured_n, 0) as measured_n, o.failed_n, coalesce(n.noted, 0) as noted_n,
  case when t.note_required then greatest(coalesce(o.failed_n, 0) - coalesce(n.noted, 0), 0) else 0 end as open_n, o.run_at,
  case when o.districts is null then 'NEVER' when o.districts < (select count(*) from places) then 'PART' when o.current then 'NEW' else 'OLD' end
    as run_state,
  t.scope = 'CROWN' as crown, coalesce(o.failed_n, 0) > :most::integer as many
from audit_test as t
left join told as o on o.test = t.number
left join noted as n on n.test = t.number
where (t.scope = 'CROWN') = coalesce(:crown::boolean, false)
