-- A supp that cancels its property may have none.
select s.id as item, s.district_code, s.id as sid, v.base_date, v.series, v.land_value, v.onsite_allowance, v.offsite_allowance,
  v.subdivider_allowance, v.stratum_allowance, v.heritage_value, trim_scale(v.muaf_pct) as muaf_pct,
  trim_scale(v.mdaf_pct) as mdaf_pct, v.unutilised_value, v.attributable_part
from supp s
join supp_value v on v.supp_id = s.id
where s.id = any (:ids::bigint[]) and v.land_value is not null
order by s.district_code, s.id, v.base_date, v.series
