-- A row for each note that is missing and has something to begin with.
with asked as (
  select d as district_code, base_date_of(:year::integer) as last_date, base_date_of(:year::integer + 1) as base_date
  from unnest(:districts::text[]) as d where d = :district::text
), wanted as (
  select a.district_code, a.base_date, a.last_date, r.test, r.key, r.synthetic
  from asked as a
  join audit_result as r on r.district_code = a.district_code and r.base_date = a.base_date and r.failed
  where nullif(:key::text, '') is null and (:test::integer is null or r.test = :test::integer)
  union
  select a.district_code, a.base_date, a.last_date, t.number, :key::text, null::boolean
  from asked as a join audit_test as t on t.number = :test::integer
  where nullif(:key::text, '') is not null
), begun as (
  select w.*, l.text as last_text, left(nullif(trim(rich_text_plain(p.values_rationale)), ''), 4000) as reason
  from wanted as w
  left join audit_note as l on l.district_code = w.district_code and l.base_date = w.last_date and l.test = w.test and l.key = w.key
    and (w.synthetic is null or l.synthetic = w.synthetic)
  left join audit_test as t on t.number = w.test and t.scope = 'PROP'
  left join property as p on t.number is not null and p.district_code = w.district_code
    and p.id = case when w.key ~ '^[0-9]{1,10}$' then w.key::bigint end
)
select b.district_code, b.base_date, b.test, b.key, case :source::text when 'LAST' then b.last_text else b.reason end as text,
  case when :source::text = 'LAST' then b.last_date end as carried_from,
  case when :source::text = 'LAST' and b.last_text is null then 'There was no note last year.'
    when :source::text = 'WHY' and b.reason is null then 'The property gives no reason for its values.' end as refused
from begun as b
where (nullif(:key::text, '') is not null or case :source::text when 'LAST' then b.last_text else b.reason end is not null)
  and not exists (
    select from audit_note as n
    where n.district_code = b.district_code and n.base_date = b.base_date and n.test = b.test and n.key = b.key
      and (b.synthetic is null or n.synthetic = b.synthetic))
order by b.test, b.key
