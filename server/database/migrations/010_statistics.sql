-- Distributions, quantiles and the small rules of valuation. Formulas and sources: docs/statistics.md.
-- Plain SQL and PL/pgSQL, because the product asks no extension of the database it runs on.

-- ln Γ(x) for x > 0 (Lanczos, g = 7, nine terms; relative error below 1e-14).
create function ln_gamma(x double precision) returns double precision
language sql immutable strict parallel safe as $$
  select 0.5 * ln(2 * pi()) + (x - 0.5) * ln(x + 6.5) - (x + 6.5)
    + ln(0.99999999999980993 + 676.5203681218851 / x - 1259.1392167224028 / (x + 1)
      + 771.32342877765313 / (x + 2) - 176.61502916214059 / (x + 3) + 12.507343278686905 / (x + 4)
      - 0.13857109526572012 / (x + 5) + 9.9843695780195716e-6 / (x + 6) + 1.5056327351493116e-7 / (x + 7))
$$;

-- e^x, kept inside the range of a double: PostgreSQL's exp() ends the whole query where it would leave it.
create function exp_bounded(x double precision) returns double precision
language sql immutable strict parallel safe as $$ select exp(greatest(-700, least(700, x))) $$;

-- Regularised incomplete beta I_x(a, b), continued fraction by Lentz's method.
create function beta_regularised(x double precision, a double precision, b double precision)
returns double precision language plpgsql immutable strict parallel safe as $$
declare
  tiny constant double precision := 1e-300;
  c double precision := 1;
  d double precision;
  h double precision;
  step double precision;
begin
  if a <= 0 or b <= 0 or x < 0 or x > 1 then
    raise exception 'Incomplete beta needs a > 0, b > 0 and 0 <= x <= 1, not a = %, b = %, x = %.', a, b, x
      using errcode = 'invalid_parameter_value';
  end if;
  if x = 0 or x = 1 then return x; end if;
  -- The fraction converges quickly on this side of the mean only.
  if x > (a + 1) / (a + b + 2) then return 1 - beta_regularised(1 - x, b, a); end if;
  d := 1 - (a + b) * x / (a + 1);
  d := 1 / case when abs(d) < tiny then tiny else d end;
  h := d;
  for m in 1..10000 loop
    step := m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d := 1 + step * d;
    d := 1 / case when abs(d) < tiny then tiny else d end;
    c := 1 + step / c;
    c := case when abs(c) < tiny then tiny else c end;
    h := h * d * c;
    step := -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d := 1 + step * d;
    d := 1 / case when abs(d) < tiny then tiny else d end;
    c := 1 + step / c;
    c := case when abs(c) < tiny then tiny else c end;
    h := h * d * c;
    exit when abs(d * c - 1) < 1e-15;
  end loop;
  return h * exp_bounded(ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * ln(x) + b * ln(1 - x)) / a;
end $$;

create function student_t_cdf(t double precision, df double precision) returns double precision
language sql immutable strict parallel safe as $$
  select case
    when t = 0 then 0.5
    -- Two forms of one tail: each keeps its digits where the other's argument rounds to 1.
    when t * t < df then 0.5 + sign(t) * 0.5 * beta_regularised(t * t / (df + t * t), 0.5, df / 2)
    when t > 0 then 1 - 0.5 * beta_regularised(df / (df + t * t), df / 2, 0.5)
    else 0.5 * beta_regularised(df / (df + t * t), df / 2, 0.5)
  end
$$;

-- Two-sided p value of a t statistic; keeps its digits far out in the tail.
create function student_t_p(t double precision, df double precision) returns double precision
language sql immutable strict parallel safe as $$
  select case when t * t < df then 1 - beta_regularised(t * t / (df + t * t), 0.5, df / 2)
    else beta_regularised(df / (df + t * t), df / 2, 0.5) end
$$;

-- Quantile of Student's t: Newton's steps, kept inside a bracket that bisection shrinks.
create function student_t_quantile(p double precision, df double precision)
returns double precision language plpgsql immutable strict parallel safe as $$
declare
  low double precision := 0;
  high double precision := 1;
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
  while student_t_cdf(high, df) < p loop
    low := high;
    high := high * 2;
  end loop;
  ln_c := ln_gamma((df + 1) / 2) - ln_gamma(df / 2) - 0.5 * ln(df * pi());
  t := (low + high) / 2;
  for i in 1..200 loop
    gap := student_t_cdf(t, df) - p;
    if gap > 0 then high := t; else low := t; end if;
    closer := t - gap / exp_bounded(ln_c - (df + 1) / 2 * ln(1 + t * t / df));
    if closer <= low or closer >= high then closer := (low + high) / 2; end if;
    exit when abs(closer - t) <= 1e-14 * closer;
    t := closer;
  end loop;
  return closer;
end $$;

-- Φ(x): series near the middle, continued fraction of the complement in the tails.
create function normal_cdf(x double precision) returns double precision
language plpgsql immutable strict parallel safe as $$
declare
  density double precision;
  term double precision;
  total double precision;
begin
  if abs(x) > 38 then return case when x > 0 then 1 else 0 end; end if;
  density := exp(-x * x / 2) / sqrt(2 * pi());
  if abs(x) < 3 then
    term := x;
    total := x;
    for k in 1..200 loop
      term := term * x * x / (2 * k + 1);
      total := total + term;
      exit when abs(term) <= 1e-17 * abs(total);
    end loop;
    return 0.5 + density * total;
  end if;
  total := abs(x);
  for k in reverse 120..1 loop
    total := abs(x) + k / total;
  end loop;
  return case when x > 0 then 1 - density / total else density / total end;
end $$;

-- Months between two dates as days ÷ 30.4375 (a twelfth of 365.25 days): continuous, unlike calendar months.
create function months_between(earlier date, later date) returns double precision
language sql immutable strict parallel safe as $$ select (later - earlier) / 30.4375::double precision $$;

-- Monthly rate of a resale, (P2 ÷ P1)^(1 ÷ months) − 1; null where less than a month lies between.
create function resale_rate(first_price numeric, second_price numeric, months double precision)
returns double precision language sql immutable strict parallel safe as $$
  select case when months >= 1 and first_price > 0 and second_price > 0
    then exp_bounded(ln(second_price::double precision / first_price::double precision) / months) - 1 end
$$;

-- OLS of y on months, with its t test and 95 % interval. `monthly` is e^slope − 1: hand in ln(ALV ÷ V0) or ln(rate),
-- and months that grow with time (negative before the base date), so that a rising market is positive.
create type time_trend as (
  n integer, slope double precision, intercept double precision, slope_se double precision,
  slope_low double precision, slope_high double precision, p_value double precision, r_squared double precision,
  monthly double precision, monthly_low double precision, monthly_high double precision
);

create function time_trend(y double precision[], months double precision[]) returns time_trend
language plpgsql immutable parallel safe as $$
declare
  fit record;
  trend time_trend;
  t double precision;
begin
  if coalesce(cardinality(y), 0) <> coalesce(cardinality(months), 0) then
    raise exception 'A trend needs as many months as values, not % and %.', cardinality(months), cardinality(y)
      using errcode = 'invalid_parameter_value';
  end if;
  select regr_count(a.y, a.x) as n, regr_slope(a.y, a.x) as slope, regr_intercept(a.y, a.x) as intercept,
    regr_sxx(a.y, a.x) as sxx, regr_syy(a.y, a.x) as syy, regr_sxy(a.y, a.x) as sxy
  into fit from unnest(y, months) as a(y, x);
  trend.n := fit.n;
  if fit.n < 2 or fit.sxx = 0 then return trend; end if;
  trend.slope := fit.slope;
  trend.intercept := fit.intercept;
  trend.monthly := exp_bounded(fit.slope) - 1;
  trend.r_squared := case when fit.syy = 0 then 1 else least(1, fit.sxy ^ 2 / (fit.sxx * fit.syy)) end;
  if fit.n < 3 then return trend; end if;
  trend.slope_se := sqrt(greatest(0, fit.syy - fit.sxy ^ 2 / fit.sxx) / (fit.n - 2) / fit.sxx);
  t := student_t_quantile(0.975, fit.n - 2);
  trend.slope_low := fit.slope - t * trend.slope_se;
  trend.slope_high := fit.slope + t * trend.slope_se;
  trend.monthly_low := exp_bounded(trend.slope_low) - 1;
  trend.monthly_high := exp_bounded(trend.slope_high) - 1;
  trend.p_value := case when trend.slope_se > 0 then student_t_p(fit.slope / trend.slope_se, fit.n - 2) end;
  return trend;
end $$;

-- Comparison of average value change: |mean change of analysed-sale properties − mean change of the rest|.
create function coavc(change double precision[], analysed boolean[]) returns double precision
language sql immutable parallel safe as $$
  select abs(avg(c) filter (where a) - avg(c) filter (where not a)) from unnest(change, analysed) as x(c, a)
$$;

-- Trend label −5 … 5 of a change given as a fraction (0.25 is 25 %). Numeric, so that exactly 25 % is band 3.
create function trend_band(change numeric) returns integer
language sql immutable strict parallel safe as $$
  select (sign(change) * case when abs(change) > 0.40 then 5 when abs(change) > 0.25 then 4
    when abs(change) > 0.10 then 3 when abs(change) > 0.05 then 2 when abs(change) > 0.02 then 1 else 0 end)::integer
$$;

-- A land value in the steps of the trade: below limits[i] rounded to steps[i], above the last limit to the last step.
create function round_land_value(
  value numeric,
  limits numeric[] default '{10000,100000,1000000,10000000}',
  steps numeric[] default '{10,100,1000,10000,100000}'
) returns bigint language sql immutable strict parallel safe as $$
  select (round(value / s) * s)::bigint
  from (select steps[1 + (select count(*) from unnest(limits) as u(bound) where value >= u.bound)] as s) as step
$$;

-- A rate to three significant figures, floored unless asked upward.
create function round_rate(rate numeric, upward boolean default false) returns numeric
language sql immutable strict parallel safe as $$
  select case when rate = 0 then 0::numeric
    when upward then ceil(rate / unit) * unit else floor(rate / unit) * unit end
  from (select power(10::numeric, floor(log(abs(nullif(rate, 0)))) - 2) as unit) as size
$$;
