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
), concerned as (
  select distinct district_code, component_code, synthetic from suspected where stored = '1-SIGVALCH'
), usual as (
  select p.district_code::text as district_code, p.component_code, p.synthetic, mode() within group (order by v.factor_applied) as factor
  from property as p
  join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1)
    and v.district_code = any(:districts::text[]) and v.method = 'F' and v.factor_component = p.component_code
  where p.status = 'A' and (p.district_code::text, p.component_code, p.synthetic) in (select * from concerned)
  group by p.district_code, p.component_code, p.synthetic
), moved as (
  -- The factor of the components of properties rated for a significant change: the office's, until then the usual one.
  select c.*, coalesce(y.factor, u.factor) as factor
  from concerned as c
  left join usual as u on u.district_code = c.district_code and u.component_code = c.component_code and u.synthetic = c.synthetic
  left join component_year as y on y.district_code = c.district_code and y.component_code = c.component_code
    and y.synthetic = c.synthetic and y.base_date = base_date_of(:year::integer + 1)
), limits as materialized (
  select code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most from unnest(:districts::text[]) as code
), held as (
  select s.*, case s.stored
    when '1-ANLYSALE' then a.property_id is not null
    when '1-OBJECT' then b.property_id is not null
    when '2-ALLOWNCE' then coalesce(v1.allowed, false)
    when '1-SIGVALCH' then coalesce(abs(v1.land_value::numeric / nullif(round_land_value(v0.land_value * m.factor), 0) - 1) > l.most
      and v1.land_value > 0 and not exists (select from s28_member as o join s28_group as g on g.id = o.group_id
        where o.property_id = s.property_id and g.base_date = base_date_of(:year::integer + 1)), false)
    else false end as holds
  from suspected as s
  join limits as l on l.code = s.district_code
  left join (select distinct property_id from risk_analyses) as a on a.property_id = s.property_id
  left join (select distinct property_id from prior_objections) as b on b.property_id = s.property_id
  -- Only the values that are looked at: limit, because the planner would read those of all properties.
  left join lateral (
    select v.land_value, has_allowance(v) as allowed
    from property_value as v
    where s.stored in ('2-ALLOWNCE', '1-SIGVALCH') and v.property_id = s.property_id and v.series = 'LT'
      and v.base_date = base_date_of(:year::integer + 1)
    limit 1) as v1 on true
  left join lateral (
    select v.land_value
    from property_value as v
    where s.stored = '1-SIGVALCH' and v.property_id = s.property_id and v.series = 'LT' and v.base_date = base_date_of(:year::integer)
    limit 1) as v0 on true
  left join moved as m on m.district_code = s.district_code and m.component_code = s.component_code and m.synthetic = s.synthetic
)
select h.property_id, h.district_code, h.address, h.zone_code, h.component_code, coalesce(h.stored, 'No rating') as stored,
  (select min(v.base_date) from (
    select w.base_date, bool_and(w.risk_rating is not distinct from h.stored) over (order by w.base_date desc) as unbroken
    from property_value as w
    where w.property_id = h.property_id and w.series = 'LT' and h.stored is not null) as v
    where v.unbroken) as since,
  h.default_rating, risk_reason(h.reason) as default_reason, h.rating_cd,
  case when h.differs then 'E' else 'W' end as rule_severity
from held as h
where not h.differs or not h.holds
