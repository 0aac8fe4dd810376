-- Which factor of an LGA lies far off the index of its region?
-- In tranche the factor of the LGA's own benchmarks, out of tranche its custom one. Listed where it differs from the region's by more
-- than the option says, where it is not above 0, and where it is higher than the option allows.
-- uses: regional_indices
with judged as (
  select *, own_factor / nullif(region_factor, 0) - 1 as spread,
    coalesce(:most_spread::numeric, setting_number('ri.bad.spread', nullif(region_id, 0)) / 100) as most_spread,
    setting_number('ri.bad.maximum', nullif(region_id, 0)) as most_factor
  from regional_indices
  where asked
    and own_factor is not null
    and (:classes::text[] is null or crown_class = any(:classes::text[]))
)
select district_code || ' ' || crown_class as key, district_code, district, region_id, region, crown_class, crown_class_name,
  case when in_tranche then 'Own benchmarks' else 'Custom' end as factor_source, own_factor, region_factor, spread,
  case when own_factor <= 0 then 'Not above 0' when own_factor > most_factor then 'Higher than ' || trim_scale(most_factor)
    else 'Off its region' end as reason
from judged
where own_factor <= 0 or own_factor > most_factor or abs(spread) > most_spread
