select v.property_id as item, v.district_code, v.property_id as pid, v.base_date, v.land_value::bigint as land_value, v.authority_code, v.basis_code,
  v.onsite_allowance::bigint as onsite_allowance, v.offsite_allowance::bigint as offsite_allowance,
  v.subdivider_allowance::bigint as subdivider_allowance, v.stratum_allowance::bigint as stratum_allowance,
  v.heritage_value::bigint as heritage_value, trim_scale(v.muaf_pct) as muaf_pct, trim_scale(v.mdaf_pct) as mdaf_pct,
  v.unutilised_value::bigint as unutilised_value, v.attributable_part::bigint as attributable_part, v.method,
  coalesce(v.factor_component, p.component_code) as component_code, trim_scale(v.factor_applied) as factor, v.risk_rating,
  v.verification_type, v.verified_on
from property_value v
join property p on p.id = v.property_id and p.status = 'A'
where v.base_date = :base::date and v.series = 'LT' and v.district_code = any (:districts::text[])
order by v.district_code, v.property_id
