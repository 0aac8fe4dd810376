-- How many rows a person sees is counted from an index that holds what row security asks, and whose entries are alike, so it is
-- small: of 2.7 million properties in a third of the time. Each serves in place of the one that it is.
drop index property_in_district;
create index property_in_district on property (district_code, synthetic);
drop index sale_component;
create index sale_component on sale (district_code, component_code, synthetic);
