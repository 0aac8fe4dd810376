-- Users with their activity, the names of their roles, teams and regions, and their two lists of districts.

select u.*,
  coalesce(a.failed_logins, 0) as failed_logins,
  a.last_active,
  a.factor_since is not null as factor_on,
  (select string_agg(r.title, ', ' order by r.title) from user_role m join role r on r.id = m.role_id
    where m.user_id = u.id) as role_titles,
  (select string_agg(t.name, ', ' order by t.name) from team_member m join team t on t.id = m.team_id
    where m.user_id = u.id) as team_names,
  (select string_agg(r.name, ', ' order by r.name) from user_region m join contract_region r on r.id = m.region_id
    where m.user_id = u.id) as region_names,
  case when u.all_districts then 'All' else nullif(array_to_string(user_districts(u.id), ', '), '') end as work_districts,
  (select string_agg(seen.code, ', ' order by seen.code) from unnest(user_districts(u.id, true)) as seen (code)
    where seen.code <> all (user_districts(u.id))) as search_districts
from app_user u
left join user_activity a on a.user_id = u.id
