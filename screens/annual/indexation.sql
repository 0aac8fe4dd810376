-- What the index makes of the Crown land of each LGA, by class.
-- Value, area and rate are of the CLE properties of the LGA at 1 July of the base year. Out of tranche the LGA's custom factor holds, else
-- its region's index, where that was calculated; each value is rounded as land values are. Of financial land the cap rate moves and
-- not the value: it is the rents over the values, moved to four decimals. In tranche nothing is indexed.
-- uses: regional_indices
with land as (
  select p.district_code::text as district_code, coalesce(p.valuation_class, '') as crown_class, r.index_factor,
    count(*)::integer as properties, sum(p.area) as area, sum(v0.land_value::bigint)::bigint as value,
    sum(v0.land_value::bigint) filter (where p.area > 0)::numeric / nullif(sum(p.area) filter (where v0.land_value is not null), 0) as rate,
    sum(v0.net_rent::bigint) filter (where v0.cap_rate is not null) / nullif(sum(v0.net_rent::bigint / v0.cap_rate), 0) as cap_rate,
    sum((indexed_value(v0, r.crown_class, r.index_factor)).land_value::bigint)::bigint as factored_value,
    sum(v1.land_value::bigint)::bigint as written,
    count(*) filter (where v1.land_value is null)::integer as without_value
  from regional_indices as r
  join crown_property as p on p.district_code = r.district_code and coalesce(p.valuation_class, '') = r.crown_class
  left join crown_value as v0 on v0.crown_property_id = p.id and v0.base_date = base_date_of(:year::integer)
  left join crown_value as v1 on v1.crown_property_id = p.id and v1.base_date = base_date_of(:year::integer + 1)
  where r.region_id = :region::bigint
  group by p.district_code, coalesce(p.valuation_class, ''), r.index_factor
), lots as (
  select c.district_code::text as district_code, coalesce(c.valuation_class, p.valuation_class, '') as crown_class, count(*)::integer as parcels
  from crown_parcel as c
  left join crown_property as p on p.id = c.crown_property_id
  where c.district_code = any(:districts::text[])
  group by 1, 2
), own as (
  select distinct on (district_code, crown_class) id as lga_id, version as lga_version, district_code::text as district_code, crown_class, custom_factor
  from lga_index
  where base_date = base_date_of(:year::integer + 1)
  order by district_code, crown_class, custom_factor is null, id
)
select r.district_code || ' ' || r.crown_class as key, r.district_code, r.district, r.crown_class, r.crown_class_name,
  case when r.in_tranche then 'In' else 'Out' end as tranche, r.in_tranche, o.lga_id, o.lga_version, r.custom_factor,
  r.index_factor, r.applied_on,
  case when r.in_tranche then 'In tranche' when r.custom_factor is not null then 'Custom' when r.lacks is not null then r.lacks
    else 'Region' end as factor_from,
  l.properties, t.parcels, l.area, l.value, round_rate(l.rate) as rate, round_rate(l.rate * r.index_factor) as factored_rate,
  round(l.cap_rate, 4) as cap_rate, case when r.crown_class = 'FIN' then round(l.cap_rate * r.index_factor, 4) end as factored_cap_rate,
  l.factored_value, l.written, l.without_value,
  (base_date_of(:year::integer + 1))::text as base_date,
  'Class ' || r.crown_class_name || ', ' || r.district_code || ' ' || r.district as about
from regional_indices as r
left join land as l on l.district_code = r.district_code and l.crown_class = r.crown_class
left join lots as t on t.district_code = r.district_code and t.crown_class = r.crown_class
left join own as o on o.district_code = r.district_code and o.crown_class = r.crown_class
where r.region_id = :region::bigint
  and r.district_code = any(:districts::text[])
  and (:classes::text[] is null or r.crown_class = any(:classes::text[]))
  and (l.properties is not null or t.parcels is not null or r.custom_factor is not null)
