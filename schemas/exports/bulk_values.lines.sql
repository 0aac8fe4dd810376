-- The newest five values of each property, the newest first.
with newest as (
  select v.*, row_number() over (partition by v.property_id order by v.base_date desc) as n
  from property_value v
  where v.series = 'LT' and v.land_value is not null and v.district_code = any (:districts::text[])
), five as (
  select v.property_id,
    max(v.base_date::date) filter (where v.n = 1) as base_date_1, max(v.land_value::bigint) filter (where v.n = 1) as land_value_1,
      max(v.authority_code) filter (where v.n = 1) as authority_1, max(v.basis_code) filter (where v.n = 1) as basis_1,
    max(v.base_date::date) filter (where v.n = 2) as base_date_2, max(v.land_value::bigint) filter (where v.n = 2) as land_value_2,
      max(v.authority_code) filter (where v.n = 2) as authority_2, max(v.basis_code) filter (where v.n = 2) as basis_2,
    max(v.base_date::date) filter (where v.n = 3) as base_date_3, max(v.land_value::bigint) filter (where v.n = 3) as land_value_3,
      max(v.authority_code) filter (where v.n = 3) as authority_3, max(v.basis_code) filter (where v.n = 3) as basis_3,
    max(v.base_date::date) filter (where v.n = 4) as base_date_4, max(v.land_value::bigint) filter (where v.n = 4) as land_value_4,
      max(v.authority_code) filter (where v.n = 4) as authority_4, max(v.basis_code) filter (where v.n = 4) as basis_4,
    max(v.base_date::date) filter (where v.n = 5) as base_date_5, max(v.land_value::bigint) filter (where v.n = 5) as land_value_5,
      max(v.authority_code) filter (where v.n = 5) as authority_5, max(v.basis_code) filter (where v.n = 5) as basis_5
  from newest v
  where v.n <= 5
  group by v.property_id
)
select p.id as item, p.district_code, d.name as district_name, p.id as property_id, p.property_type, p.prop_name as property_name,
  p.unit_number, nullif(house_number_of(p.hnum1_prefix, p.hnum1, p.hnum1_suffix, p.hnum2_prefix, p.hnum2, p.hnum2_suffix), '') as house_number,
  p.street_name, p.suburb as suburb_name, p.postcode, p.legal_description as property_description, p.zone_code,
  trim_scale(p.area) as area, case when p.area is not null then p.area_unit end as area_type,
  v.base_date_1, v.land_value_1, v.authority_1, v.basis_1,
  v.base_date_2, v.land_value_2, v.authority_2, v.basis_2,
  v.base_date_3, v.land_value_3, v.authority_3, v.basis_3,
  v.base_date_4, v.land_value_4, v.authority_4, v.basis_4,
  v.base_date_5, v.land_value_5, v.authority_5, v.basis_5
from property p
join five v on v.property_id = p.id
join district d on d.code = p.district_code
where p.id = any (:ids::bigint[])
order by p.district_code, p.id
