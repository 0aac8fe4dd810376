-- What did the audit measure, and what explains it?
select t.number as test_no, t.title as test_title, t.severity, count(*)::integer as measured_n,
  count(*) filter (where r.failed)::integer as failed_n,
  count(n.id) filter (where r.failed)::integer as explained_n, max(r.measured_at) as measured_at
from audit_result as r
join audit_test as t on t.number = r.test
left join audit_note as n on n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test and n.key = r.key
  and n.synthetic = r.synthetic
where r.district_code = any(:districts::text[]) and r.base_date = base_date_of(:year::integer + 1)
group by t.number, t.title, t.severity
