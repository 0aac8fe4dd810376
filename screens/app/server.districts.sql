-- What last happened to each district's data: a row for each district whose data has been imported, changed, counted or sent.
with files as (
  select d.code as district_code, f.id, f.read_count,
    coalesce(f.finished_at, f.uploaded_at) as imported_at
  from import_file as f
  cross join lateral unnest(f.districts) as d (code)
  where f.state = 'done'
), imported as (
  select distinct on (f.district_code) f.district_code, f.id as import_id, f.imported_at,
    count(*) over (partition by f.district_code)::integer as files_taken,
    sum(f.read_count) over (partition by f.district_code)::bigint as records_read
  from files as f
  order by f.district_code, f.imported_at desc, f.id desc
), sent as (
  select d.code as district_code, max(e.ended_at) as sent_at, count(*)::integer as files_sent
  from export_job as e
  cross join lateral unnest(e.districts) as d (code)
  where e.state = 'READY'
  group by d.code
), audited as (
  select r.district_code, max(r.run_at) as audited_at, sum(r.failed)::integer as audit_failed
  from audit_run as r
  where r.base_date = make_date(:year::integer + 1, 7, 1)
  group by r.district_code
), counted as (
  select c.district_code, max(c.counted_at) as counted_at
  from report_count as c
  group by c.district_code
)
select d.code as district_code, i.files_taken, i.records_read, i.imported_at, i.import_id,
  (select a.at from audit as a where a.district_code = d.code order by a.id desc limit 1) as changed_at,
  s.files_sent, s.sent_at, u.audited_at, u.audit_failed, c.counted_at
from district as d
left join imported as i on i.district_code = d.code
left join sent as s on s.district_code = d.code
left join audited as u on u.district_code = d.code
left join counted as c on c.district_code = d.code
where d.code = any(:districts::text[])
