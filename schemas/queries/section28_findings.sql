-- Section 28 groups of the year after the base year that do not hold together; E5 asks for a look, the others are errors.
with g as (
  select id, district_code, name, base_date, value::bigint as value, synthetic
  from s28_group
  where base_date = base_date_of(:year::integer + 1) and district_code = any(:districts::text[])
), m as (
  select g.id as group_id, m.property_id, m.weight, p.zone_code, p.status, v.land_value::bigint as v1, v.method,
    (select min(h.name) from s28_member as o join s28_group as h on h.id = o.group_id
      where o.property_id = m.property_id and h.id <> g.id and h.base_date = g.base_date) as elsewhere
  from g
  join s28_member as m on m.group_id = g.id
  left join property as p on p.id = m.property_id
  left join property_value as v on v.property_id = m.property_id and v.series = 'LT' and v.base_date = g.base_date
), sums as (
  select g.id as group_id, g.value,
    coalesce((select sum(m.v1) from m where m.group_id = g.id), 0)::bigint as members,
    (select sum(l.value)::bigint from s28_line as l where l.group_id = g.id) as lines,
    exists (select from s28_line as l where l.group_id = g.id) as has_lines,
    (select count(distinct m.zone_code) from m where m.group_id = g.id and m.status = 'A') as zones,
    (select string_agg(distinct m.zone_code, ', ' order by m.zone_code) from m where m.group_id = g.id and m.status = 'A') as zone_codes
  from g
), found as (
  select group_id, null::bigint as property_id, 'E1' as rule,
    'The members come to ' || said_amount(members) || ', the group to ' || said_amount(value) || '.' as detail
  from sums where members <> value
  union all
  select group_id, null, 'E2', 'The lines come to ' || said_amount(round_land_value(lines)) || ', the group to ' || said_amount(value) || '.'
  from sums where round_land_value(lines) <> value
  union all
  select group_id, property_id, 'E3', 'The property is in the group ' || elsewhere || ' of this year too.' from m where elsewhere is not null
  union all
  select group_id, property_id, 'E4', 'Its value was made by a factor.' from m where method = 'F'
  union all
  select group_id, null, 'E5', 'The members lie in the zones ' || zone_codes || '.' from sums where zones > 1
  union all
  select group_id, null, 'E6', 'The group has no lines.' from sums where not has_lines
  union all
  select group_id, property_id, 'E7', 'Its weight is ' || case when weight is null then 'missing.' else '0.' end from m where coalesce(weight, 0) = 0
  union all
  select group_id, property_id, 'E8', 'The property is not active.' from m where status is distinct from 'A'
)
select f.group_id, f.property_id, f.rule, f.detail, g.district_code::text as district_code, g.name as group_name, g.value as group_v1, g.synthetic
from found as f
join g on g.id = f.group_id
