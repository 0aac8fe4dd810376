-- Is the stored risk rating the default?
-- The default is the highest of: (b) the latest rating before that is not of an event, (c) a primary or reference benchmark, (d) the
-- default of its zone; of equals the first. E: the rating differs, and the event that it is named after does not hold: an analysed
-- sale of the window, an objection of the last years, a value that left its factor by more than the option says, an allowance.
-- W: it is the default only because it was so before, while (c) and (d) say otherwise.
-- counts: properties by property_id
-- uses: default_ratings, risk_analyses, prior_objections
with suspected as (
  select d.*, d.stored is distinct from d.default_rating as differs
  from default_ratings as d
  where d.stored is distinct from d.default_rating or d.reason = 'b' and d.rating_cd is distinct from d.stored
), moved as (
  -- Of the components of properties rated for a significant change, the factor: the office's, until then the usual one.
  select c.district_code, c.component_code, c.synthetic, coalesce(
    (select y.factor from component_year as y where y.district_code = c.district_code and y.component_code = c.component_code
      and y.synthetic = c.synthetic and y.base_date = c.on_date),
    (select mode() within group (order by v.factor_applied) from property as p
      join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = c.on_date and v.method = 'F'
        and v.factor_component = c.component_code
      where p.district_code = c.district_code and p.component_code = c.component_code and p.synthetic = c.synthetic
        and p.status = 'A')) as factor
  from (select distinct district_code, component_code, synthetic, on_date from suspected where stored = '1-SIGVALCH') as c
), limits as (
  select code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most from unnest(:districts::text[]) as code
), held as (
  select s.*, case s.stored
    when '1-ANLYSALE' then exists (select from risk_analyses as a where a.property_id = s.property_id)
    when '1-OBJECT' then exists (select from prior_objections as b where b.property_id = s.property_id)
    when '2-ALLOWNCE' then coalesce(has_allowance(v1), false)
    when '1-SIGVALCH' then coalesce(abs(v1.land_value::numeric / nullif(round_land_value(v0.land_value * m.factor), 0) - 1) > l.most
      and v1.land_value > 0 and not exists (select from s28_member as o join s28_group as g on g.id = o.group_id
        where o.property_id = s.property_id and g.base_date = s.on_date), false)
    else false end as holds
  from suspected as s
  join limits as l on l.code = s.district_code
  left join property_value as v1 on v1.property_id = s.property_id and v1.series = 'LT' and v1.base_date = s.on_date
  left join property_value as v0 on v0.property_id = s.property_id and v0.series = 'LT'
    and v0.base_date = (s.on_date - interval '1 year')::date
  left join moved as m on m.district_code = s.district_code and m.component_code = s.component_code and m.synthetic = s.synthetic
)
select h.property_id, h.district_code, h.address, h.zone_code, h.component_code, coalesce(h.stored, 'No rating') as stored,
  case when h.stored is not null then (
    -- The years since the last that carried another rating, where the latest carries this one.
    select min(v.base_date) from property_value as v
    where v.property_id = h.property_id and v.series = 'LT' and v.base_date > coalesce((
      select max(o.base_date) from property_value as o
      where o.property_id = h.property_id and o.series = 'LT' and o.risk_rating is distinct from h.stored), '-infinity')) end as since,
  h.default_rating, risk_reason(h.reason) as default_reason, h.rating_cd,
  case when h.differs then 'E' else 'W' end as rule_severity
from held as h
where not h.differs or not h.holds
