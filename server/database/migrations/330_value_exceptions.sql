-- What reports of value exceptions compare by: bands as settings, and medians of what is like in size.

insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('WKSH', 5, 'rate.like.size', 'Like in size up to', 'Lots between this many times an area and the same part of it are like it, where rates are held against their median.', 'number', 'times', 1, 10, false, 2, true),
('WKSH', 6, 'rate.like.least', 'Like lots at least', 'Rates are held against the median of no fewer like lots.', 'number', 'lots', 2, 100, true, 10, true),
('WKSH', 7, 'rate.spread', 'Rates beyond', 'A rate so many times the middle half''s width outside the middle half of its component is listed.', 'number', 'times', 1, 20, false, 3, true),
('CMPR', 8, 'inconsistent.spread', 'Inconsistent beyond', 'And it differs by more than so many times the usual difference of its component.', 'number', 'times', 0, 20, false, 3, true),
('CMPR', 9, 'inconsistent.area', 'Neighbours alike within', 'Neighbours whose areas differ by more are not compared.', 'number', '%', 0, 90, false, 25, true),
('CMPR', 10, 'inconsistent.least', 'Neighbours at least', 'With fewer in the street the suburb is looked at, with fewer there the value is not judged.', 'number', 'lots', 1, 100, true, 4, true),
('CMPR', 11, 'inconsistent.sample', 'Usual difference of', 'The usual difference of a component is known from no fewer values.', 'number', 'lots', 2, 1000, true, 10, true),
('CMPR', 12, 'inconsistent.few', 'Inconsistent without it', 'Where the usual difference is not known, a value that differs more is listed.', 'number', '%', 0, 500, false, 50, true),
('GENL', 4, 'adopted.level.low', 'Handcrafted values from', 'A value by hand below this share of its adjusted land value is listed.', 'number', '%', 1, 100, false, 87, true),
('GENL', 5, 'adopted.level.high', 'Handcrafted values up to', 'A value by hand above this share of it is listed.', 'number', '%', 50, 500, false, 103, true);
insert into setting (key) values ('rate.like.size'), ('rate.like.least'), ('rate.spread'), ('inconsistent.spread'), ('inconsistent.area'),
  ('inconsistent.least'), ('inconsistent.sample'), ('inconsistent.few'), ('adopted.level.low'), ('adopted.level.high');

-- For each x, in ascending order, the median of the y whose x lies between low and high times it, and how many they are.
-- The window moves along, and with it the mark of the middle over the ranks of y: a lot costs a few steps and not its component.
create function medians_alike(x double precision[], y double precision[], low double precision, high double precision,
  without_own boolean default false)
returns table (posn integer, n integer, median double precision)
language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
declare
  size constant integer := coalesce(cardinality(x), 0);
  ranks integer[];
  by_rank double precision[];
  inside boolean[] := array_fill(false, array[size]);
  first integer := 1;
  next integer := 1;
  -- So many ranks up to the mark are inside.
  mark integer := 0;
  counted integer := 0;
  middle integer;
  other integer;
begin
  select array_agg(r.rank order by r.i), array_agg(r.value order by r.rank) into ranks, by_rank
  from (select u.i, u.value, row_number() over (order by u.value, u.i)::integer as rank from unnest(y) with ordinality as u (value, i)) as r;
  for i in 1..size loop
    while next <= size and x[next] <= x[i] * high loop
      inside[ranks[next]] := true;
      if ranks[next] <= mark then counted := counted + 1; end if;
      next := next + 1;
    end loop;
    while x[first] < x[i] * low loop
      inside[ranks[first]] := false;
      if ranks[first] <= mark then counted := counted - 1; end if;
      first := first + 1;
    end loop;
    posn := i;
    n := next - first;
    if without_own then
      inside[ranks[i]] := false;
      if ranks[i] <= mark then counted := counted - 1; end if;
      n := n - 1;
    end if;
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
      other := mark;
      if n % 2 = 0 then
        other := mark + 1;
        while not inside[other] loop other := other + 1; end loop;
      end if;
      median := (by_rank[mark] + by_rank[other]) / 2;
    end if;
    return next;
    if without_own then
      inside[ranks[i]] := true;
      if ranks[i] <= mark then counted := counted + 1; end if;
    end if;
  end loop;
end $$;
comment on function medians_alike is
  'For each x, ascending, the median of the y whose x lies between low and high times it, and their number; without_own leaves its own y out.';
