-- The level of many groups at once: of 8,000 components the study of each takes ten seconds, most of them for intervals that no
-- level shows. This has their formulas alone, as one statement that is written out in the one that asks.

create function ratio_level(v double precision[], s double precision[])
returns table (n integer, median double precision, mvp double precision, weighted_mean double precision, cod double precision,
  prd double precision, prb double precision)
language sql immutable parallel safe rows 1
begin atomic
  select m.n, m.median, 100 * m.mean, m.weighted_mean, d.cod, m.mean / m.weighted_mean, case when m.n >= 3 then d.prb end
  from (
    select count(*)::integer as n, case when count(*) >= 2 then percentile_cont(0.5) within group (order by p.v / p.s) end as median,
      case when count(*) >= 2 then avg(p.v / p.s) end as mean, case when count(*) >= 2 then sum(p.v) / sum(p.s) end as weighted_mean
    -- In the order of the ratios, as the study adds them up: the last digit is the same, too.
    from (select a.v, a.s from unnest(v, s) as a (v, s) where a.v is not null and a.s is not null order by a.v / a.s) as p
  ) as m
  cross join lateral (
    select 100 / m.median * avg(abs(p.v / p.s - m.median)) as cod,
      regr_slope((p.v / p.s - m.median) / m.median, ln((p.v / m.median + p.s) / 2) / ln(2::double precision)) as prb
    from unnest(v, s) as p (v, s)
    where p.v is not null and p.s is not null
  ) as d;
end;
comment on function ratio_level is 'Level and dispersion of ratios v / s, of pairs above 0: what ratio_study says of them, without intervals.';
