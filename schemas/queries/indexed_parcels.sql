-- Crown parcels by LGA and class with the index of their class, and what each of them lacks. Of a parcel without a class that of its CLE
-- property counts.
-- uses: regional_indices
select c.id as parcel_id, c.synthetic, r.district_code, r.district, r.region_id, r.region, r.crown_class, r.crown_class_name, r.region_n,
  r.in_tranche, r.lacks, not r.in_tranche and r.applied_on is null as not_applied, c.crown_property_id is null as without_property,
  c.crown_property_id is not null and (coalesce(v.land_value, 0) = 0 or coalesce(c.land_value, 0) = 0) as without_value,
  c.crown_property_id is not null and case when r.crown_class = 'FIN' then v.cap_rate is null else coalesce(c.area, 0) = 0 end
    as without_area
from crown_parcel as c
left join crown_property as p on p.id = c.crown_property_id
left join crown_value as v on v.crown_property_id = c.crown_property_id and v.base_date = base_date_of(:year::integer + 1)
join regional_indices as r on r.district_code = c.district_code
  and r.crown_class = coalesce(c.valuation_class, p.valuation_class, '')
where r.asked
