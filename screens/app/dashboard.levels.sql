-- The level of the values under work by the month of the contract.
-- counts: sales by sale_id
-- uses: ratio_analyses
select date_trunc('month', a.contract_date)::date as contract_month,
  avg(a.v1::double precision / a.alv_future) as month_ratio
from ratio_analyses as a
where a.v1 > 0 and a.alv_future > 0
group by contract_month
order by contract_month
