-- The rating of each active property beside its default, as default_risk has it without its rule (a), for all of them at once.
with zones as (
  select distinct code, zone_default_risk(code, base_date_of(:year::integer + 1)) as rating from zone
), chosen as (
  select p.id as property_id, p.district_code::text as district_code, p.address, p.zone_code, p.component_code, p.benchmark_type,
    p.synthetic, p.risk_rating as stored
  from property as p
  where p.district_code = any(:districts::text[])
    and p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
), before as materialized (
  -- The rating of the year before, which nearly always lasts; only where it does not are the years before looked at.
  select c.*, w.risk_rating as last_rating,
    coalesce(w.risk_rating not in ('1-ANLYSALE', '1-SIGVALCH', '1-OBJECT', '1-BENCHMRK', '2-ALLOWNCE'), false) as lasts
  from chosen as c
  left join property_value as w on w.property_id = c.property_id and w.series = 'LT' and w.district_code = any(:districts::text[])
    and w.base_date = base_date_of(:year::integer)
), earlier as materialized (
  select b.property_id, e.risk_rating
  from before as b
  cross join lateral (
    select v.risk_rating
    from property_value as v
    where v.property_id = b.property_id and v.series = 'LT' and v.base_date < base_date_of(:year::integer + 1)
      and v.risk_rating not in ('1-ANLYSALE', '1-SIGVALCH', '1-OBJECT')
      and (v.risk_rating <> '1-BENCHMRK' or b.benchmark_type is not null)
      and (v.risk_rating <> '2-ALLOWNCE' or (
        select has_allowance(w) from property_value as w
        where w.property_id = b.property_id and w.series = 'LT' and w.base_date <= base_date_of(:year::integer + 1) order by w.base_date desc limit 1))
    order by v.base_date desc
    limit 1) as e
  where not b.lasts
), candidates as (
  select b.*, case when b.lasts then b.last_rating else e.risk_rating end as rating_b,
    case when b.benchmark_type in ('P', 'R') then '1-BENCHMRK' end as rating_c, coalesce(z.rating, '3-OTHER') as rating_d
  from before as b
  left join zones as z on z.code = b.zone_code
  left join earlier as e on e.property_id = b.property_id
), levels as materialized (
  -- Told once for each row, since a level is looked at several times.
  select *, coalesce(risk_level(rating_b), 99) as level_b, coalesce(risk_level(rating_c), 99) as level_c,
    coalesce(risk_level(rating_d), 99) as level_d
  from candidates
)
select property_id, district_code, address, zone_code, component_code, synthetic, stored,
  case when rating_b is not null and level_b <= least(level_c, level_d) then rating_b
    when rating_c is not null and level_c <= level_d then rating_c else rating_d end as default_rating,
  case when rating_b is not null and level_b <= least(level_c, level_d) then 'b'
    when rating_c is not null and level_c <= level_d then 'c' else 'd' end as reason,
  case when rating_c is not null and level_c <= level_d then rating_c else rating_d end as rating_cd
from levels
