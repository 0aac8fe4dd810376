-- Lots as 7/DP755247, with a section as 8/12/DP755247; what is no lot and plan stands as it was written.
select t.id as item, t.district_code, t.region, t.office, coalesce(t.lga, d.name) as lga, t.suburb, t.account_no, t.holder,
  (select string_agg(concat_ws('/', o.lot, o.section, o.plan_type || o.plan), ';' order by o.posn, o.id)
    from tenure_lot o where o.tenure_id = t.id) as lots,
  t.tenure_type, t.subtype,
  (select string_agg(o.usage, ';' order by o.posn, o.id) from tenure_usage o where o.tenure_id = t.id) as usages,
  (select string_agg(o.structure, ';' order by o.posn, o.id) from tenure_structure o where o.tenure_id = t.id) as structures,
  t.gross_rent::bigint as gross_rent, t.net_rent::bigint as net_rent, trim_scale(t.area) as area, t.next_review, t.last_review,
  t.redetermined_rent::bigint as redetermined_rent, t.prior_rent::bigint as prior_rent, t.term, t.commenced_on, t.expires_on,
  t.holder_class, t.tenure_class, t.usage_class, case when t.suspended then 'Current' end as suspended, t.suspended_until,
  t.rebate_category, t.latest_valuation::bigint as latest_valuation, t.clcta, t.express_rent, t.valued_by, t.valued_on,
  t.file_status, t.noticed_on, t.objection_until, t.process_type, t.valuation_ref
from tenure t
join district d on d.code = t.district_code
where t.id = any (:ids::bigint[])
order by t.account_no
