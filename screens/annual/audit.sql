-- What does a test of the audit find, and what explains it?
-- Measured anew each time, of the values under work: 1 July of the year after the base year. Failed is outside the limits that hold in the
-- district; of tests about single properties the findings alone are listed. The note is of the same test, base date and key; last year's
-- is that of the base date before.
-- uses: audit_measured
select m.district_code || ' ' || m.test || ' ' || m.key || case when m.synthetic then ' S' else '' end as row_key, m.district_code,
  m.test as test_no, t.title as test_title, t.severity as rule_severity, t.scope as audit_scope, m.key as about_key, m.about, m.detail as found, m.measured,
  m.lower_limit, m.upper_limit,
  case when m.upper_limit is not null and m.lower_limit is not null then round(m.lower_limit, 4)::float8 || ' to ' || round(m.upper_limit, 4)::float8
    when m.test in (301, 302) then 'below ' || round(m.upper_limit, 4)::float8
    when m.upper_limit is not null then 'at most ' || round(m.upper_limit, 4)::float8
    when m.lower_limit is not null then 'at least ' || round(m.lower_limit, 4)::float8 end as limit_text,
  t.unit as limit_unit, m.failed, case when m.failed then 'fail' when not m.judged then 'few' else 'pass' end as verdict,
  n.id as note_id, n.version as note_version, n.text as note, n.carried_from, l.text as last_note,
  nullif(trim(rich_text_plain(p.values_rationale)), '') as rationale, m.property_id, base_date_of(:year::integer + 1) as base_date,
  case t.scope when 'PROP' then '/prop/' || m.key when 'COMP' then '/ref/comp/' || m.district_code || '/' || m.key
    when 'ZONE' then '/report/statdetl/' || m.district_code || '?zones=' || m.key || '&series=future&year=' || :year::integer
    when 'GROUP' then '/prop/s28/' || split_part(m.key, ' ', 1)
    when 'CROWN' then case m.test when 953 then '/report/rinofactor/' || m.district_code when 954 then '/ref/comp/' || m.district_code || '/' || m.key
      else '/clpa/' || m.key end end as link
from audit_measured as m
join audit_test as t on t.number = m.test
left join audit_note as n on n.district_code = m.district_code and n.base_date = base_date_of(:year::integer + 1) and n.test = m.test
  and n.key = m.key and n.synthetic = m.synthetic
left join audit_note as l on l.district_code = m.district_code and l.base_date = base_date_of(:year::integer) and l.test = m.test
  and l.key = m.key and l.synthetic = m.synthetic
left join property as p on p.id = m.property_id
