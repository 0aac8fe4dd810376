select l.id, f.name as file_name, l.line_no, l.item_type, l.item_id, l.action, l.field, l.old_value, l.new_value,
       l.message, l.severity, l.district_code,
       case when l.item_type = 'SA' then l.item_id end as sale_id,
       case when l.item_type = 'PR' then l.item_id end as property_id
from import_log l
join import_file f on f.id = l.file_id
where (:ids::text is null or l.file_id::text = any(string_to_array(:ids::text, ',')))
  and (:action::text is null or l.action = :action::text)
  and (:severity::text is null or l.severity = :severity::text)
