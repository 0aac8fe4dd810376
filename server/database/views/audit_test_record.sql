-- Tests of the audit with the limits that hold: their own, or the option's either way.

select t.*,
  s.title as setting_title,
  coalesce(t.lower_limit, -setting_number(t.limit_setting)) as lower_in_force,
  coalesce(t.upper_limit, setting_number(t.limit_setting)) as upper_in_force
from audit_test t
left join setting_kind s on s.key = t.limit_setting
