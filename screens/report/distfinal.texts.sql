-- The texts of the final report, in the order of its sections.
select t.id, t.district_code, t.section as report_section, t.part, t.status as text_status, rich_text_plain(t.text) as words,
  t.carried_from, t.updated_at, t.updated_name, t.place
from report_text_record as t
where t.report = 'distfinal' and t.district_code = any(:districts::text[]) and t.base_date = base_date_of(:year::integer + 1)
