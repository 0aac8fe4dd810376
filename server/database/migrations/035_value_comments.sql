-- Which value is which, for those who write reports.

comment on column property_record.land_value_lt is 'V0: the value in force for land tax, series LT at lt_base_date().';
comment on column property_record.land_value_future is 'V1: the value under work, series LT at future_base_date(), a year later.';
comment on column property_record.land_value_lg is 'The value for local government at the base date in force.';
comment on column property.status is 'A active, X cancelled, O out of contract. Counts of properties mean A.';
comment on column property.risk_rating is 'Rating of the risk that the value is wrong, such as 1-BENCHMRK or 3-RESIDENT; null when none is given.';
comment on column property.component_code is 'Component in the district of the property.';
comment on column property.handcrafted is 'Valued by itself, not by its component''s factor.';
comment on column property_value.method is 'How the value was found: F by the component''s factor, H by hand, others as the code table valueMethod says.';
comment on column property_value.verified_on is 'When a valuer verified this value; null when it was not.';
comment on column property_value.factor_applied is 'Factor from the value before to this one.';
comment on column analysis.alv_lt is 'Analysed land value at the base date in force.';
comment on column analysis.alv_future is 'Analysed land value at the base date under work.';
comment on column analysis.added_value is 'What of the price was paid for improvements.';
