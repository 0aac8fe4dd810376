-- Sales of the window of a base year that wait for somebody, by what is to be done. Mine are those whose component is in
-- my charge, my team's those in the charge of the others of my teams.
-- counts: sales by sale_id
with waiting as (
  select s.id as sale_id, s.contract_date,
    coalesce(c.valuer_id = (select app_user_id()), false) as mine,
    coalesce(c.valuer_id <> (select app_user_id()) and exists (
      select from team_member as m join team_member as o on o.team_id = m.team_id
      where m.user_id = (select app_user_id()) and o.user_id = c.valuer_id), false) as ours,
    unnest(array_remove(array[
      case when s.conflict then 'CONFLICT' end,
      case when not s.confirmed then 'CONFIRM' end,
      case when s.confirmed and s.suitable is null then 'JUDGE' end,
      case when s.suitable and s.inspected_on is null then 'INSPECT' end], null)) as work
  from sale as s
  left join component as c on c.district_code = s.district_code and c.code = s.component_code
  where s.status = 'A' and s.district_code = any(:districts::text[])
    and s.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
)
select work, count(*) filter (where mine)::integer as mine, count(*) filter (where ours)::integer as ours,
  count(*)::integer as everybody, min(contract_date) as oldest
from waiting
group by work
order by work
