-- Tenures with their lots, usages and structures in words, and rents before and after, as lists and records show them.

select t.*,
  d.name as district_name,
  l.lots, l.lot_numbers, l.plan_numbers,
  (select string_agg(u.usage, ', ' order by u.posn, u.id) from tenure_usage u where u.tenure_id = t.id) as usages,
  (select string_agg(s.structure, ', ' order by s.posn, s.id) from tenure_structure s where s.tenure_id = t.id) as structures,
  case when t.accepted_on is null then t.net_rent else t.prior_rent end as rent_before,
  t.proposed_rent::bigint - case when t.accepted_on is null then t.net_rent else t.prior_rent end::bigint as rent_change,
  round((t.proposed_rent::bigint - case when t.accepted_on is null then t.net_rent else t.prior_rent end::bigint)::numeric
    / nullif(case when t.accepted_on is null then t.net_rent else t.prior_rent end::bigint, 0), 6) as rent_change_share
from tenure t
left join district d on d.code = t.district_code
left join lateral (
  select string_agg(concat(o.lot, '/' || o.section, '/' || o.plan_type || o.plan), ', ' order by o.posn, o.id) as lots,
    string_agg(o.lot, ', ' order by o.posn, o.id) as lot_numbers,
    string_agg(o.plan_type || o.plan, ', ' order by o.posn, o.id) as plan_numbers
  from tenure_lot o where o.tenure_id = t.id) l on true
