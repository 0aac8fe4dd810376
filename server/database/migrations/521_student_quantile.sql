-- As in 010, begun near its end: by the expansion of Cornish and Fisher about the normal quantile (Abramowitz and Stegun 26.2.23
-- and 26.7.5). Newton's steps then look at the distribution two or three times, not eight; a study of ratios asks for two quantiles.
create or replace function student_t_quantile(p double precision, df double precision)
returns double precision language plpgsql immutable strict parallel safe set search_path = public, pg_temp as $$
declare
  low double precision := 0;
  high double precision := 'infinity';
  u double precision;
  z double precision;
  t double precision;
  closer double precision;
  gap double precision;
  ln_c double precision;
begin
  if df <= 0 or p <= 0 or p >= 1 then
    raise exception 'Student''s t quantile needs 0 < p < 1 and df > 0, not p = %, df = %.', p, df
      using errcode = 'invalid_parameter_value';
  end if;
  if p = 0.5 then return 0; end if;
  if p < 0.5 then return -student_t_quantile(1 - p, df); end if;
  u := sqrt(-2 * ln(1 - p));
  z := greatest(0.01,
    u - (2.515517 + 0.802853 * u + 0.010328 * u ^ 2) / (1 + 1.432788 * u + 0.189269 * u ^ 2 + 0.001308 * u ^ 3));
  t := z + (z ^ 3 + z) / (4 * df) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * df ^ 2)
    + (3 * z ^ 7 + 19 * z ^ 5 + 17 * z ^ 3 - 15 * z) / (384 * df ^ 3);
  -- Few degrees of freedom have tails too long for the expansion.
  if df < 3 then t := least(t, 2); end if;
  ln_c := ln_gamma((df + 1) / 2) - ln_gamma(df / 2) - 0.5 * ln(df * pi());
  for i in 1..200 loop
    gap := student_t_cdf(t, df) - p;
    if gap > 0 then high := t; else low := t; end if;
    closer := t - gap / exp_bounded(ln_c - (df + 1) / 2 * ln(1 + t * t / df));
    -- Each step has twice the digits of the one before.
    exit when abs(closer - t) <= 1e-9 * t;
    if closer <= low or closer >= high then
      closer := case when high < 'infinity' then (low + high) / 2 else 2 * low end;
    end if;
    t := closer;
  end loop;
  return closer;
end $$;
