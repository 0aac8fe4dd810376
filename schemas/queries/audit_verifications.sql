-- Test 907: verifications that are outstanding, as the reports of verification count them.
-- uses: verification_status
select 907 as test, s.district_code, s.synthetic, s.property_id::text as key, s.property_id, p.address as about,
  'Risk ' || coalesce(nullif(s.risk_rating, ''), 'none') || ', due by ' || to_char(s.due_on, 'FMDD-Mon-YYYY') as detail,
  null::numeric as measured, null::numeric as lower_limit, null::numeric as upper_limit, true as failed
from verification_status as s
join property as p on p.id = s.property_id
where s.outstanding
