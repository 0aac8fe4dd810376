-- What the columns of properties, their values and components mean, for those who write reports.

comment on column component.id is 'Number of the component; elsewhere district and code name it.';
comment on column component.district_code is 'District within which the code holds; filter by it.';
comment on column component.code is 'Up to three capitals or figures; names it within the district.';
comment on column component.zone_code is 'Zone of its properties.';
comment on column component.description is 'Where it lies and what it holds, in words.';
comment on column component.property_type is 'Kind of property, as the code table benchmarkPropertyType.';
comment on column component.valuer_id is 'Valuer in charge; component_record.valuer_name says who.';
comment on column component.reviewed_on is 'When the component was reviewed last.';
comment on column component.non_homogeneous is 'Its properties are too unlike for one factor.';
comment on column component.handcrafted is 'All its values are found one by one, none by a factor.';
comment on column component.crown is 'Holds Crown land.';
comment on column component.financial is 'Valued by capitalisation rates instead of values.';
comment on column component.active is 'In use; one that is not is kept for older records.';
comment on column component.synthetic is 'Made by the demo generator.';
comment on column component.created_at is 'When the row was made.';
comment on column component.created_by is 'Who made it; null for the program.';
comment on column component.updated_at is 'When it was saved last.';
comment on column component.updated_by is 'Who saved it last; null for the program.';
comment on column component.version is 'Counts the saves.';
comment on column component.zone_as_of is 'When the record that told its zone was received.';

comment on column component_record.district_name is 'Name of the district.';
comment on column component_record.zone_name is 'What the zone code means today.';
comment on column component_record.valuer_name is 'Name of the valuer in charge.';
comment on column component_record.property_count is 'How many active properties it has.';

comment on column property_value.id is 'Number of the value.';
comment on column property_value.property_id is 'PID of the property.';
comment on column property_value.district_code is 'District of the property; filter by it.';
comment on column property_value.synthetic is 'Made by the demo generator.';
comment on column property_value.authority_code is 'Section of the Act under which it was valued, such as 14A.';
comment on column property_value.basis_code is 'Section of the Act by which it was valued, such as 6A(1).';
comment on column property_value.onsite_allowance is 'Allowance for expenditure on the site, whole AUD.';
comment on column property_value.offsite_allowance is 'Allowance for expenditure off the site, whole AUD.';
comment on column property_value.subdivider_allowance is 'Allowance while the subdivider owns the lot, whole AUD.';
comment on column property_value.stratum_allowance is 'Allowance of a lot of airspace, whole AUD.';
comment on column property_value.heritage_value is 'Lower value of a listed property, whole AUD.';
comment on column property_value.muaf_pct is 'Mixed use apportionment factor in per cent.';
comment on column property_value.mdaf_pct is 'Mixed development apportionment factor in per cent.';
comment on column property_value.unutilised_value is 'Value above that of a site of its house, whole AUD.';
comment on column property_value.attributable_part is 'Part of the value due to a use that is not permitted, whole AUD.';
comment on column property_value.factor_component is 'Code of the component whose factor it was; null without a factor.';
comment on column property_value.handcrafted is 'This value was found by hand.';
comment on column property_value.risk_rating is 'Rating of the risk that this value is wrong.';
comment on column property_value.verification_type is 'How it was verified, such as INSPECTD, KERBSIDE, DESKTOP.';
comment on column property_value.verified_by is 'Who verified it.';
comment on column property_value.valid_from is 'From when the value holds.';
comment on column property_value.created_at is 'When the row was made.';
comment on column property_value.created_by is 'Who made it; null for the program.';
comment on column property_value.updated_at is 'When it was saved last.';
comment on column property_value.updated_by is 'Who saved it last; null for the program.';
comment on column property_value.version is 'Counts the saves.';

comment on column property_record.id is 'PID, the Valuer General''s state-wide property id.';
comment on column property_record.district_code is 'District; filter by it.';
comment on column property_record.status is 'A active, X cancelled, O out of contract. Counts of properties mean A.';
comment on column property_record.property_type is 'Kind of title, such as NORMAL or STRATA.';
comment on column property_record.prop_name is 'Name of the property, where it has one.';
comment on column property_record.unit_number is 'Unit of the address.';
comment on column property_record.hnum1_prefix is 'What stands before the first house number.';
comment on column property_record.hnum1 is 'House number, or the first of several.';
comment on column property_record.hnum1_suffix is 'What stands after the first house number.';
comment on column property_record.hnum2_prefix is 'What stands before the last house number.';
comment on column property_record.hnum2 is 'Last house number of several.';
comment on column property_record.hnum2_suffix is 'What stands after the last house number.';
comment on column property_record.street_name is 'Street with its type.';
comment on column property_record.suburb is 'Suburb.';
comment on column property_record.postcode is 'Postcode, four figures.';
comment on column property_record.state is 'Always NSW.';
comment on column property_record.address is 'The address in one line, made of its parts.';
comment on column property_record.legal_description is 'Lots and plans in one line; legal_lot has them one by one.';
comment on column property_record.area is 'm²; area_unit tells how it was written (M or H).';
comment on column property_record.area_unit is 'How the area is written: M square metres, H hectares.';
comment on column property_record.area_vg is 'The Valuer General''s area in m², where the office has its own.';
comment on column property_record.area_changed_at is 'When the office changed the area.';
comment on column property_record.area_changed_by is 'Who changed the area.';
comment on column property_record.dimensions is 'Dimensions as received, in words.';
comment on column property_record.frontage is 'Frontage in metres.';
comment on column property_record.depth is 'Depth in metres.';
comment on column property_record.zone_code is 'Planning zone; its name is in zone_name.';
comment on column property_record.component_code is 'Component in the district of the property.';
comment on column property_record.benchmark_type is 'P primary, R reference, S secondary benchmark; null for none.';
comment on column property_record.benchmark_property_type is 'What it is a benchmark of: RES, COM, IND, RUR or OTH.';
comment on column property_record.subcategory is 'Finer kind, as the code table subcategory.';
comment on column property_record.land_use is 'Code of the reference list of land uses.';
comment on column property_record.strata_plan is 'Strata plan, where the property lies in one.';
comment on column property_record.strata_lot is 'Lot of the strata plan.';
comment on column property_record.strata_lot_count is 'How many lots the strata plan has.';
comment on column property_record.risk_rating is 'Risk that the value is wrong, such as 1-BENCHMRK; null when none is given.';
comment on column property_record.valuer_id is 'Valuer in charge; property_record.valuer_name says who.';
comment on column property_record.inspection_due is 'When it must be inspected.';
comment on column property_record.handcrafted is 'Valued by itself, not by its component''s factor.';
comment on column property_record.crown is 'Crown land.';
comment on column property_record.heritage is 'Listed as heritage.';
comment on column property_record.s28_group is 'Group of properties that are valued as a whole.';
comment on column property_record.internal_notes is 'Notes of the office.';
comment on column property_record.land_description is 'Formatted text; rich_text_plain() gives its words.';
comment on column property_record.values_rationale is 'Formatted text; rich_text_plain() gives its words.';
comment on column property_record.lat is 'Latitude in degrees.';
comment on column property_record.lon is 'Longitude in degrees.';
comment on column property_record.file_id is 'File that made an out-of-contract property.';
comment on column property_record.synthetic is 'Made by the demo generator.';
comment on column property_record.created_at is 'When the row was made.';
comment on column property_record.created_by is 'Who made it; null for the program.';
comment on column property_record.updated_at is 'When it was saved last.';
comment on column property_record.updated_by is 'Who saved it last; null for the program.';
comment on column property_record.version is 'Counts the saves.';
comment on column property_record.line_no is 'Line of the file that made an out-of-contract property.';
comment on column property_record.district_name is 'Name of the district.';
comment on column property_record.zone_name is 'What the zone code means today.';
comment on column property_record.component_description is 'Description of the component.';
comment on column property_record.valuer_name is 'Name of the valuer in charge.';
comment on column property_record.change_pct is '100 (V1 - V0) / V0, in per cent; null without both.';
comment on column property_record.land_rate is 'V1, without it V0, a square metre of the area.';
comment on column property_record.value_method is 'How V1 was found: F factor, H by hand; code table valueMethod.';
comment on column property_record.factor_applied is 'Factor from V0 to V1; null where V1 was found otherwise.';
comment on column property_record.last_sale_id is 'Latest sale in force, by contract date.';
comment on column property_record.last_sale_date is 'Contract date of the latest sale.';
comment on column property_record.last_sale_price is 'Price of the latest sale, whole AUD.';

-- The same columns of a table and of the view over it mean the same.
do $$
declare
  one record;
begin
  for one in
    select pair.other, a.attname, col_description(known.attrelid, known.attnum) as about
    from (values ('property_record'::regclass, 'property'::regclass), ('component', 'component_record')) as pair (told, other)
    join pg_attribute known on known.attrelid = pair.told and known.attnum > 0 and not known.attisdropped
    join pg_attribute a on a.attrelid = pair.other and a.attname = known.attname and a.attnum > 0 and not a.attisdropped
    where col_description(known.attrelid, known.attnum) is not null and col_description(a.attrelid, a.attnum) is null
  loop
    execute format('comment on column %s.%I is %L', one.other, one.attname, one.about);
  end loop;
end $$;
