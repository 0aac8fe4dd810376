-- By which factor does Crown land move in each region, and what does that make of it?
-- The index is the new values of the region's benchmarks in LGAs in tranche ÷ the old ones, to three decimals; none below two
-- benchmarks. It is applied in LGAs out of tranche, a custom factor of the LGA before it: to land values, rounded as they are; of
-- financial land to the cap rate, four decimals. A region is taken whole, whichever of its LGAs is chosen.
-- counts: clprs by crown_property_id
-- uses: regional_indices
with valued as (
  select p.id as crown_property_id, r.region_id, r.crown_class, p.area, v.land_value::bigint as land_value, r.index_factor,
    case when r.crown_class <> 'FIN' then round_land_value(v.land_value * r.index_factor)
      else round(v.net_rent / nullif(round(v.cap_rate * r.index_factor, 4), 0))::bigint end as new_value
  from regional_indices as r
  join crown_property as p on p.district_code = r.district_code and coalesce(p.valuation_class, '') = r.crown_class
  left join crown_value as v on v.crown_property_id = p.id and v.base_date = base_date_of(:year::integer)
  where :classes::text[] is null or r.crown_class = any(:classes::text[])
), counted as (
  select region_id, crown_class, count(*)::integer as properties, sum(area) as area, sum(land_value)::bigint as value,
    sum(land_value) filter (where new_value is not null)::bigint as indexed_value, sum(new_value)::bigint as factored_value
  from valued
  group by region_id, crown_class
), lgas as (
  select distinct region_id, region, crown_class, crown_class_name, region_n, region_old, region_new, region_factor, calculated_factor,
    count(*) filter (where in_tranche) over each as lgas_in, count(*) filter (where not in_tranche) over each as lgas_out
  from regional_indices
  window each as (partition by region_id, crown_class)
)
select l.region_id || ' ' || l.crown_class as key, l.region_id, l.region, l.crown_class, l.crown_class_name, l.region_n as benchmarks,
  l.region_old as sum_old, l.region_new as sum_new, l.region_factor, l.region_factor - 1 as region_change, l.calculated_factor,
  l.lgas_in::integer as lgas_in, l.lgas_out::integer as lgas_out, c.properties, c.area, c.value, c.indexed_value, c.factored_value
from lgas as l
left join counted as c on c.region_id = l.region_id and c.crown_class = l.crown_class
where :classes::text[] is null or l.crown_class = any(:classes::text[])
