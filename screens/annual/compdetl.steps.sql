-- What stands before and after the component in the list of all components, by the filters that the list had? The component itself
-- keeps its place when it no longer meets them.
with listed as (
  select k.district_code::text as district_code, k.code,
    row_number() over steps as place, count(*) over () as total,
    lag(k.code) over steps as previous_code, lag(k.district_code::text) over steps as previous_district,
    lead(k.code) over steps as next_code, lead(k.district_code::text) over steps as next_district
  from component k
  left join component_year y on y.district_code = k.district_code and y.component_code = k.code and y.synthetic = k.synthetic
    and y.base_date = base_date_of(:year::integer)
  where k.district_code = any(:districts::text[])
    and (k.district_code = :district::text and k.code = :comp::text
      or k.active
        and (:regions::bigint[] is null or k.district_code in (select g.district_code from region_district g where g.region_id = any(:regions::bigint[])))
        and (:valuers::bigint[] is null or k.valuer_id = any(:valuers::bigint[]) or y.report_valuer_id = any(:valuers::bigint[]))
        and (:states::text[] is null or case when y.report_status = 'DRAFT' and y.comments is null and y.brought_from is null then 'NONE'
          else coalesce(y.report_status, 'NONE') end = any(:states::text[]))
        and (:zones::text[] is null or k.zone_code = any(:zones::text[])))
  window steps as (order by k.district_code::text, k.code)
), asked as (
  select '/annual/compalldetl/%s/%s/' || :year::integer || coalesce('?' || nullif(substr(concat(
      (select string_agg('&regions=' || x, '') from unnest(:regions::bigint[]) x),
      (select string_agg('&valuers=' || x, '') from unnest(:valuers::bigint[]) x),
      (select string_agg('&states=' || x, '') from unnest(:states::text[]) x),
      (select string_agg('&zones=' || x, '') from unnest(:zones::text[]) x)), 2), ''), '') as route
)
select l.place || ' of ' || l.total as place, l.previous_district || ' ' || l.previous_code as previous,
  l.next_district || ' ' || l.next_code as following,
  replace(replace(a.route, '%s/%s', l.previous_district || '/' || l.previous_code), '%', '') as previous_link,
  replace(replace(a.route, '%s/%s', l.next_district || '/' || l.next_code), '%', '') as following_link
from listed l cross join asked a
where l.district_code = :district::text and l.code = :comp::text
