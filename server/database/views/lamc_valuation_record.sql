-- LAMC valuations with valuer, parcels and whether they are overdue, as lists and records show them.

select l.*,
  d.name as district_name,
  (select min(r.region_id) from region_district r where r.district_code = l.district_code and not r.surrounding) as region_id,
  u.full_name as valuer_name,
  (select string_agg(p.lot_dp, ', ' order by o.posn, o.id) from lamc_parcel o join crown_parcel p on p.id = o.parcel_id
    where o.lamc_valuation_id = l.id) as parcel_names,
  l.status <> 'FINAL' and l.due_on < (now() at time zone 'Australia/Sydney')::date as overdue
from lamc_valuation l
left join district d on d.code = l.district_code
left join app_user u on u.id = l.valuer_id
