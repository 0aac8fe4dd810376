-- What the checks of supps ask: a row for each base date and series of a supp, one without either where it has none.

select s.id as item_id,
  w.region_id,
  row_number() over (partition by s.id order by v.base_date, v.series) = 1 as first,
  s.property_id, p.risk_rating, s.supp_type, s.valuer_id, s.inspected_on, s.new_legal_description,
  v.base_date, v.series,
  v.land_value::bigint as v,
  v.onsite_allowance::bigint as onsite, v.offsite_allowance::bigint as offsite,
  v.subdivider_allowance::bigint as subdivider, v.stratum_allowance::bigint as stratum,
  v.heritage_value::bigint as heritage, v.muaf_pct as muaf, v.mdaf_pct as mdaf,
  v.unutilised_value::bigint as unutilised, v.attributable_part::bigint as attributable,
  coalesce(v.basis_code, s.basis_code) as basis,
  p.heritage as heritage_listed,
  coalesce(s.new_zone_code, p.zone_code) as zone_code,
  t.component_code,
  c.active as component_active, c.zone_code as component_zone,
  w.area,
  (select count(*) from legal_lot l where l.property_id = s.property_id) as lots,
  (select count(*) from supp_property r where r.supp_id = s.id and r.role = 'PARENT') as parents,
  coalesce(s.new_address ~ '^[^ ,]*[0-9]', p.hnum1 is not null) as numbered,
  k.like_rate,
  w.rate_low, w.rate_high,
  -- Base dates from the one before the contract began to the one under work.
  (select make_date(extract(year from r.contract_start - interval '6 months')::integer, 7, 1)
    from contract_region r where r.id = w.region_id) as first_base,
  future_base_date() as last_base
from supp s
join property p on p.id = s.property_id
-- Asked once a supp: an option that is asked for each of the lots that it is compared with costs more than all the lots.
cross join lateral (
  select r.id as region_id, coalesce(s.new_area, p.area) as area,
    setting_number('rate.band.low', r.id) as rate_low, setting_number('rate.band.high', r.id) as rate_high,
    setting_number('rate.like.size', r.id) as size, setting_number('rate.like.least', r.id) as least
  from (select contract_region_of(s.district_code) as id offset 0) r offset 0) w
-- A case and no coalesce, which row security takes for what may tell of rows: no index would be asked for it, and each lot of the
-- district be looked at for each supp.
cross join lateral (
  select case when s.new_component_code is null then p.component_code else s.new_component_code end as component_code) t
left join supp_value v on v.supp_id = s.id
left join component c on c.district_code = s.district_code and c.synthetic = s.synthetic and c.code = t.component_code
-- Of no fewer lots of the component that are like it in size than the options say; strata lots apart.
left join lateral (
  select percentile_cont(0.5) within group (order by o.land_value::bigint / q.area) as like_rate
  from property q
  join property_value o on o.property_id = q.id and o.base_date = v.base_date and o.series = v.series and o.land_value > 0
  where s.supp_type = 'PE' and q.district_code = s.district_code and q.synthetic = s.synthetic and q.status = 'A'
    and q.component_code = t.component_code and q.strata_plan is null
    and q.area between w.area / w.size and w.area * w.size and q.area > 0
  having count(*) >= w.least) k on true
