-- Statements that took long: the last few hundred, for administrators. Never a value: what a parameter was is its kind.
create table slow_query (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  statement text not null,
  parameters text[] not null,
  role text not null check (role in ('reader', 'writer', 'owner')),
  ms double precision not null,
  row_count bigint not null,
  failed boolean not null,
  operation text,
  reference text,
  plan text,
  -- Why there is no plan.
  plan_problem text
);
create index slow_query_at on slow_query (at);
comment on table slow_query is 'Statements that took longer than the limit, with the plan that their caller would be given.';
