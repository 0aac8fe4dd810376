-- The index of Crown land by region and class: the values of its benchmarks in LGAs in tranche, new ÷ old, to three decimals; none
-- below two benchmarks. In tranche an LGA's own factor is the same over its own benchmarks, out of tranche its custom one.
-- uses: index_districts, crown_benchmarks
with own as (
  select region_id, district_code, crown_class, count(*)::integer as n, sum(lv_old)::bigint as sum_old, sum(lv_new)::bigint as sum_new
  from crown_benchmarks
  where left_out is null
  group by region_id, district_code, crown_class
), regional as (
  select region_id, crown_class, sum(n)::integer as n, sum(sum_old)::bigint as sum_old, sum(sum_new)::bigint as sum_new
  from own
  group by region_id, crown_class
), held as (
  select region_id, bool_and(seen) as whole from index_districts group by region_id
), calculated as (
  select region_id, crown_class, factor, n_benchmarks as n, sum_old::bigint as sum_old, sum_new::bigint as sum_new
  from regional_index
  where base_date = base_date_of(:year::integer + 1)
), lga as (
  select district_code::text as district_code, crown_class, max(custom_factor) as custom_factor, max(applied_on) as applied_on
  from lga_index
  where base_date = base_date_of(:year::integer + 1)
  group by district_code, crown_class
), land as (
  select district_code::text as district_code, valuation_class from crown_property
  union
  select district_code::text, valuation_class from crown_parcel
), classes as (
  select region_id, crown_class from crown_benchmarks
  union
  select c.region_id, c.crown_class from calculated as c join held as h on h.region_id = c.region_id
  union
  select d.region_id, coalesce(l.valuation_class, '') from land as l join index_districts as d on d.district_code = l.district_code
), worked as (
  select d.*, k.crown_class, l.custom_factor, l.applied_on, c.factor as calculated_factor,
    case when h.whole then coalesce(g.n, 0) else coalesce(c.n, 0) end as region_n,
    case when h.whole then g.sum_old else c.sum_old end as region_old, case when h.whole then g.sum_new else c.sum_new end as region_new,
    case when k.crown_class = '' then null when not h.whole then c.factor
      when g.n >= 2 then round(g.sum_new / nullif(g.sum_old, 0)::numeric, 3) end as region_factor,
    case when not d.in_tranche then l.custom_factor
      when o.n >= 2 and k.crown_class <> '' then round(o.sum_new / nullif(o.sum_old, 0)::numeric, 3) end as own_factor
  from index_districts as d
  join held as h on h.region_id = d.region_id
  join classes as k on k.region_id = d.region_id
  left join regional as g on g.region_id = d.region_id and g.crown_class = k.crown_class
  left join calculated as c on c.region_id = d.region_id and c.crown_class = k.crown_class
  left join own as o on o.district_code = d.district_code and o.crown_class = k.crown_class
  left join lga as l on l.district_code = d.district_code and l.crown_class = k.crown_class
)
select w.*, case when w.crown_class = '' then 'No class' else coalesce(i.name, w.crown_class) end as crown_class_name,
  case when w.in_tranche then w.region_factor else coalesce(w.custom_factor, w.region_factor) end as factor,
  case when w.in_tranche then null else coalesce(w.custom_factor, w.region_factor) end as index_factor,
  case when not w.in_tranche and w.custom_factor is not null then null
    when w.region_id = 0 then 'The LGA lies in no region'
    when w.crown_class = '' then 'No class is given'
    when w.region_n = 0 then 'No benchmark'
    when w.region_n = 1 then 'Only one benchmark'
    when w.calculated_factor is null then 'Not calculated' end as lacks
from worked as w
left join reference_item as i on i.list = 'crownclass' and i.code = w.crown_class
