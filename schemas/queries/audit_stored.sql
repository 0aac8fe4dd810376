-- What did the tests of the audit find when they ran last, and what explains it?
-- Stored results that failed, of tests with no more of them than a page takes; a test with more is opened by itself.
with stored as (
  select r.*, count(*) over (partition by r.test) as of_test
  from audit_result as r
  where r.district_code = any(:districts::text[]) and r.base_date = base_date_of(:year::integer + 1) and r.failed
    and (:test::integer is null or r.test = :test::integer)
)
select r.id as result_id, r.district_code, r.test as test_no, t.title as test_title, t.number || ' ' || t.title as named, t.severity as rule_severity,
  t.scope as audit_scope, r.key as about_key, r.about, r.detail as found, r.measured, r.lower_limit, r.upper_limit,
  case when r.upper_limit is not null and r.lower_limit is not null then round(r.lower_limit, 4)::float8 || ' to ' || round(r.upper_limit, 4)::float8
    when r.test in (301, 302) then 'below ' || round(r.upper_limit, 4)::float8
    when r.upper_limit is not null then 'at most ' || round(r.upper_limit, 4)::float8
    when r.lower_limit is not null then 'at least ' || round(r.lower_limit, 4)::float8 end as limit_text,
  t.unit as limit_unit, r.failed, case when r.failed then 'fail' else 'pass' end as verdict, r.measured_at as run_at,
  n.id as note_id, n.version as note_version, n.text as note, n.carried_from, l.text as last_note,
  nullif(trim(rich_text_plain(p.values_rationale)), '') as rationale, r.base_date,
  case t.scope when 'PROP' then '/prop/' || r.key when 'COMP' then '/ref/comp/' || r.district_code || '/' || r.key
    when 'ZONE' then '/report/statdetl/' || r.district_code || '?zones=' || r.key || '&series=future&year=' || :year::integer
    when 'GROUP' then '/prop/s28/' || split_part(r.key, ' ', 1)
    when 'CROWN' then case r.test when 953 then '/report/rinofactor/' || r.district_code when 954 then '/ref/comp/' || r.district_code || '/' || r.key
      else '/clpa/' || r.key end end as link
from stored as r
join audit_test as t on t.number = r.test
left join audit_note as n on n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test and n.key = r.key
  and n.synthetic = r.synthetic
left join audit_note as l on l.district_code = r.district_code and l.base_date = base_date_of(:year::integer) and l.test = r.test and l.key = r.key
  and l.synthetic = r.synthetic
left join property as p on t.scope = 'PROP' and p.district_code = r.district_code and p.id = case when r.key ~ '^[0-9]{1,10}$' then r.key::bigint end
where (t.scope = 'CROWN') = coalesce(:crown::boolean, false) and (:test::integer is not null or r.of_test <= :most::integer)
