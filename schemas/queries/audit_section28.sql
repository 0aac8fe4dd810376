-- Test 908: each finding of the section 28 exceptions.
-- uses: section28_findings
select 908 as test, district_code, synthetic, concat_ws(' ', group_id, rule, property_id) as key, property_id, group_name as about, detail,
  null::numeric as measured, null::numeric as lower_limit, null::numeric as upper_limit, true as failed
from section28_findings
