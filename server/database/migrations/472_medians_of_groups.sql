-- Medians of what is alike, of all groups in one call: a call for each street costs more than its medians.

drop function medians_alike(double precision[], double precision[], double precision, double precision, boolean);

-- For each x the median of the y of its group whose x lies between low and high times it, and how many they are; of fewer than
-- at_least, and of what is not wanted, nothing is told. Groups ascend, and in each of them x; without groups all are of one.
-- The window moves along, and with it the mark of the middle over the ranks of y: a lot costs a few steps and not its group.
create function medians_alike(x double precision[], y double precision[], low double precision, high double precision,
  without_own boolean default false, groups integer[] default null, at_least integer default 0, wanted boolean[] default null)
returns table (posn integer, n integer, median double precision)
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
declare
  size constant integer := coalesce(cardinality(x), 0);
  left_out constant integer := without_own::integer;
  ranks integer[];
  by_rank double precision[];
  inside boolean[] := array_fill(false, array[size]);
  told boolean[] := coalesce(wanted, array_fill(true, array[size]));
  own integer;
  first integer := 1;
  next integer := 1;
  -- Where the group ends.
  last integer := 0;
  -- So many ranks up to the mark are inside; those of a group lie where its members do.
  mark integer;
  counted integer;
  middle integer;
  other integer;
begin
  select array_agg(r.rank order by r.i), array_agg(r.value order by r.rank) into ranks, by_rank
  from (select u.i, u.value, row_number() over (order by u.part, u.value, u.i)::integer as rank
    from unnest(groups, y) with ordinality as u (part, value, i)) as r;
  for i in 1..size loop
    if i > last then
      first := i;
      next := i;
      last := i;
      while last < size and groups[last + 1] is not distinct from groups[i] loop last := last + 1; end loop;
      mark := i - 1;
      counted := 0;
    end if;
    continue when not told[i];
    -- What is not told of is passed by: both ends of the window go on as far as the next that is.
    while x[first] < x[i] * low loop
      if first < next then
        own := ranks[first];
        inside[own] := false;
        if own <= mark then counted := counted - 1; end if;
      else
        next := next + 1;
      end if;
      first := first + 1;
    end loop;
    while next <= last and x[next] <= x[i] * high loop
      own := ranks[next];
      inside[own] := true;
      if own <= mark then counted := counted + 1; end if;
      next := next + 1;
    end loop;
    n := next - first - left_out;
    continue when n < at_least;
    own := ranks[i];
    if without_own then
      inside[own] := false;
      if own <= mark then counted := counted - 1; end if;
    end if;
    posn := i;
    median := null;
    if n > 0 then
      middle := (n + 1) / 2;
      while counted < middle loop
        mark := mark + 1;
        if inside[mark] then counted := counted + 1; end if;
      end loop;
      while counted > middle or not inside[mark] loop
        if inside[mark] then counted := counted - 1; end if;
        mark := mark - 1;
      end loop;
      if n % 2 = 1 then
        median := by_rank[mark];
      else
        other := mark + 1;
        while not inside[other] loop other := other + 1; end loop;
        median := (by_rank[mark] + by_rank[other]) / 2;
      end if;
    end if;
    return next;
    if without_own then
      inside[own] := true;
      if own <= mark then counted := counted + 1; end if;
    end if;
  end loop;
end $$;
comment on function medians_alike is
  'For each x, ascending in its group, the median of the y of the group whose x lies between low and high times it, and their number, from at_least on; without_own leaves its own y out.';
