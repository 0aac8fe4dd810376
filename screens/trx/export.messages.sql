-- What was found about items of one export, errors first.
select m.id, m.severity, m.rule, m.message, m.district_code, m.item_id,
  case m.item_type when 'SU' then '/supp/' || m.item_id when 'AN' then '/anly/' || m.item_id when 'IS' then '/ref/schedules/' || m.item_id when 'PR' then '/prop/' || m.item_id end as link
from export_message m
where m.export_id = :export::bigint
