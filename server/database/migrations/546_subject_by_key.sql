-- Under row security an index finds only what is held against values that can tell nothing of a row. PostgreSQL takes a coalesce for
-- something that could, so the property of an analysis was looked for among all; as a subquery of its own it is a value.

create or replace function comparable_subject_of(of_property bigint, of_analysis bigint) returns setof comparable_subject
language sql stable
begin atomic
  select 1::bigint, coalesce(a.sale_id, -a.id), p.id, p.district_code::text, p.synthetic, coalesce(a.zone_code, p.zone_code),
    coalesce(a.component_code, p.component_code), p.strata_lot is not null, nullif(coalesce(a.area, p.area), 0), p.lat, p.lon
  from property p
  left join analysis a on a.id = of_analysis and a.property_id = p.id
  where p.id = (select coalesce(of_property, (select o.property_id from analysis o where o.id = of_analysis)));
end;
