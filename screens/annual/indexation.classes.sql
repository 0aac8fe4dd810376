-- The index of each class of the region, as its benchmarks give it now and as it was calculated.
-- uses: regional_indices
select r.crown_class as key, r.crown_class, r.crown_class_name, r.region_n as benchmarks, r.region_old as sum_old, r.region_new as sum_new,
  r.region_factor, r.calculated_factor,
  count(*) filter (where r.in_tranche)::integer as lgas_in, count(*) filter (where not r.in_tranche)::integer as lgas_out,
  case when r.crown_class = '' then 'No class is given'
    when r.region_n = 0 then 'No benchmark'
    when r.region_n = 1 then 'Only one benchmark'
    when r.calculated_factor is null then 'Not calculated'
    when r.calculated_factor is distinct from r.region_factor then 'Calculate again'
    else 'Calculated' end as index_state
from regional_indices as r
where r.region_id = :region::bigint
group by r.crown_class, r.crown_class_name, r.region_n, r.region_old, r.region_new, r.region_factor, r.calculated_factor
