-- A schedule is found by its name. A rate that is there keeps its row: it is found by what it is a rate of.
with line as (
  select lower(l.name) as key, l.*,
    row_number() over (partition by lower(l.name), l.type, l.description, l.unit, l.condition order by l.line) as nth
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, scope text, place text, name text, type text, description text,
    unit text, low numeric, high numeric, condition text, valid_from date, valid_to date)
), stored as (
  select lower(s.name) as key, r.*,
    row_number() over (partition by s.id, r.type, r.description, r.unit, r.condition order by r.posn, r.id) as nth
  from improvement_schedule s join improvement_rate r on r.schedule_id = s.id
  where lower(s.name) in (select key from line)
), told as (
  select l.key, array_agg(l.line order by l.line) as lines, (array_agg(l.name order by l.line))[1] as name,
    min(l.scope) as scope, min(l.place) as place, min(l.valid_from) as valid_from, min(l.valid_to) as valid_to,
    count(distinct (l.scope, l.place, l.valid_from, l.valid_to)) as ways,
    jsonb_agg(case when o.id is null then '{}' else jsonb_build_object('id', o.id) end
      || jsonb_build_object('type', l.type, 'description', l.description, 'unit', l.unit, 'low', l.low, 'high', l.high,
        'condition', l.condition) order by l.line) as rates
  from line l
  left join stored o on o.key = l.key and o.type = l.type and o.description is not distinct from l.description
    and o.unit is not distinct from l.unit and o.condition is not distinct from l.condition and o.nth = l.nth
  group by l.key
)
select t.lines, s.id, s.version, d.code as district_code, t.name, t.scope, g.id as region_id, d.code as district,
  coalesce(t.valid_from, s.valid_from, '1900-01-01') as valid_from, coalesce(t.valid_to, s.valid_to, '9999-12-31') as valid_to,
  t.rates,
  case when t.ways > 1 then format('The lines of “%s” differ in where or when it holds.', t.name)
    when t.scope = 'DISTRICT' and d.code is null then format('“%s” holds in a district, and there is no district “%s”.', t.name, t.place)
    when t.scope = 'REGION' and g.id is null then format('“%s” holds in a region, and there is no region “%s”.', t.name, t.place)
    when t.scope = 'GLOBAL' and t.place <> '' then format('“%s” holds everywhere, and names “%s”.', t.name, t.place)
  end as refused
from told t
left join improvement_schedule s on lower(s.name) = t.key
left join district d on t.scope = 'DISTRICT' and d.code = t.place
left join contract_region g on t.scope = 'REGION' and g.name = t.place
order by t.lines
