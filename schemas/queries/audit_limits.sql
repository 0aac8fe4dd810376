-- The tests of the audit with the limits that hold in each district: their own, or the option's either way.
select t.number as test, t.query, t.scope, t.severity, d.code::text as district_code,
  coalesce(t.lower_limit, -setting_number(t.limit_setting, contract_region_of(d.code))) as lower_limit,
  coalesce(t.upper_limit, setting_number(t.limit_setting, contract_region_of(d.code))) as upper_limit
from audit_test as t
cross join unnest(:districts::text[]) as d (code)
