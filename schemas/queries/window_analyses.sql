-- The analysed sales of a window that the population lets count.
select a.*, case when :series::text = 'future' then a.v1 else a.v0 end::double precision as v,
  case when :series::text = 'future' then a.alv_future else a.alv_lt end::double precision as s
from ratio_sample(:year::integer) as a
where a.district_code = any(:districts::text[])
  and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
  and (:population::text = 'all' or a.in_standard)
