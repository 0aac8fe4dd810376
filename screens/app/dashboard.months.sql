-- Sales of the window of a base year by the month of their contract.
-- counts: sales by id
select date_trunc('month', s.contract_date)::date as contract_month, count(*)::integer as month_sales
from sale as s
where s.status = 'A' and s.district_code = any(:districts::text[])
  and s.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
group by contract_month
order by contract_month
