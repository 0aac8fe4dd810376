-- What the tests of the audit measure at the values under work: each query of tests that is asked for is run, the others are not. A new
-- test is a row of audit_test and, where no query here has it, a query and a line here.
-- uses: audit_levels, audit_components, audit_benchmarks, audit_risks, audit_values, audit_variances, audit_concessions, audit_verifications, audit_section28, audit_crown
with asked as materialized (
  select number, query
  from audit_test
  where (:test::integer is null or number = :test::integer) and (:family::text is null or query = :family::text)
)
select m.* from (
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, judged
  from audit_levels where (select count(*) from asked where query = 'audit_levels') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, judged
  from audit_components where (select count(*) from asked where query = 'audit_components') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_benchmarks where (select count(*) from asked where query = 'audit_benchmarks') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, judged
  from audit_risks where (select count(*) from asked where query = 'audit_risks') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_values where (select count(*) from asked where query = 'audit_values') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_variances where (select count(*) from asked where query = 'audit_variances') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_concessions where (select count(*) from asked where query = 'audit_concessions') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_verifications where (select count(*) from asked where query = 'audit_verifications') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_section28 where (select count(*) from asked where query = 'audit_section28') > 0
  union all
  select test, district_code, synthetic, key, property_id, about, detail, measured, lower_limit, upper_limit, failed, true as judged
  from audit_crown where (select count(*) from asked where query = 'audit_crown') > 0
) as m
where m.test in (select number from asked)
