-- Crown land: 951 and 952, parcels of a CLE property without a value and without an area or cap rate; 953, classes of an LGA that no factor
-- moves; 954, reports that lack a part; 955, the value a square metre of a parcel over the middle one of its class in the LGA.
-- uses: indexed_parcels, crown_reports, audit_limits
with parcels as (
  select i.*, c.lot_dp, c.cadid, c.land_value::numeric / nullif(c.area, 0) as rate
  from indexed_parcels as i
  join crown_parcel as c on c.id = i.parcel_id
), middles as (
  select district_code, crown_class, synthetic, percentile_cont(0.5) within group (order by rate) as middle
  from parcels
  where rate > 0 and crown_class not in ('', 'FIN')
  group by 1, 2, 3
)
select m.test, p.district_code, p.synthetic, p.parcel_id::text as key, null::bigint as property_id, coalesce(p.lot_dp, p.cadid) as about,
  p.crown_class_name || m.detail as detail, null::numeric as measured, null::numeric as lower_limit, null::numeric as upper_limit, true as failed
from parcels as p
cross join lateral (values (951, p.without_value, ''), (952, p.without_area, case p.crown_class when 'FIN' then ': no cap rate' else ': no area' end))
  as m (test, holds, detail)
where m.holds
union all
select 953, p.district_code, bool_or(p.synthetic), coalesce(nullif(p.crown_class, ''), 'none'), null, p.crown_class_name,
  p.lacks || ', parcels: ' || count(*), null, null, null, true
from parcels as p
where p.lacks is not null
group by p.district_code, p.crown_class, p.crown_class_name, p.lacks
union all
select 954, r.district_code, r.synthetic, r.component_code, null, r.component_description, 'Missing: ' || r.missing_parts, null, null, null, true
from crown_reports as r
where r.missing_parts is not null
union all
select l.test, p.district_code, p.synthetic, p.parcel_id::text, null, coalesce(p.lot_dp, p.cadid),
  p.crown_class_name || ': ' || round(p.rate, 2) || ' a m², middle of the class ' || round(m.middle::numeric, 2), p.rate / m.middle::numeric, l.lower_limit,
  l.upper_limit, true
from parcels as p
join middles as m on m.district_code = p.district_code and m.crown_class = p.crown_class and m.synthetic = p.synthetic
join audit_limits as l on l.district_code = p.district_code and l.test = 955
where p.rate > 0 and p.rate / m.middle::numeric not between l.lower_limit and l.upper_limit
