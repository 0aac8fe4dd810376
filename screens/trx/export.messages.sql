-- What was found about items of one export, errors first.
select m.id, m.severity, m.rule, m.message, m.district_code, m.item_id,
  case m.item_type when 'SU' then '/supp/' || m.item_id when 'AN' then '/anly/' || m.item_id when 'IS' then '/ref/schedules/' || m.item_id when 'PR' then '/prop/' || m.item_id
    when 'WS' then '/prop/' || w.property_id || '/worksheet/' || w.id when 'VX' then '/annual/vatexcept?file=' || v.file_id end as link
from export_message m
left join worksheet w on m.item_type = 'WS' and w.id = m.item_id
left join vat_exception v on m.item_type = 'VX' and v.id = m.item_id
where m.export_id = :export::bigint
