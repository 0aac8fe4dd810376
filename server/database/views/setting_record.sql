-- Settings with what they are, what holds, and who changed them.

select s.*,
  k.group_code,
  k.posn,
  k.title,
  k.help,
  k.kind,
  k.unit,
  k.by_region,
  array_to_string(k.choices, ', ') as choices,
  r.name as region_name,
  setting_said(k, s.flag, s.number, s.text) as value_said,
  setting_said(k, k.default_flag, k.default_number, k.default_text) as default_said,
  coalesce(setting_said(k, s.flag, s.number, s.text), setting_said(k, k.default_flag, k.default_number, k.default_text))
    as holds,
  num_nonnulls(s.flag, s.number, s.text) > 0 as changed,
  u.full_name as changed_by
from setting s
join setting_kind k on k.key = s.key
left join contract_region r on r.id = s.region_id
left join app_user u on u.id = s.updated_by
