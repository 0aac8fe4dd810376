-- Test 904: the value over what the old one comes to by the factor of the component, less one, beyond the option for a significant change;
-- benchmarks too. Values that are stale only are not among them.
-- uses: factor_variances, audit_limits
select l.test, v.district_code, v.synthetic, v.property_id::text as key, v.property_id, v.address as about,
  said_amount(v.v1) || ', by the factor ' || said_amount(v.expected) as detail, v.variance * 100 as measured, l.lower_limit, l.upper_limit, true as failed
from factor_variances as v
join audit_limits as l on l.district_code = v.district_code and l.test = 904
where coalesce(v.unjudged, 'BENCHMARK') = 'BENCHMARK' and abs(v.variance) > l.upper_limit / 100
