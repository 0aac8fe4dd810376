-- How much of each kind of work was done in each month?
-- uses: sale_work, property_work, supp_work
with done as (
  select case work when 'INSPECTED' then 'Sales inspected' else 'Sales analysed' end as kind, sale_id as record_id, on_date, person_id
  from sale_work
  where work in ('INSPECTED', 'ANALYSED') and not later and on_date >= (window_start + interval '1 month')
  union all
  select case work when 'WORKSHEET' then 'Worksheets' when 'VERIFIED' then 'Verifications' else 'Values by hand' end, property_id,
    on_date, person_id
  from property_work
  where not later and on_date >= (window_start + interval '1 month')
  union all
  select 'Supps completed', supp_id, completed_on, person_id
  from supp_work
  where completed_on >= (window_start + interval '1 month') and completed_on < ends
), told as (
  select distinct date_trunc('month', on_date::timestamp)::date as month, kind, person_id, record_id
  from done
  where :valuers::bigint[] is null or person_id = any(:valuers::bigint[])
)
select month, kind, count(*)::integer as pieces from told group by month, kind
