select k.property_id, p.address, v0.land_value::bigint as land_value_lt, k.old_value::bigint as old_value,
  k.new_value::bigint as new_value, v.land_value::bigint as now,
  case when p.heritage or v0.heritage_value is not null or v0.basis_code = '14G' then 'Heritage'
    when v0.stratum_allowance is not null or p.strata_lot is not null then 'Stratum' end as review
from factor_run_value k
join factor_run r on r.id = k.run_id
join property p on p.id = k.property_id
left join property_value v on v.property_id = k.property_id and v.series = 'LT' and v.base_date = r.base_date
left join property_value v0 on v0.property_id = k.property_id and v0.series = 'LT' and v0.base_date = r.base_date - interval '1 year'
where k.run_id = :id::bigint
order by k.property_id
