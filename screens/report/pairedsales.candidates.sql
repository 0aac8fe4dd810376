-- Which analysed sales could be paired: a vacant and an improved one of a component, of nearly one area and time?
-- Areas within a tenth, contracts within a year, no strata lots; for each improved sale the three nearest by area and time.
with one as (
  select a.id, a.district_code, a.component_code, a.synthetic, p.address, a.contract_date, a.area, a.added_value::bigint as added_value, s.nature
  from analysis as a
  join sale as s on s.id = a.sale_id
  left join property as p on p.id = a.property_id
  where a.district_code = any(:districts::text[])
    and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
    and a.area > 0 and coalesce(s.strata_lot, '') = '' and a.component_code is not null
), near as (
  select i.id as improved_id, i.address as improved_address, i.contract_date as improved_date, i.added_value, v.id as vacant_id,
    v.address as vacant_address, v.contract_date as vacant_date, i.district_code, i.component_code, v.area / i.area as area_ratio,
    abs(i.contract_date - v.contract_date) as days_apart,
    row_number() over (partition by i.id order by abs(ln(v.area / i.area)) / ln(1.1) + abs(i.contract_date - v.contract_date) / 365.0, v.id) as place
  from one as i
  join one as v on v.district_code = i.district_code and v.component_code = i.component_code and v.synthetic = i.synthetic
    and v.nature = 'V' and v.area / i.area between 0.9 and 1.1 and abs(i.contract_date - v.contract_date) <= 365
  where i.nature <> 'V' and i.added_value > 0
)
select improved_id || ' ' || vacant_id as key, district_code, component_code, improved_id, improved_address, improved_date, added_value,
  vacant_id, vacant_address, vacant_date, area_ratio, days_apart
from near
where place <= 3
  and not exists (select from sale_pair as p where least(p.analysis_a, p.analysis_b) = least(improved_id, vacant_id)
    and greatest(p.analysis_a, p.analysis_b) = greatest(improved_id, vacant_id))
