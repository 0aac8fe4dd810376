-- How far are the components of all districts? The link carries the filters, so that the reports are paged through in the list's order.
-- uses: component_reports
select r.*, format('/annual/compalldetl/%s/%s/%s', r.district_code, r.code, :year::integer)
    || coalesce('?' || nullif(substr(concat(
      (select string_agg('&regions=' || x, '') from unnest(:regions::bigint[]) x),
      (select string_agg('&valuers=' || x, '') from unnest(:valuers::bigint[]) x),
      (select string_agg('&states=' || x, '') from unnest(:states::text[]) x),
      (select string_agg('&zones=' || x, '') from unnest(:zones::text[]) x)), 2), ''), '') as report_link,
  (r.report_state = 'DONE')::integer as done_n, (r.applied_on is not null)::integer as applied_n, (r.report_state = 'NONE')::integer as unwritten_n
from component_reports as r
where (:regions::bigint[] is null or r.district_code in (select g.district_code from region_district g where g.region_id = any(:regions::bigint[])))
  and (:valuers::bigint[] is null or r.valuer_id = any(:valuers::bigint[]) or r.report_valuer_id = any(:valuers::bigint[]))
  and (:states::text[] is null or r.report_state = any(:states::text[]))
  and (:zones::text[] is null or r.zone_code = any(:zones::text[]))
