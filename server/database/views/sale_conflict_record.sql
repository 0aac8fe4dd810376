-- Contradictions between two received versions of a sale, as lists show them.

select k.*,
  s.address,
  f.name as file_name,
  u.full_name as decided_name,
  replace(array_to_string(k.fields, ', '), '_', ' ') as in_conflict
from sale_conflict k
left join sale s on s.id = k.sale_id
left join import_file f on f.id = k.file_id
left join app_user u on u.id = k.decided_by
