-- Which twelve months are reported, and how much is dated after today?
-- uses: report_months, sale_work, property_work, supp_work
select min(window_start + interval '1 month')::date as first_month, min(month_start) as month_start,
  ((select count(*) from sale_work where later and work <> 'RECEIVED'
      and (:valuers::bigint[] is null or person_id = any(:valuers::bigint[]))) + (select count(*) from property_work where later
      and (:valuers::bigint[] is null or person_id = any(:valuers::bigint[])))
    + (select count(*) from supp_work where completed_on > today
      and (:valuers::bigint[] is null or person_id = any(:valuers::bigint[]))))::integer as later_work
from report_months
