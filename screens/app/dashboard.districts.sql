-- How far each district is with the sales of a base year's window, the one with most to judge first.
-- counts: sales by sale_id
select q.district_code, count(*)::integer as district_sales,
  count(*) filter (where q.analysed)::integer as district_analysed,
  count(*) filter (where q.confirmed and q.suitable is null)::integer as district_to_judge,
  count(*) filter (where not q.confirmed)::integer as district_to_confirm,
  count(*) filter (where q.conflict)::integer as district_in_conflict
from (
  select s.id as sale_id, s.district_code, s.confirmed, s.suitable, s.conflict,
    exists (select from analysis as a where a.sale_id = s.id) as analysed
  from sale as s
  where s.status = 'A' and s.district_code = any(:districts::text[])
    and s.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
) as q
group by q.district_code
order by district_to_judge desc, q.district_code
