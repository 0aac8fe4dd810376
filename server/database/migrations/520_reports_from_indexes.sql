-- What nearly every report asks of all properties and of their values stands in an index (docs/decisions/0190). What
-- the index by component does not hold is looked for in the table in no order; that of the district alone has the table's order.
drop index property_district;
create index property_district on property (district_code, component_code)
  include (status, synthetic, id, zone_code, risk_rating, benchmark_type, benchmark_property_type);
create index property_in_district on property (district_code);

-- The series that all reports are of. The index of both series stays: its entries are alike, so it is small.
create index property_value_lt on property_value (district_code, base_date) include (property_id, land_value, synthetic, method)
  where series = 'LT';
