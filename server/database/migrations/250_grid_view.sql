-- Views of tables that people have saved: one's own, or one that all of the company choose from.
create table grid_view (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  user_id bigint not null references app_user (id) on delete cascade,
  -- The page and the table on it.
  screen text not null,
  block text not null,
  name text not null check (btrim(name) <> ''),
  -- A locked view is everybody's, and nobody changes it before it is unlocked.
  sharing text not null default 'own' check (sharing in ('own', 'shared', 'locked')),
  -- Columns with their titles, widths, order, groups: as the table reads it.
  layout jsonb not null,
  request_id uuid
);
create unique index grid_view_own on grid_view (user_id, screen, block, lower(name)) where sharing = 'own';
create unique index grid_view_shared on grid_view (company, screen, block, lower(name)) where sharing <> 'own';
create index grid_view_user on grid_view (user_id);
select record_table('grid_view', 'user');

-- What is for all is read by all, and written by who has the right to the company's options.
do $$
declare
  company text := 'company = (select public.app_company()) and (select public.app_user_id()) is not null and ';
  own text := 'user_id = (select public.app_user_id()) and sharing = ''own''';
  may text := '''coptU'' = any ((select public.app_perms())::text[])';
begin
  drop policy own_rows on grid_view;
  perform declare_policy('grid_view', 'user',
    company || '(user_id = (select public.app_user_id()) or sharing <> ''own'')', 'select');
  perform declare_policy('grid_view', 'user',
    company || 'user_id = (select public.app_user_id()) and (sharing = ''own'' or ' || may || ')', 'insert');
  perform declare_policy('grid_view', 'user', company || format('((%s) or (sharing <> ''own'' and %s))', own, may), 'update');
  perform declare_policy('grid_view', 'user', company || format('((%s) or (sharing <> ''own'' and %s))', own, may), 'delete');
end $$;
