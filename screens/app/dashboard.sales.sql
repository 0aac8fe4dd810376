-- Sales of the window of a base year: how many there are, how many of them are analysed, and how many contradict what was
-- received before.
-- counts: sales by id
select count(*)::integer as window_sales,
  count(*) filter (where analysed)::integer as window_analysed,
  count(*) filter (where conflict)::integer as in_conflict
from (
  select s.id, s.conflict, exists (select from analysis as a where a.sale_id = s.id) as analysed
  from sale as s
  where s.status = 'A' and s.district_code = any(:districts::text[])
    and s.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
) as q
