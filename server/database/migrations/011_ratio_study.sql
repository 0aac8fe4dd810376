-- Ratio studies over pairs (V, S): V the assessed land value, S the adjusted land value of the sale, r = V ÷ S.
-- Definitions, sources and limits: docs/statistics.md.

create type ratio_study as (
  n integer, small_sample boolean,
  median double precision, median_low double precision, median_high double precision,
  mean double precision, mean_low double precision, mean_high double precision, mvp double precision,
  weighted_mean double precision, weighted_mean_low double precision, weighted_mean_high double precision,
  geometric_mean double precision, sd double precision, cod double precision, cov double precision,
  prd double precision,
  prb double precision, prb_se double precision, prb_p double precision,
  prb_low double precision, prb_high double precision,
  ki double precision, mki double precision,
  minimum double precision, q1 double precision, q3 double precision, maximum double precision,
  iqr double precision, p05 double precision, p95 double precision,
  outliers_3iqr integer, outliers_15iqr integer, outliers_5_95 integer,
  chasing_share double precision, chasing_expected double precision, chasing_suspected boolean
);

-- Refuses what no ratio can be made of: a pair that is not positive, infinite or no number. A pair with a missing
-- side is left out, as SQL's own aggregates do.
create function check_ratio_pairs(v double precision[], s double precision[]) returns void
language plpgsql immutable parallel safe as $$
declare bad record;
begin
  if coalesce(cardinality(v), 0) <> coalesce(cardinality(s), 0) then
    raise exception 'A ratio study needs as many values as sales, not % and %.',
      coalesce(cardinality(v), 0), coalesce(cardinality(s), 0) using errcode = 'invalid_parameter_value';
  end if;
  -- NaN sorts above infinity in PostgreSQL, so one bound catches both.
  select a.i, a.v, a.s into bad from unnest(v, s) with ordinality as a(v, s, i)
  where a.v is not null and a.s is not null
    and not (a.v > 0 and a.v < 'infinity' and a.s > 0 and a.s < 'infinity')
  limit 1;
  if found then
    raise exception 'Pair % of a ratio study is value % and sale %; both must be finite and above 0.',
      bad.i, bad.v, bad.s using errcode = 'invalid_parameter_value';
  end if;
end $$;

-- Ranks of the 95 % interval of a median that assumes no distribution; null where the sample is too small for it.
create function median_ranks(n integer, out low integer, out high integer)
language sql immutable strict parallel safe as $$
  select case when lower_rank >= 1 then lower_rank end, case when lower_rank >= 1 then n + 1 - lower_rank end
  from (select case when n % 2 = 1 then (n + 1) / 2 - ceil(1.96 * sqrt(n::double precision) / 2)
    else n / 2 - ceil(1.96 * sqrt(n::double precision) / 2 + 0.5) + 1 end::integer as lower_rank) as rule
$$;

create function ratio_study(v double precision[], s double precision[]) returns ratio_study
language plpgsql immutable parallel safe as $$
declare
  study ratio_study;
  m record;
  t double precision;
begin
  perform check_ratio_pairs(v, s);

  -- Moments, order statistics and the Gini sums in one pass over the pairs in order of S (stable).
  with pair as materialized (
    select a.v, a.s, a.v / a.s as r, row_number() over (order by a.s, a.i) as rank_s
    from unnest(v, s) with ordinality as a(v, s, i) where a.v is not null and a.s is not null
  )
  select count(*)::integer as n, avg(r) as mean, stddev_samp(r) as sd, exp(avg(ln(r))) as gm,
    sum(p.v) as sum_v, sum(p.s) as sum_s, sum(rank_s * p.v) as rank_v, sum(rank_s * p.s) as rank_s,
    percentile_cont('{0,0.05,0.25,0.5,0.75,0.95,1}'::double precision[]) within group (order by r) as q,
    array_agg(r order by r) as ordered
  into m from pair as p;

  study.n := m.n;
  study.small_sample := m.n < 5;
  if m.n < 2 then return study; end if;

  study.median := m.q[4];
  study.mean := m.mean;
  study.mvp := 100 * m.mean;
  study.weighted_mean := m.sum_v / m.sum_s;
  study.geometric_mean := m.gm;
  study.sd := m.sd;
  study.cov := 100 * m.sd / m.mean;
  study.prd := m.mean / study.weighted_mean;
  study.minimum := m.q[1];
  study.p05 := m.q[2];
  study.q1 := m.q[3];
  study.q3 := m.q[5];
  study.p95 := m.q[6];
  study.maximum := m.q[7];
  study.iqr := study.q3 - study.q1;
  study.ki := 2 * (m.rank_v / m.sum_v - m.rank_s / m.sum_s) / m.n;
  -- Equal sales have no Gini coefficient to divide by.
  study.mki := case when 2 * m.rank_s / m.sum_s - (m.n + 1) > 1e-12 * m.n
    then (2 * m.rank_v / m.sum_v - (m.n + 1)) / (2 * m.rank_s / m.sum_s - (m.n + 1)) end;

  select m.ordered[r.low], m.ordered[r.high] into study.median_low, study.median_high from median_ranks(m.n) as r;
  t := student_t_quantile(0.975, m.n - 1);
  study.mean_low := m.mean - t * m.sd / sqrt(m.n);
  study.mean_high := m.mean + t * m.sd / sqrt(m.n);

  -- Deviations that need the median or the weighted mean first.
  select 100 / study.median * avg(abs(p.r - study.median)),
    t * sqrt(sum((p.v - study.weighted_mean * p.s) ^ 2)) / (m.sum_s / m.n * sqrt(m.n * (m.n - 1.0::double precision))),
    regr_slope(p.y, p.x), regr_sxx(p.y, p.x), greatest(0, regr_syy(p.y, p.x) - regr_sxy(p.y, p.x) ^ 2 / nullif(regr_sxx(p.y, p.x), 0)),
    count(*) filter (where p.r < study.q1 - 3 * study.iqr or p.r > study.q3 + 3 * study.iqr),
    count(*) filter (where p.r < study.q1 - 1.5 * study.iqr or p.r > study.q3 + 1.5 * study.iqr),
    count(*) filter (where p.r < study.p05 or p.r > study.p95),
    avg((p.r between 0.98 and 1.02)::integer)
  into study.cod, t, study.prb, m.sum_v, m.sum_s, study.outliers_3iqr, study.outliers_15iqr, study.outliers_5_95,
    study.chasing_share
  from (
    select a.v, a.s, a.v / a.s as r, (a.v / a.s - study.median) / study.median as y,
      ln((a.v / study.median + a.s) / 2) / ln(2::double precision) as x
    from unnest(v, s) as a(v, s) where a.v is not null and a.s is not null
  ) as p;
  study.weighted_mean_low := study.weighted_mean - t;
  study.weighted_mean_high := study.weighted_mean + t;

  if m.n > 2 and study.prb is not null then
    study.prb_se := sqrt(m.sum_s / (m.n - 2) / m.sum_v);
    t := student_t_quantile(0.975, m.n - 2);
    study.prb_low := study.prb - t * study.prb_se;
    study.prb_high := study.prb + t * study.prb_se;
    study.prb_p := case when study.prb_se > 0 then student_t_p(study.prb / study.prb_se, m.n - 2) end;
  end if;

  study.chasing_expected := case when m.sd > 0
    then normal_cdf((1.02 - m.mean) / m.sd) - normal_cdf((0.98 - m.mean) / m.sd) end;
  study.chasing_suspected := study.chasing_share - study.chasing_expected > 0.05;
  return study;
end $$;

-- One row per pair with both sides, in the order given (i counts from 1). `trimmed`: beyond 3 IQR, the furthest
-- first, at most a tenth of the sample, and never leaving fewer than five (which a tenth rounded down cannot do).
create function ratio_flags(v double precision[], s double precision[])
returns table (i bigint, ratio double precision, outlier_3iqr boolean, outlier_15iqr boolean, outlier_5_95 boolean,
  trimmed boolean)
language plpgsql immutable parallel safe as $$
begin
  perform check_ratio_pairs(v, s);
  return query
  with pair as (
    select a.i, a.v, a.s, a.v / a.s as r
    from unnest(v, s) with ordinality as a(v, s, i) where a.v is not null and a.s is not null
  ), fence as (
    select count(*) as n, percentile_cont('{0.05,0.25,0.75,0.95}'::double precision[]) within group (order by r) as q
    from pair
  ), judged as (
    select p.i, p.v, p.s, p.r, f.n, p.r < f.q[1] or p.r > f.q[4] as beyond_5_95,
      greatest(f.q[2] - p.r, p.r - f.q[3]) as beyond, f.q[3] - f.q[2] as iqr
    from pair as p cross join fence as f
  ), ranked as (
    select j.*, row_number() over (order by j.beyond desc, j.r, j.v, j.s, j.i) as place from judged as j
  )
  select k.i, k.r, k.n > 1 and k.beyond > 3 * k.iqr, k.n > 1 and k.beyond > 1.5 * k.iqr, k.n > 1 and k.beyond_5_95,
    k.beyond > 3 * k.iqr and k.place <= k.n / 10
  from ranked as k order by k.i;
end $$;

-- Percentile bootstrap of COD and PRD. The generator is ours (a 32-bit integer hash of the draw's number), so a
-- seed gives the same interval on every machine; pairs are put in order first, so the order of rows does not matter.
create type ratio_bootstrap as (
  resamples integer, cod_low double precision, cod_high double precision,
  prd_low double precision, prd_high double precision
);

-- Each step of the hash is a subquery of its own (offset 0), since merged they would repeat each other's work.
create function ratio_bootstrap(
  v double precision[], s double precision[], resamples integer default 500, seed bigint default 20130701
) returns ratio_bootstrap language plpgsql immutable parallel safe as $$
declare
  answer ratio_bootstrap;
  pairs integer;
begin
  perform check_ratio_pairs(v, s);
  select count(*) into pairs from unnest(v, s) as a(v, s) where a.v is not null and a.s is not null;
  -- Two million draws take seconds; beyond that the interval is left out, not made from fewer resamples.
  if pairs < 2 or resamples < 1 or pairs::bigint * resamples > 2000000 then return answer; end if;
  answer.resamples := resamples;
  with pair as materialized (
    -- The place of a pair by ratio, so that ordering a resample by place orders it by ratio.
    select row_number() over (order by a.v / a.s, a.s, a.v) as j, a.v / a.s as r, a.v, a.s
    from unnest(v, s) as a(v, s) where a.v is not null and a.s is not null
  ), draw as (
    -- Resample and place in one number: a single key to sort, and small rows to sort.
    select z.b << 21 | ((z.x # (z.x >> 15)) * pairs >> 32) + 1 as drawn
    from (
      select y.b, ((y.x # (y.x >> 15)) * 1935289751) & 4294967295 as x
      from (
        select k.b, ((k.x # (k.x >> 16)) * 569420461) & 4294967295 as x
        from (
          select b, (seed + (b * pairs + i) * 2654435769) & 4294967295 as x
          from generate_series(1::bigint, resamples) as b, generate_series(1::bigint, pairs) as i offset 0
        ) as k offset 0
      ) as y offset 0
    ) as z
  ), numbered as (
    -- Every resample has as many draws as there are pairs, so its own places follow from the number over all.
    select d.drawn, row_number() over (order by d.drawn) as n from draw as d
  ), placed as (
    select o.drawn >> 21 as b, p.r, p.v, p.s, o.n - ((o.drawn >> 21) - 1) * pairs as place
    from numbered as o join pair as p on p.j = o.drawn & 2097151
  ), study as (
    -- Deviations from a median sum to the upper half less the lower half.
    select avg(p.r) filter (where p.place in ((pairs + 1) / 2, pairs / 2 + 1)) as median,
      sum(sign(2 * p.place - (pairs + 1)) * p.r) / pairs as deviation, avg(p.r) as mean, sum(p.v) / sum(p.s) as weighted
    from placed as p group by p.b
  )
  select q.cod[1], q.cod[2], q.prd[1], q.prd[2] into answer.cod_low, answer.cod_high, answer.prd_low, answer.prd_high
  from (
    select percentile_cont('{0.025,0.975}'::double precision[]) within group (order by 100 * deviation / median) as cod,
      percentile_cont('{0.025,0.975}'::double precision[]) within group (order by mean / weighted) as prd
    from study
  ) as q;
  return answer;
end $$;
