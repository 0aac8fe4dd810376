-- Items of one export, and which were sent before.
select i.id, i.item_id, i.district_code, i.outcome = 'KEPT_OUT' as kept_out_flag, i.sent_before,
  case i.item_type when 'SU' then '/supp/' || i.item_id when 'AN' then '/anly/' || i.item_id when 'IS' then '/ref/schedules/' || i.item_id when 'PR' then '/prop/' || i.item_id
    when 'WS' then '/prop/' || w.property_id || '/worksheet/' || w.id when 'VX' then '/annual/vatexcept?file=' || v.file_id end as link
from export_item i
left join worksheet w on i.item_type = 'WS' and w.id = i.item_id
left join vat_exception v on i.item_type = 'VX' and v.id = i.item_id
where i.export_id = :export::bigint
