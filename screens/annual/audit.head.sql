-- uses: audit_measured
select t.title as test_title, t.rule, count(m.key)::integer as measured_n, count(m.key) filter (where m.failed)::integer as failed_n,
  count(m.key) filter (where m.failed and n.id is null)::integer as open_n
from audit_test as t
left join audit_measured as m on m.test = t.number
left join audit_note as n on n.district_code = m.district_code and n.base_date = base_date_of(:year::integer + 1) and n.test = m.test
  and n.key = m.key and n.synthetic = m.synthetic
where t.number = :test::integer
group by t.title, t.rule
