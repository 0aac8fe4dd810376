-- uses: ratio_analyses
select a.analysis_id, a.property_id, g.row_level, g.district_code, g.group_code, a.address, a.contract_date, a.sale_code,
  a.purchase_price, a.alv_lt, a.alv_future, a.v0, a.v1, a.r0, a.r1, a.v, a.s
from ratio_analyses as a
cross join lateral (values
  (1, a.district_code, coalesce(case when :by::text = 'component' then a.component_code else a.zone_code end, 'none')),
  (2, a.district_code, 'Total'),
  (3, 'All', 'Total')
) as g (row_level, district_code, group_code)
where g.row_level = 1 or coalesce(:with_totals::boolean, true) and (g.row_level = 2 or cardinality(:districts::text[]) > 1)
