-- Which verification the contract asks of each active property, and which it has had.
-- uses: contract_years
with cycles as (
  select r.region_id, l.level, setting_number('verify.years.' || l.level, nullif(r.region_id, 0))::integer as years
  from (select distinct coalesce(region_id, 0) as region_id from contract_years) as r
  cross join (values (1), (2), (3)) as l (level)
), ratings as (
  select code, (extra ->> 'level')::integer as level, (extra ->> 'verify_every_years')::integer as years
  from reference_item
  where list = 'riskrating'
), verified as (
  select v.property_id, max(v.verified_on) filter (where v.verified_on <= c.until) as last_on,
    bool_or(v.verified_on < c.contract_start + interval '1 year') as in_1,
    bool_or(v.verified_on >= c.contract_start + interval '1 year' and v.verified_on < c.contract_start + interval '2 years') as in_2,
    bool_or(v.verified_on >= c.contract_start + interval '2 years' and v.verified_on < c.contract_start + interval '3 years') as in_3,
    bool_or(v.verified_on >= c.contract_start + interval '3 years' and v.verified_on < c.contract_start + interval '4 years') as in_4,
    bool_or(v.verified_on >= c.contract_start + interval '4 years' and v.verified_on < c.contract_start + interval '5 years') as in_5,
    bool_or(v.verified_on >= c.contract_start + interval '5 years' and v.verified_on < c.contract_start + interval '6 years') as in_6,
    bool_or(v.verified_on >= c.year_from and v.verified_on < c.year_to) as in_year,
    bool_or(v.verified_on >= c.year_from - interval '1 year' and v.verified_on < c.year_from) as in_year_before,
    bool_or(v.verified_on >= c.year_from - interval '1 year' and v.verified_on < c.year_from
      and v.verified_on <= c.today - interval '1 year') as in_year_before_so_far
  from verification as v
  join contract_years as c on c.district_code = v.district_code
  where v.verified_on between c.contract_start and c.today
  group by v.property_id
), rated as (
  select p.id as property_id, p.district_code::text as district_code, coalesce(p.zone_code, '') as zone_code,
    coalesce(p.component_code, '') as component_code, p.synthetic, coalesce(p.risk_rating, '') as risk_rating,
    coalesce(r.level, risk_level(p.risk_rating)) as level, r.years, c.region_id, c.contract_start, c.contract_year,
    c.year_to, c.until, c.year_end
  from property as p
  join contract_years as c on c.district_code = p.district_code
  left join ratings as r on r.code = p.risk_rating
  where p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
), due as (
  select p.*, v.last_on, coalesce(p.years, y.years) as cycle, v.in_1, v.in_2, v.in_3, v.in_4, v.in_5, v.in_6, v.in_year,
    v.in_year_before, v.in_year_before_so_far,
    (coalesce(v.last_on, p.contract_start) + make_interval(years => coalesce(p.years, y.years)))::date as due_on
  from rated as p
  left join cycles as y on y.region_id = coalesce(p.region_id, 0) and y.level = p.level
  left join verified as v on v.property_id = p.property_id
), judged as (
  select *, case when contract_year is not null and cycle > 0 then least(1, contract_year::numeric / cycle) end as required,
    coalesce(last_on > year_end - make_interval(years => cycle), false) as in_cycle
  from due
)
select *, coalesce(not in_cycle and due_on <= year_to, false) as outstanding from judged
