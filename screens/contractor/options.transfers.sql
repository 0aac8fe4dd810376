-- What the inbox folder and the export by the clock did, the latest first.
select t.id, t.kind as transfer_kind, case t.kind when 'SCHEDULE' then 'By the clock, due ' || to_char(t.due_at at time zone 'Australia/Sydney', 'FMDD-Mon-YYYY HH24:MI')
    else t.name end as name,
  t.state as transfer_state, t.said, t.begun_at as at, u.full_name as as_whom, t.size_bytes,
  case when t.export_id is not null then '/trx/export?export=' || t.export_id when t.job_id is not null and t.kind = 'INBOX' then '/trx/import' end as link
from transfer_log t
left join app_user u on u.id = t.as_user
