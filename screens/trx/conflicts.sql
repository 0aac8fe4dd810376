-- uses: sale_conflicts
select k.id, k.version, k.sale_id, k.address, k.district_code, k.conflict_state, k.file_id,
  coalesce(f.name, 'No file') as file_name,
  upper(left(t.names, 1)) || substr(t.names, 2) as in_conflict, t.existing_text, t.incoming_text,
  (select count(*)::integer from analysis a where a.sale_id = k.sale_id) as analyses,
  u.full_name as decided_name, k.decided_at
from sale_conflicts k
left join import_file f on f.id = k.file_id
left join app_user u on u.id = k.decided_by
left join lateral (
  select string_agg(conflict_word(f.id), ', ' order by f.nth) as names,
    string_agg(conflict_value(f.id, k.existing), ', ' order by f.nth) as existing_text,
    string_agg(conflict_value(f.id, k.incoming), ', ' order by f.nth) as incoming_text
  from unnest(k.fields) with ordinality f (id, nth)) t on true
