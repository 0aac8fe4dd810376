-- Maps that were opened. What one shows are the rows of a search, found again with the rights of whoever opens it; the search is
-- kept here, as one that stands in somebody's list of searches goes when it is old.

create table map_state (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  uuid uuid not null unique default gen_random_uuid(),
  list text not null,
  search_type text not null check (search_type in ('simple', 'full')),
  criteria jsonb not null,
  title text,
  created_at timestamptz not null default now(), created_by bigint
);
select record_table('map_state', 'company', '{insert}');
create trigger map_state_named before insert on map_state for each row execute function factor_run_named();

comment on table map_state is 'Maps that were opened, by the search whose rows they show.';
comment on column map_state.uuid is 'The address of the map; the search is found by it as by a hash.';
comment on column map_state.list is 'The list that is searched.';
comment on column map_state.criteria is 'What the rows that are shown fulfil.';
comment on column map_state.title is 'What the map is of, where whoever opened it said so.';
