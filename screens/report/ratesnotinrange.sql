-- Which improvements were analysed at a rate outside the schedules?
-- A line with a rate is judged by the schedule that holds for its type, unit and condition at the contract: the district's before the
-- region's before everybody's, of equals the latest. How far out is rate ÷ low − 1, or rate ÷ high − 1.
-- counts: anlys by analysis_id
-- uses: judged_rates
select line_id, analysis_id, property_id, district_code, zone_code, component_code, address, contract_date, type as improvement_type,
  description as line_description, unit as line_unit, condition, rate as improvement_rate, low as usual_low, high as usual_high,
  schedule, case when rate < low then rate / nullif(low, 0) else rate / nullif(high, 0) end - 1 as far_out
from judged_rates
where verdict = 'OUT'
