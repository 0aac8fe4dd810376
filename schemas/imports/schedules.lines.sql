-- Each line is a rate; what a schedule says beside its rates, and rates that go, are told at its first line.
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
), pair as (
  select coalesce(l.key, o.key) as key, l.line, o.id, l.low, l.high, o.low as old_low, o.high as old_high, o.description as old_description
  from line l
  full join stored o on o.key = l.key and o.type = l.type and o.description is not distinct from l.description
    and o.unit is not distinct from l.unit and o.condition is not distinct from l.condition and o.nth = l.nth
), first as (
  select l.key, min(l.line) as line, min(l.valid_from) as valid_from, min(l.valid_to) as valid_to,
    min(l.scope) as scope, min(l.place) as place
  from line l group by l.key
), field as (
  select p.line, v.field, v.old_value, v.new_value
  from pair p
  cross join lateral (values ('low', trim_scale(p.old_low)::text, trim_scale(p.low)::text),
    ('high', trim_scale(p.old_high)::text, trim_scale(p.high)::text)) v (field, old_value, new_value)
  where p.line is not null and p.id is not null and v.old_value <> v.new_value
  union all
  select f.line, 'rates', format('%s: %s to %s', p.old_description, trim_scale(p.old_low), trim_scale(p.old_high)), null
  from pair p join first f on f.key = p.key
  where p.line is null
  union all
  select f.line, v.field, v.old_value, v.new_value
  from first f
  join improvement_schedule s on lower(s.name) = f.key
  left join contract_region g on g.id = s.region_id
  cross join lateral (values ('valid_from', s.valid_from::text, coalesce(f.valid_from, s.valid_from)::text),
    ('valid_to', s.valid_to::text, coalesce(f.valid_to, s.valid_to)::text), ('scope', s.scope, f.scope),
    ('place', coalesce(s.district, g.name, ''), coalesce(f.place, ''))) v (field, old_value, new_value)
  where v.old_value <> v.new_value
)
select p.line, case when p.id is null then 'new' when exists (select from field f where f.line = p.line) then 'changed' else 'same' end as action,
  null::text as field, null::text as old_value, null::text as new_value, null::text as message
from pair p where p.line is not null
union all
select f.line, 'changed', f.field, f.old_value, f.new_value, null from field f
order by 1, 3 nulls first
