-- What may be done only so often is counted here, for all processes of the server at once. Whose try it was (a name, an
-- address, a device) is kept as a hash: what somebody types as a user name may be their password. Unlogged: a crash
-- forgets what was counted, which forgives and never shuts anybody out.
create unlogged table limit_count (
  key bytea primary key,
  n integer not null,
  until timestamptz not null
);
comment on table limit_count is 'How often something was done that may be done only so often';
comment on column limit_count.key is 'SHA-256 of what is counted';
comment on column limit_count.n is 'Tries';
comment on column limit_count.until is 'End of the window; of a sign-in, from when another try is taken';
alter table limit_count enable row level security;

-- Counts one try of each key in a window of its own and answers nothing; where keys have had their number it counts
-- nothing, and answers these with the end of their windows. Keys are taken in their order, so that two calls never wait for each other in a circle.
-- A window that ends later than any can is of a clock that was set back: it counts no more.
create function take_window(keys bytea[], most integer[], span interval, at timestamptz)
returns table (refused bytea, again timestamptz)
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select t.key, t.most from unnest(keys, most) as t (key, most) order by t.key loop
    insert into limit_count as l (key, n, until) values (one.key, 1, at + span)
    on conflict (key) do update set
      n = case when l.until > at and l.until <= at + 2 * span then l.n + 1 else 1 end,
      until = case when l.until > at and l.until <= at + 2 * span then l.until else at + span end
    where l.n < one.most or l.until <= at or l.until > at + 2 * span;
    if not found then raise exception sqlstate 'CDLIM'; end if;
  end loop;
exception when sqlstate 'CDLIM' then
  return query select l.key, l.until from limit_count l join unnest(keys, most) as t (key, most) on t.key = l.key
    where l.n >= t.most and l.until > at;
end $$;

-- How long the next try waits after n in vain: not at all at first, then a minute, and twice as long with each.
create function try_delay(n integer, free integer) returns interval
language sql immutable
return case when n < free then interval '0' else least(interval '15 minutes', interval '1 minute' * (2 ^ least(n - free, 10))) end;

-- Counts one try of each key that may prove to be in vain, as take_window does; give_try takes it back. Tries are
-- forgotten an hour after the last.
create function take_try(keys bytea[], free integer[], at timestamptz)
returns table (refused bytea, again timestamptz)
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select t.key, t.free from unnest(keys, free) as t (key, free) order by t.key loop
    insert into limit_count as l (key, n, until) values (one.key, 1, at + try_delay(1, one.free))
    on conflict (key) do update set
      n = case when at - l.until between interval '0' and interval '1 hour' then l.n + 1 else 1 end,
      until = at + try_delay(case when at - l.until between interval '0' and interval '1 hour' then l.n + 1 else 1 end, one.free)
    where l.until <= at or l.until > at + interval '30 minutes';
    if not found then raise exception sqlstate 'CDLIM'; end if;
  end loop;
exception when sqlstate 'CDLIM' then
  return query select l.key, l.until from limit_count l where l.key = any (keys) and l.until > at;
end $$;

-- What proved right does not count.
create function give_try(keys bytea[], at timestamptz) returns void
language sql
begin atomic
  update limit_count set n = greatest(n - 1, 0), until = least(until, at)
  where key in (select key from limit_count where key = any (keys) order by key for update);
end;

revoke execute on function take_window, take_try, give_try, try_delay from public;
