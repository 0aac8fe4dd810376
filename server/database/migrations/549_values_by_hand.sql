-- Values found by hand are a thirtieth of all of a year; what was done in a month asks for them in every district.
create index property_value_by_hand on property_value (base_date, district_code) where series = 'LT' and method = 'H';
