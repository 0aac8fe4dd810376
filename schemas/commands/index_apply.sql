-- What keeps its value stands after what moves, with the reason.
-- uses: regional_indices
with closed as materialized (
  select d.district_code, s.synthetic, district_closed(d.district_code, base_date_of(:year::integer + 1), s.synthetic) as why
  from (select distinct district_code from regional_indices where asked) as d cross join (values (false), (true)) as s (synthetic)
), told as materialized (
  select p.id, p.version, r.crown_class, r.in_tranche, r.custom_factor, r.calculated_factor, r.region_factor, r.lacks, c.why, r.index_factor as f,
    v0.id as v0_id, v0.land_value::bigint as v0, v0.net_rent::bigint as rent, v0.cap_rate as cap0, v1.id as v1_id, v1.land_value::bigint as v1,
    v1.method, v1.factor, v1.rate as rate1, v1.cap_rate as cap1, indexed_value(v0, r.crown_class, r.index_factor) as v
  from regional_indices as r
  join crown_property as p on p.district_code = r.district_code and coalesce(p.valuation_class, '') = r.crown_class
  join closed as c on c.district_code = r.district_code and c.synthetic = p.synthetic
  left join crown_value as v0 on v0.crown_property_id = p.id and v0.base_date = base_date_of(:year::integer)
  left join crown_value as v1 on v1.crown_property_id = p.id and v1.base_date = base_date_of(:year::integer + 1)
  where p.district_code::text = any(:districts::text[])
    and (:ids::bigint[] is null or p.id = any(:ids::bigint[]))
    and (:region::bigint is null or r.region_id = :region::bigint)
    and (:crown_class::text is null or r.crown_class = upper(:crown_class::text))
    and (:district::text is null or r.district_code = :district::text)
)
select t.id, t.version, (t.v).land_value::bigint as land_value, t.v1 as was_land_value,
  coalesce(t.method = 'N' and t.factor = t.f and t.v1 = (t.v).land_value::bigint and t.rate1 is not distinct from (t.v).rate
    and t.cap1 is not distinct from (t.v).cap_rate, false) as same,
  case when not app_may('clndU') then 'Crown land is changed by who may change Crown land as well as annual values.'
    when t.why is not null then t.why
    when t.in_tranche then 'Its LGA is in tranche: it is valued by its benchmarks.'
    when t.lacks is not null then 'No factor: ' || lower(left(t.lacks, 1)) || substr(t.lacks, 2) || '.'
    when t.custom_factor is null and t.calculated_factor is distinct from t.region_factor
      then 'The index of its class has moved since it was calculated. Calculate it first.'
    when t.v0_id is null then 'It has no value at the base date before.'
    when t.crown_class = 'FIN' and (coalesce(t.rent, 0) = 0 or t.cap0 is null) then 'It has no net rent or no cap rate at the base date before.'
    when coalesce(t.v0, 0) = 0 then 'It has no value at the base date before.'
    when t.crown_class = 'FIN' and coalesce((t.v).cap_rate, 0) = 0 then 'Its cap rate would come to nothing.'
    when t.method = 'H' then 'Its value is set by hand.' end as refused,
  case when t.crown_class = 'FIN' then 'Cap rate ' || trim_scale(round(t.cap0 * 100, 4)) || ' % becomes ' || trim_scale((t.v).cap_rate * 100) || ' %'
    else 'Factor ' || trim_scale(t.f) end as note
from told as t
order by t.id
