-- What mediarel answers of several districts, whose written sentences are of one district each. The middle of n values is the mean of the
-- two at (n + 1) / 2 and n / 2 + 1, counted in order.
-- uses: value_pairs, value_spread
with total as (
  select property_class, sum(paired_n)::integer as paired_n, sum(v0 * paired_n)::bigint as sum_v0, sum(v1 * paired_n)::bigint as sum_v1,
    sum(v1 * paired_n) / sum(v0 * paired_n) - 1 as paired_change
  from value_pairs
  group by property_class
), counted as (
  select property_class, measure, value, sum(n) over (partition by property_class, measure order by value) as upto from value_spread
), middle as (
  select t.property_class, c.measure, (min(c.value) filter (where c.upto >= (t.paired_n + 1) / 2)
    + min(c.value) filter (where c.upto >= t.paired_n / 2 + 1)) / 2 as value
  from total as t
  join counted as c on c.property_class = t.property_class
  group by t.property_class, c.measure
), moved as (
  select t.*, v0.value as middle_v0, v1.value as middle_v1, v1.value / v0.value - 1 as middle_change, change.value as typical_change
  from total as t
  join middle as v0 on v0.property_class = t.property_class and v0.measure = 'V0'
  join middle as v1 on v1.property_class = t.property_class and v1.measure = 'V1'
  join middle as change on change.property_class = t.property_class and change.measure = 'CHANGE'
)
select property_class,
  case property_class when 'RES' then 'Residential' when 'COM' then 'Commercial' when 'IND' then 'Industrial' when 'RUR' then 'Rural'
    when 'OTH' then 'Other' else 'No type' end as type_name,
  paired_n, sum_v0, sum_v1, paired_change, trend_band(paired_change) as movement, middle_v0, middle_v1, middle_change, typical_change,
  null::bigint as text_id, null::text as status,
  case when paired_n >= 5 then media_sentence(property_class, paired_change, typical_change::numeric) end as sentence
from moved
