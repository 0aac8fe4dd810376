-- Texts of reports with their base year, as pages ask for it, and who changed them last.

select t.*,
  extract(year from t.base_date)::integer - 1 as base_year,
  array_position(array['SUMMARY', 'ISSUES', 'IMPROVEMENTS', 'PAIRED', 'MARKET', 'VERIFIED', 'QUALITY', 'OBJECTIONS',
    'CERTIFICATION', 'SENTENCE'], t.section) as place,
  u.full_name as updated_name
from report_text t
left join app_user u on u.id = t.updated_by
