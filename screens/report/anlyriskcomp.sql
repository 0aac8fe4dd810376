-- Which properties should be rated for an analysed sale and are not, and which are without one?
-- Counted: an analysed sale of the window (1 July of the base year to 31 December of the year after) that is exported or, where the
-- option says so, analysed. MISSING: a property of a counted sale with another rating. STALE: rated 1-ANLYSALE without a counted sale.
-- counts: properties by property_id
-- uses: default_ratings, risk_analyses
with latest as (
  select distinct on (property_id) property_id, analysis_id, exported, exported_on
  from risk_analyses
  order by property_id, contract_date desc, analysis_id desc
), told as (
  select d.property_id, d.district_code, d.address, d.zone_code, d.component_code, coalesce(d.stored, 'No rating') as stored,
    d.default_rating, l.analysis_id, l.exported, l.exported_on,
    case when l.analysis_id is null then 'STALE' else 'MISSING' end as finding
  from default_ratings as d
  left join latest as l on l.property_id = d.property_id
  where (d.stored = '1-ANLYSALE') is distinct from (l.analysis_id is not null)
    and (d.stored = '1-ANLYSALE' or l.analysis_id is not null)
)
select t.property_id, t.district_code, t.address, t.zone_code, t.component_code, t.finding,
  case t.finding when 'MISSING' then 'E' else 'W' end as rule_severity, coalesce(t.analysis_id, o.id) as analysis_id,
  coalesce(t.exported, o.exported) as exported, coalesce(t.exported_on, o.exported_on) as exported_on, t.stored,
  case t.finding when 'MISSING' then '1-ANLYSALE' else t.default_rating end as expected
from told as t
left join lateral (
  select a.id, a.exported, a.exported_on from analysis as a
  where t.finding = 'STALE' and a.property_id = t.property_id
  order by a.contract_date desc nulls last, a.id desc
  limit 1) as o on true
