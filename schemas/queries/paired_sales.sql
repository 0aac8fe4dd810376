-- Accepted pairs of analyses and what they are worth.
-- Both sides are moved to the later contract date, each by its own change a month. A feature is worth the land value of one less
-- that of the other and less the typed adjustment; improvements the price of the improved sale less the vacant one's land value,
-- which is brought to its area where the areas differ by more than a tenth.
with methods as materialized (
  select code, upper(setting_text('time.method', contract_region_of(code))) as method
  from unnest(:districts::text[]) as code
), turned as materialized (
  -- Of improvements the improved sale stands first.
  select s.id, s.district_code, s.kind, s.item, s.adjustment, case when t.turned then s.analysis_b else s.analysis_a end as first_id,
    case when t.turned then s.analysis_a else s.analysis_b end as second_id
  from sale_pair as s
  join analysis as x on x.id = s.analysis_a
  join analysis as y on y.id = s.analysis_b
  cross join lateral (select s.kind = 'VACIMP' and coalesce(x.added_value, 0) < coalesce(y.added_value, 0) as turned) as t
), side as not materialized (
  -- Found by its number for each pair, which is quick however many the planner expects.
  select a.id, p.address, a.contract_date, a.area, a.added_value::bigint as added_value, a.analysed_lv::numeric as land_value,
    round(a.purchase_price::bigint * 100 / coalesce(a.interest_pct, 100)) - coalesce(a.chattels::bigint, 0) as price,
    coalesce(a.time_method, n.method) as method,
    coalesce(a.monthly_pct, (select m.pct from component_monthly(a.district_code, a.component_code, a.zone_code, a.synthetic) as m)) / 100 as monthly
  from analysis as a
  join methods as n on n.code = a.district_code
  left join property as p on p.id = a.property_id
), paired as (
  select s.id as pair_id, s.district_code, s.kind, s.item, s.adjustment, a.id as a_id, b.id as b_id, a.address as a_address, b.address as b_address,
    a.contract_date as a_date, b.contract_date as b_date, a.land_value as a_land, b.land_value as b_land, a.price as a_price, a.area as a_area,
    b.area as b_area, a.added_value, a.method as a_method, b.method as b_method, a.monthly as a_monthly, b.monthly as b_monthly,
    greatest(a.contract_date, b.contract_date) as on_date
  from turned as s
  join side as a on a.id = s.first_id
  join side as b on b.id = s.second_id
  where a.contract_date between coalesce(:from_date::date, '-infinity') and coalesce(:to_date::date, 'infinity')
), moved as (
  select *,
    moved_value(case kind when 'VACIMP' then a_price else a_land end, a_method, a_monthly, months_between(a_date, on_date)::numeric) as a_value,
    moved_value(b_land, b_method, b_monthly, months_between(b_date, on_date)::numeric)
      * case when kind = 'VACIMP' and a_area / nullif(b_area, 0) not between 0.9 and 1.1 then a_area / b_area else 1 end as b_value
  from paired
)
select pair_id, a_id || ' and ' || b_id as pair, district_code, kind as pair_kind, item as pair_item, a_id, a_address, a_date,
  round(a_value)::bigint as a_value, b_id, b_address, b_date, round(b_value)::bigint as b_value,
  round(a_value - b_value - case kind when 'FEATURE' then coalesce(adjustment, 0) else 0 end)::bigint as pair_amount,
  case kind when 'FEATURE' then (a_value - b_value - coalesce(adjustment, 0)) / nullif(b_value, 0) end as pair_share,
  case kind when 'VACIMP' then (a_value - b_value) / nullif(added_value, 0) end as check_ratio
from moved
