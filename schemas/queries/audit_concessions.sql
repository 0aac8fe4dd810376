-- Test 906: flag NOTBELOW of the allowances and concessions, once for each property.
-- uses: concession_findings
select 906 as test, district_code::text as district_code, synthetic, property_id::text as key, property_id, min(address) as about,
  string_agg(case concession when 'ONSITE' then 'Onsite' when 'OFFSITE' then 'Offsite' when 'SUBDIV' then 'Subdivider' when 'STRATUM' then 'Stratum'
    when 'HERITAGE' then 'Heritage' when 'UNUTIL' then 'Unutilised' when 'ATTRIB' then 'Attributable' else concession end
    || ' ' || case when pct then round(now, 2) || ' %' else said_amount(now) end, ', ' order by concession)
    || ', land value ' || coalesce(said_amount(min(v1)), 'none') as detail,
  null::numeric as measured, null::numeric as lower_limit, null::numeric as upper_limit, true as failed
from concession_findings
where flags ~ 'NOTBELOW'
group by district_code, synthetic, property_id
