-- What became of every line of the files, a change as it was and is now, with a way to the record that it is about and to the conflict that it made.
select l.id, l.file_id, f.name as file_name, l.line_no, l.item_type, l.item_id, l.action, l.field, l.old_value, l.new_value,
       coalesce(l.message, case when l.field is not null then coalesce(l.old_value, 'empty') || ' → ' || coalesce(l.new_value, 'empty') end) as message,
       l.severity, l.district_code, t.prefix || l.item_id as link,
       k.state as conflict_state, '/trx/conflicts?conflict=' || k.id as conflict_link
from import_log l
join import_file f on f.id = l.file_id
left join (values ('SA', '/sale/'), ('PR', '/prop/'), ('SU', '/supp/'), ('AN', '/anly/'), ('CT', '/clte/'), ('CP', '/clpr/'),
    ('CA', '/clpa/'), ('CL', '/clla/'), ('IS', '/ref/schedules/')) t (code, prefix) on t.code = l.item_type
left join sale_conflict k on l.action = 'conflict' and l.item_type = 'SA' and k.sale_id = l.item_id and k.file_id = l.file_id
  and k.line_no = l.line_no
where (:ids::text is null or l.file_id = any(array(
    select id::bigint from unnest(string_to_array(:ids::text, ',')) id where id ~ '^ *[0-9]{1,18} *$')))
  and (:action::text is null or l.action = :action::text)
  and (:severity::text is null or l.severity = :severity::text)
  and (:kind::text is null or l.item_type = :kind::text)
  and (:line::integer is null or l.line_no = :line::integer)
