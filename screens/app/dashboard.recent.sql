-- The records that this person changed last, each once: of the newest entries of the audit, whose index of users tells them.
with mine as (
  select a.table_name, a.row_id, max(a.at) as changed_at
  from (
    select table_name, row_id, at from audit
    where user_id = (select app_user_id()) and table_name in ('property', 'sale')
    order by id desc limit 400
  ) as a
  group by a.table_name, a.row_id
)
select 'PID ' || p.id as record, p.address as record_address, m.changed_at, '/prop/' || p.id as link
from mine as m
join property as p on m.table_name = 'property' and p.id = m.row_id
where app_may('propV')
union all
select 'Sale ' || s.id, s.address, m.changed_at, '/sale/' || s.id
from mine as m
join sale as s on m.table_name = 'sale' and s.id = m.row_id
where app_may('saleV')
order by changed_at desc, record
limit 8
