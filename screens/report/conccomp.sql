-- Did the allowances and concessions move with the land value?
-- A row for each kind that an active property has at 1 July of the base year or a year later, with its share of the land value of the
-- same date; of apportionments the share is their percentage. CHANGED: both given, and the shares differ by more than the option says.
-- GONE: given before only, unless a completed supp valued the property for the later date. NEW: given later only. NOTBELOW: the later
-- amount is not below the land value, or the percentage not between 0 and 100. BOTH: a stratum allowance, MUAF or MDAF stands at the
-- later date with a kind that excludes it: any of the nine but the heritage value.
-- counts: properties by property_id
-- uses: concession_findings
select property_id || '-' || concession as key, property_id, district_code, address, zone_code, component_code, concession,
  case when not pct then before end::bigint as old_amount,
  case when not pct then now end::bigint as new_amount, now / before - 1 as amount_change, old_share, new_share, v0, v1,
  nullif(flags, '') as concession_flags, case when flags ~ 'NOTBELOW|BOTH' then 'E' when flags <> '' then 'W' end as rule_severity, supp_id
from concession_findings
where flags <> '' or not coalesce(:flagged_only::boolean, false)
