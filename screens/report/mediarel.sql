-- How did land values move, type by type, in words that the public can be told?
-- Properties with V0 and V1, by the type that they have today. Change is ΣV1 ÷ ΣV0 − 1, its label that of trend_band; the typical change
-- is the middle of the properties' own changes. The sentence is the one that was written for the district and the date, else it is made
-- of the row; of fewer than five properties none is made.
-- counts: properties by property_id
-- uses: valued_properties
with moved as (
  select property_class, count(*)::integer as paired_n, sum(v0)::bigint as sum_v0, sum(v1)::bigint as sum_v1,
    sum(v1) / sum(v0) - 1 as paired_change, percentile_cont(0.5) within group (order by v0) as middle_v0,
    percentile_cont(0.5) within group (order by v1) as middle_v1,
    percentile_cont(0.5) within group (order by v1) / percentile_cont(0.5) within group (order by v0) - 1 as middle_change,
    percentile_cont(0.5) within group (order by v1::double precision / v0 - 1) as typical_change
  from valued_properties
  where v0 > 0 and v1 > 0
  group by property_class
), said as (
  select m.*, trend_band(m.paired_change) as movement,
    case m.property_class when 'RES' then 'Residential' when 'COM' then 'Commercial' when 'IND' then 'Industrial' when 'RUR' then 'Rural'
      when 'OTH' then 'Other' end as type_name,
    case when m.paired_n >= 5 then media_sentence(m.property_class, m.paired_change, m.typical_change::numeric) end as made
  from moved as m
)
select s.property_class, coalesce(s.type_name, 'No type') as type_name, s.paired_n, s.sum_v0, s.sum_v1, s.paired_change, s.movement, s.middle_v0, s.middle_v1, s.middle_change,
  s.typical_change, t.id as text_id, t.status, coalesce(rich_text_plain(t.text), s.made) as sentence
from said as s
left join lateral (
  select r.id, r.text, r.status
  from report_text as r
  where cardinality(:districts::text[]) = 1 and r.district_code = any(:districts::text[]) and r.report = 'mediarel'
    and r.section = 'SENTENCE' and r.text is not null and r.base_date = base_date_of(:year::integer + 1) and r.part = s.property_class
  order by r.id
  limit 1
) as t on true
