-- The years of the component: its factor, what it was applied to, and how far its report came.
select extract(year from y.base_date)::integer as base_year, y.factor, y.monthly_pct, y.trend, y.applied_on, u.full_name as applied_by_name,
  y.n_applied, y.report_status, r.full_name as report_valuer_name, rich_text_plain(y.comments) as words
from component_year y
left join app_user u on u.id = y.applied_by
left join app_user r on r.id = y.report_valuer_id
where y.district_code = :district::text and y.component_code = :comp::text and y.district_code = any(:districts::text[])
