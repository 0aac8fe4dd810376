-- A tenure is found by its account number. What a file leaves empty stays as it is; the redetermination of the office is its own.
with line as (
  select l.*, count(*) over (partition by l.account_no) as times
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, region text, office text, lga text, suburb text, account_no text, holder text,
    lots text, tenure_type text, subtype text, usages text, structures text, gross_rent numeric, net_rent numeric, area numeric,
    next_review date, last_review date, redetermined_rent numeric, prior_rent numeric, term text, commenced_on date, expires_on date,
    holder_class text, tenure_class text, usage_class text, suspended text, suspended_until date, rebate_category text,
    latest_valuation numeric, clcta text, express_rent text, valued_by text, valued_on date, file_status text, noticed_on date,
    objection_until date, process_type text, valuation_ref text)
)
select l.line, t.id, t.version, coalesce(t.district_code::text, d.code::text) as district_code, l.account_no,
  coalesce(l.region, t.region) as region, coalesce(l.office, t.office) as office, coalesce(l.lga, t.lga) as lga,
  coalesce(l.suburb, t.suburb) as suburb, coalesce(l.holder, t.holder) as holder, coalesce(l.tenure_type, t.tenure_type) as tenure_type,
  coalesce(l.subtype, t.subtype) as subtype, coalesce(round(l.gross_rent), t.gross_rent::bigint) as gross_rent,
  coalesce(round(l.net_rent), t.net_rent::bigint) as net_rent, coalesce(l.area, t.area) as area,
  coalesce(l.next_review, t.next_review) as next_review, coalesce(l.last_review, t.last_review) as last_review,
  coalesce(round(l.redetermined_rent), t.redetermined_rent::bigint) as redetermined_rent,
  coalesce(round(l.prior_rent), t.prior_rent::bigint) as prior_rent, coalesce(l.term, t.term) as term,
  coalesce(l.commenced_on, t.commenced_on) as commenced_on, coalesce(l.expires_on, t.expires_on) as expires_on,
  coalesce(l.holder_class, t.holder_class) as holder_class, coalesce(l.tenure_class, t.tenure_class) as tenure_class,
  coalesce(l.usage_class, t.usage_class) as usage_class, l.suspended is not null as suspended,
  coalesce(l.suspended_until, t.suspended_until) as suspended_until, coalesce(l.rebate_category, t.rebate_category) as rebate_category,
  coalesce(round(l.latest_valuation), t.latest_valuation::bigint) as latest_valuation, coalesce(l.clcta, t.clcta) as clcta,
  coalesce(l.express_rent, t.express_rent) as express_rent, coalesce(l.valued_by, t.valued_by) as valued_by,
  coalesce(l.valued_on, t.valued_on) as valued_on, coalesce(l.file_status, t.file_status) as file_status,
  coalesce(l.noticed_on, t.noticed_on) as noticed_on, coalesce(l.objection_until, t.objection_until) as objection_until,
  coalesce(l.process_type, t.process_type) as process_type, coalesce(l.valuation_ref, t.valuation_ref) as valuation_ref,
  coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', o.id)) || jsonb_build_object('lot', coalesce(w.m[1], w.written),
      'section', nullif(w.m[2], ''), 'plan_type', case when w.m is not null then upper(coalesce(w.m[3], 'DP')) end, 'plan', w.m[4]) order by w.n)
    from (select btrim(p.part) as written, row_number() over (order by p.n) as n,
        regexp_match(btrim(p.part), '^(?:lot )?([A-Za-z0-9]+)(?:/([A-Za-z0-9]*))?/ ?(DP|SP|CP)? ?(\d+)$', 'i') as m
      from string_to_table(l.lots, ';') with ordinality p (part, n) where btrim(p.part) <> '') w
    left join (select o.id, row_number() over (order by o.posn, o.id) as n from tenure_lot o where o.tenure_id = t.id) o on o.n = w.n),
    (select jsonb_agg(jsonb_build_object('id', o.id, 'lot', o.lot, 'section', o.section, 'plan_type', o.plan_type, 'plan', o.plan) order by o.posn, o.id)
    from tenure_lot o where o.tenure_id = t.id), '[]') as lot_rows,
  coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', o.id, 'usage', w.written)) order by w.n)
    from (select btrim(p.part) as written, row_number() over (order by p.n) as n
      from string_to_table(l.usages, ';') with ordinality p (part, n) where btrim(p.part) <> '') w
    left join (select o.id, row_number() over (order by o.posn, o.id) as n from tenure_usage o where o.tenure_id = t.id) o on o.n = w.n),
    (select jsonb_agg(jsonb_build_object('id', o.id, 'usage', o.usage) order by o.posn, o.id) from tenure_usage o where o.tenure_id = t.id), '[]') as usage_rows,
  coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', o.id, 'structure', w.written)) order by w.n)
    from (select btrim(p.part) as written, row_number() over (order by p.n) as n
      from string_to_table(l.structures, ';') with ordinality p (part, n) where btrim(p.part) <> '') w
    left join (select o.id, row_number() over (order by o.posn, o.id) as n from tenure_structure o where o.tenure_id = t.id) o on o.n = w.n),
    (select jsonb_agg(jsonb_build_object('id', o.id, 'structure', o.structure) order by o.posn, o.id) from tenure_structure o where o.tenure_id = t.id), '[]') as structure_rows,
  case when l.times > 1 then format('Account no. %s stands in %s lines.', l.account_no, l.times)
    when l.suspended is not null and lower(l.suspended) <> 'current'
      then format('Suspended Redetermination is “%s”; it is “Current” or empty.', l.suspended)
    when t.id is null and l.lga is null then 'LGA is empty. A new tenure needs the district in which it lies.'
    when t.id is null and d.code is null then format('There is no district “%s”.', l.lga) end as refused
from line l
left join tenure t on t.account_no = l.account_no
left join lateral (
  select d.code from district d where lower(d.name) = lower(l.lga) or d.code::text = l.lga order by d.current desc, d.code limit 1) d on true
order by l.line
