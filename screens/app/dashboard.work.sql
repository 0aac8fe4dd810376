-- Sales of the window of a base year that wait for somebody, by what is to be done next. Mine are those whose component is
-- in my charge, my team's those in the charge of a colleague of one of my teams, others' those in the charge of another
-- valuer, nobody's those of a component without one.
-- counts: sales by sale_id
with waiting as (
  select s.id as sale_id, s.contract_date,
    c.valuer_id = (select app_user_id()) as is_mine, c.valuer_id is null as is_nobodys,
    c.valuer_id = any ((select app_colleagues())::bigint[]) as is_teams,
    case
      when s.conflict then 'CONFLICT'
      when not s.confirmed then 'CONFIRM'
      when s.suitable is null then 'JUDGE'
      when s.suitable and s.inspected_on is null then 'INSPECT'
    end as work
  from sale as s
  left join component as c on c.district_code = s.district_code and c.code = s.component_code
  where s.status = 'A' and s.district_code = any(:districts::text[])
    and s.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
)
select work, count(*) filter (where is_mine)::integer as mine,
  count(*) filter (where is_teams)::integer as teams,
  count(*) filter (where not is_mine and not is_teams and not is_nobodys)::integer as others,
  count(*) filter (where is_nobodys)::integer as nobodys, count(*)::integer as everybodys, min(contract_date) as oldest
from waiting
where work is not null
group by work
order by work
