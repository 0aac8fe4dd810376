-- A sale is of one district, so what each district has is added up.
with standard as (
  select count(*)::integer as standard_sales
  from sale_counted
  where population = 'standard' and district_code = any(:districts::text[])
    and contract_date between date_trunc('month', sale_window_start(:year::integer)::timestamp)::date and sale_window_end(:year::integer)
), received as (
  select count(*)::integer as window_sales
  from sale
  where status = 'A' and district_code = any(:districts::text[])
    and contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
)
select *
from standard, received
