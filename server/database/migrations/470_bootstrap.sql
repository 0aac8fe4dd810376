-- The bootstrap of a ratio study without an order of all draws. They are those of before, and so are its intervals, but for what
-- sums in another order come to.

create or replace function ratio_bootstrap(
  v double precision[], s double precision[], resamples integer default 500, seed bigint default 20130701
) returns ratio_bootstrap language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
declare
  answer ratio_bootstrap;
  pairs bigint;
  ratios double precision[];
  assessed double precision[];
  adjusted double precision[];
  low bigint;
  high bigint;
  missed boolean := false;
begin
  perform check_ratio_pairs(v, s);
  -- A place stands for its pair, so that places in order are ratios in order.
  select count(*), array_agg(p.v / p.s order by p.v / p.s, p.s, p.v), array_agg(p.v order by p.v / p.s, p.s, p.v),
    array_agg(p.s order by p.v / p.s, p.s, p.v)
  into pairs, ratios, assessed, adjusted
  from unnest(v, s) as p(v, s)
  where p.v is not null and p.s is not null;
  -- A job for a page that is waited for: beyond so many draws the interval is left out, not made from fewer resamples.
  if pairs < 2 or resamples < 1 or pairs * resamples > 2000000 then return answer; end if;
  answer.resamples := resamples;
  -- Where medians lie, by four and a half standard deviations of the number of draws below the middle: only these places are put
  -- in order. Of a hundred thousand resamples one has its median elsewhere, and then all places are.
  low := pairs / 2 - ceil(2.25 * sqrt(pairs::double precision));
  high := pairs / 2 + 1 + ceil(2.25 * sqrt(pairs::double precision));
  loop
    -- Each step of the hash is a subquery of its own (offset 0), since merged they would repeat each other's work; each
    -- resample is asked for by itself, since groups of all draws would have to be found for each draw.
    with resample as (
      select d.below, coalesce(cardinality(d.middle), 0) as within, d.total, d.total / pairs / (d.assessed / d.adjusted) as prd,
        m.median, d.lower + m.lower as lower
      from generate_series(1::bigint, resamples) as b
      cross join lateral (
        select sum(ratios[j]) as total, sum(assessed[j]) as assessed, sum(adjusted[j]) as adjusted,
          count(*) filter (where j < low) as below, coalesce(sum(ratios[j]) filter (where j < low), 0) as lower,
          array_agg(j) filter (where j between low and high) as middle
        from (
          select ((z.x # (z.x >> 15)) * pairs >> 32)::integer + 1 as j
          from (
            select ((y.x # (y.x >> 15)) * 1935289751) & 4294967295 as x
            from (
              select ((k.x # (k.x >> 16)) * 569420461) & 4294967295 as x
              from (
                select (seed + (b * pairs + i) * 2654435769) & 4294967295 as x
                from generate_series(1::bigint, pairs) as i offset 0
              ) as k offset 0
            ) as y offset 0
          ) as z offset 0
        ) as drawn
      ) as d
      cross join lateral (
        select avg(ratios[o.j]) filter (where o.place in ((pairs + 1) / 2, pairs / 2 + 1)) as median,
          coalesce(sum(ratios[o.j]) filter (where o.place <= pairs / 2), 0) as lower
        from (select u.j, d.below + row_number() over (order by u.j) as place from unnest(d.middle) as u (j)) as o
      ) as m
    ), study as (
      -- Deviations from a median sum to the upper half less the lower half; of an odd number the median is in neither.
      -- Where all are the median, what the last digits leave may be less than nothing.
      select prd, greatest(0, 100 * (total - 2 * lower - case when pairs % 2 = 1 then median else 0 end) / pairs / median) as cod,
        below >= (pairs + 1) / 2 or below + within <= pairs / 2 as missed
      from resample
    )
    select q.cod[1], q.cod[2], q.prd[1], q.prd[2], q.missed
    into answer.cod_low, answer.cod_high, answer.prd_low, answer.prd_high, missed
    from (
      select percentile_cont('{0.025,0.975}'::double precision[]) within group (order by cod) as cod,
        percentile_cont('{0.025,0.975}'::double precision[]) within group (order by prd) as prd, bool_or(t.missed) as missed
      from study as t
    ) as q;
    exit when not missed;
    low := 1;
    high := pairs;
  end loop;
  return answer;
end $$;
