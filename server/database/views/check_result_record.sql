-- What checks found, with the rule and who acknowledged it.

select c.*,
  r.title,
  r.acknowledgeable,
  u.full_name as acknowledged_name,
  case when c.acknowledged_comment is not null then 'ACK' when c.severity = 'E' then 'FAIL' else 'WARN' end as state
from check_result c
join check_rule r on r.item_type = c.item_type and r.code = c.rule
left join app_user u on u.id = c.acknowledged_by
