-- Where lie the property, its comparables, and the sales within the distance that are not taken?
select 'P' as key, 'This property' as standing, '/prop/' || s.property_id as link, p.address, s.lat, s.lon, null::date as contract_date,
  null::bigint as purchase_price, null::bigint as adjusted_price, null::double precision as steps_apart, null::double precision as km_away, null as why_not
from comparable_subject_of(:property::bigint, :analysis::bigint) s
join property p on p.id = s.property_id
union all
select 'A' || c.analysis_id, 'Taken', coalesce('/sale/' || c.sale_id, '/anly/' || c.analysis_id), c.address, c.lat, c.lon, c.contract_date,
  c.purchase_price, c.adjusted, c.steps, c.km, null
from comparables(:property::bigint, :analysis::bigint) c
union all
select 'S' || r.sale_id, 'Not taken', '/sale/' || r.sale_id, r.address, r.lat, r.lon, r.contract_date, r.purchase_price, null, r.steps, r.km, r.reason
from comparable_subject_of(:property::bigint, :analysis::bigint) s
cross join lateral comparable_limits(s.district_code) d
join comparables_refused(:property::bigint, :analysis::bigint) r on r.km <= d.km
