-- Of teams a person reads their own membership alone; whose work is their team's has to be known all the same.
create function app_colleagues() returns bigint[]
language sql stable security definer set search_path = public, pg_temp
begin atomic
  with mine as (
    select team_id as id from team_member where user_id = app_user_id()
    union
    select id from team where lead_id = app_user_id()
  )
  select coalesce(array_agg(distinct c.id order by c.id), '{}')
  from (
    select m.user_id as id from team_member as m join mine on mine.id = m.team_id
    union
    select t.lead_id from team as t join mine using (id) where t.lead_id is not null
  ) as c
  where c.id <> app_user_id();
end;
revoke execute on function app_colleagues from public;
grant execute on function app_colleagues to cadastre_reader, cadastre_writer;
