-- The nearest analysed sales, each adjusted to the property. A sale of its component may be linked to the property where that is a
-- benchmark, else to the component's primary one.
with s as materialized (
  select * from comparable_subject_of(:property::bigint, :analysis::bigint)
), benchmark as materialized (
  select p.id, p.area, v.land_value::numeric as v1
  from s
  join property p on p.district_code::text = s.district_code and p.component_code = s.component_code and p.synthetic = s.synthetic
  left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
  where p.status = 'A' and (p.id = s.property_id and p.benchmark_type is not null or p.benchmark_type = 'P')
  order by p.id = s.property_id desc, p.id
  limit 1
), measure as materialized (
  select s.district_code, s.component_code as of_component, b.id as benchmark_id, b.area as benchmark_area, b.v1, r as region,
    component_level(s.district_code, s.component_code, s.synthetic) as level, component_slope(s.district_code, s.component_code, s.synthetic) as slope
  from s cross join benchmark b cross join contract_region_of(s.district_code) r
)
select c.place as sale_place, c.analysis_id, c.sale_id, c.property_id, c.address, c.contract_date, c.nature, c.zone_code, c.component_code, c.area,
  c.km as km_away, c.purchase_price, c.not_land, c.time_adjustment, c.area_adjustment, c.place_adjustment, c.adjusted as adjusted_price,
  c.area_steps, c.time_steps, c.distance_steps, c.zone_steps, c.component_steps, c.improved_steps, c.steps as steps_apart, c.share as sale_weight,
  m.district_code, m.benchmark_id, l.id as link_id, comparison_of(x.x, setting_number('comparison.band', m.region) / 100) as proposed,
  round((x.x - 1) * 100, 1) as proposed_difference,
  comparison_words(setting_text('comparison.text', m.region), comparison_of(x.x, setting_number('comparison.band', m.region) / 100), x.x, a.alv_future::numeric) as proposed_words
from comparables(:property::bigint, :analysis::bigint) c
join analysis a on a.id = c.analysis_id
left join measure m on m.of_component = c.component_code and m.benchmark_id <> c.property_id
left join analysis_benchmark l on l.analysis_id = c.analysis_id and l.property_id = m.benchmark_id and l.base_date = future_base_date()
left join lateral (select compared(a.alv_future::numeric, m.level, m.v1, c.area, m.benchmark_area, m.slope,
  setting_number('comparison.area.like', m.region) / 100, setting_number('comparison.area.most', m.region)) as x) x on true
