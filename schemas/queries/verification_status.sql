-- Which verification the contract asks of each active property, and which it has had.
-- uses: contract_years
with ratings as (
  select code, (extra ->> 'level')::integer as level, (extra ->> 'verify_every_years')::integer as years
  from reference_item
  where list = 'riskrating'
), events as (
  -- The contract year of each verification; of the year before the one looked at also whether it was by this day then.
  select v.property_id, case when v.verified_on <= c.until then v.verified_on end as by_then,
    width_bucket(v.verified_on, c.years) as year_no, v.verified_on <= c.year_ago as year_ago, c.contract_year
  from verification as v
  join contract_years as c on c.district_code = v.district_code
  where v.verified_on between c.contract_start and c.today
), verified as (
  -- A bit for each contract year, from the second on; the first bit for the part of the year before.
  select property_id, max(by_then) as last_on,
    bit_or((1::bigint << year_no) | case when year_no = contract_year - 1 and year_ago then 1 else 0 end) as years
  from events
  group by property_id
), rated as (
  select p.id as property_id, p.district_code::text as district_code, coalesce(p.zone_code, '') as zone_code,
    coalesce(p.component_code, '') as component_code, p.synthetic, coalesce(p.risk_rating, '') as risk_rating,
    coalesce(r.level, risk_level(p.risk_rating)) as level,
    coalesce(r.years, c.cycles[coalesce(r.level, risk_level(p.risk_rating))]) as cycle, c.region_id, c.contract_start, c.contract_year,
    c.year_to, c.until, c.year_end
  from property as p
  join contract_years as c on c.district_code = p.district_code
  left join ratings as r on r.code = p.risk_rating
  where p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
), due as (
  select p.*, v.last_on, v.years & 2 > 0 as in_1, v.years & 4 > 0 as in_2, v.years & 8 > 0 as in_3,
    v.years & 16 > 0 as in_4, v.years & 32 > 0 as in_5, v.years & 64 > 0 as in_6,
    v.years & (1::bigint << p.contract_year) > 0 as in_year,
    p.contract_year > 1 and v.years & (1::bigint << p.contract_year - 1) > 0 as in_year_before,
    v.years & 1 > 0 as in_year_before_so_far,
    (coalesce(v.last_on, p.contract_start) + make_interval(years => p.cycle))::date as due_on
  from rated as p
  left join verified as v on v.property_id = p.property_id
), judged as (
  select *, case when contract_year is not null and cycle > 0 then least(1, contract_year::numeric / cycle) end as required,
    coalesce(last_on > year_end - make_interval(years => cycle), false) as in_cycle
  from due
)
select *, coalesce(not in_cycle and due_on <= year_to, false) as outstanding from judged
