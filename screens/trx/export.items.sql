-- Items of one export, and which were sent before.
select i.id, i.item_id, i.district_code, i.outcome = 'KEPT_OUT' as kept_out_flag, i.sent_before,
  case i.item_type when 'SU' then '/supp/' || i.item_id when 'AN' then '/anly/' || i.item_id when 'IS' then '/ref/schedules/' || i.item_id when 'PR' then '/prop/' || i.item_id end as link
from export_item i
where i.export_id = :export::bigint
