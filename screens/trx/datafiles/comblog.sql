-- What became of every line of the files, with a way to the record that it is about and to the conflict that it made.
select l.id, f.name as file_name, l.line_no, l.item_type, l.item_id, l.action, l.field, l.old_value, l.new_value,
       l.message, l.severity, l.district_code,
       case when l.item_id is not null then coalesce(t.name || ' ', '') || l.item_id end as item,
       case when l.item_id is not null then t.prefix || l.item_id end as link,
       k.state as conflict_state,
       '/trx/conflicts?conflict=' || k.id as conflict_link
from import_log l
join import_file f on f.id = l.file_id
left join (values ('SA', 'Sale', '/sale/'), ('PR', 'Property', '/prop/'), ('SU', 'Supp', '/supp/'), ('AN', 'Analysis', '/anly/'),
    ('CT', 'Tenure', '/clte/'), ('CP', 'CLE property', '/clpr/'), ('CA', 'CLE parcel', '/clpa/'), ('CL', 'LAMC valuation', '/clla/'),
    ('VI', 'Received value', null), ('IS', 'Improvement schedule', null))
  t (code, name, prefix) on t.code = l.item_type
left join sale_conflict k on l.action = 'conflict' and l.item_type = 'SA' and k.sale_id = l.item_id and k.file_id = l.file_id
  and k.line_no = l.line_no
where (:ids::text is null or l.file_id::text = any(string_to_array(:ids::text, ',')))
  and (:action::text is null or l.action = :action::text)
  and (:severity::text is null or l.severity = :severity::text)
  and (:kind::text is null or l.item_type = :kind::text)
  and (:line::integer is null or l.line_no = :line::integer)
