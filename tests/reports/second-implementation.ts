// The formulas of a ratio study once more, written from docs/statistics.md without a look at the SQL, so that
// the two can be held against each other. Slow and plain on purpose.

export type Pair = { readonly v: number; readonly s: number };

export type Study = Readonly<Record<string, number | boolean | null>>;

const sum = (xs: readonly number[]): number => xs.reduce((a, b) => a + b, 0);
const mean = (xs: readonly number[]): number => sum(xs) / xs.length;
const ascending = (xs: readonly number[]): number[] => [...xs].sort((a, b) => a - b);

/** Percentile of type 7: linear interpolation at (n − 1)p of the sorted values. */
export function percentile(xs: readonly number[], p: number): number {
  const sorted = ascending(xs);
  const place = (sorted.length - 1) * p;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  return low + (place - below) * ((sorted[below + 1] ?? low) - low);
}

export function sampleDeviation(xs: readonly number[]): number {
  const m = mean(xs);
  return Math.sqrt(sum(xs.map((x) => (x - m) ** 2)) / (xs.length - 1));
}

/** Student's t for whole degrees of freedom: the finite trigonometric sums (Abramowitz and Stegun 26.7.3, 26.7.4). */
export function tProbability(t: number, df: number): number {
  const angle = Math.atan(t / Math.sqrt(df));
  const cosine = Math.cos(angle);
  let term = df % 2 === 1 ? cosine : 1;
  let total = df === 1 ? 0 : term;
  for (let k = df % 2 === 1 ? 3 : 2; k <= df - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    total += term;
  }
  const central = df % 2 === 1 ? (2 / Math.PI) * (angle + Math.sin(angle) * total) : Math.sin(angle) * total;
  return 0.5 + central / 2;
}

export function tQuantile(p: number, df: number): number {
  let low = -1e4;
  let high = 1e4;
  for (let i = 0; i < 200; i++) {
    const middle = (low + high) / 2;
    if (tProbability(middle, df) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Normal probability of an interval by Simpson's rule. */
export function normalBetween(low: number, high: number): number {
  const steps = 4000;
  const width = (high - low) / steps;
  const at = (i: number): number => Math.exp(-((low + i * width) ** 2) / 2) / Math.sqrt(2 * Math.PI);
  let total = at(0) + at(steps);
  for (let i = 1; i < steps; i++) total += at(i) * (i % 2 === 1 ? 4 : 2);
  return (total * width) / 3;
}

function line(x: readonly number[], y: readonly number[]): { slope: number; se: number } {
  const mx = mean(x);
  const my = mean(y);
  const sxx = sum(x.map((a) => (a - mx) ** 2));
  const slope = sum(x.map((a, i) => (a - mx) * ((y[i] ?? Number.NaN) - my))) / sxx;
  const residuals = x.map((a, i) => (y[i] ?? Number.NaN) - my - slope * (a - mx));
  return { slope, se: Math.sqrt(sum(residuals.map((e) => e * e)) / (x.length - 2) / sxx) };
}

function gini(xs: readonly number[]): number {
  const n = xs.length;
  return ((2 * sum(xs.map((x, i) => (i + 1) * x))) / sum(xs) - (n + 1)) / n;
}

export function medianInterval(ratios: readonly number[]): readonly [number | null, number | null] {
  const n = ratios.length;
  const sorted = ascending(ratios);
  const even = n % 2 === 0;
  const j = Math.ceil((1.96 * Math.sqrt(n)) / 2 + (even ? 0.5 : 0));
  const low = even ? n / 2 - j + 1 : (n + 1) / 2 - j;
  const high = even ? n / 2 + j : (n + 1) / 2 + j;
  return low < 1 ? [null, null] : [sorted[low - 1] ?? null, sorted[high - 1] ?? null];
}

export function studyOf(pairs: readonly Pair[]): Study {
  const n = pairs.length;
  const r = pairs.map((p) => p.v / p.s);
  const median = percentile(r, 0.5);
  const average = mean(r);
  const weighted = sum(pairs.map((p) => p.v)) / sum(pairs.map((p) => p.s));
  const sd = sampleDeviation(r);
  const cod = (100 / median) * mean(r.map((x) => Math.abs(x - median)));
  const t1 = tQuantile(0.975, n - 1);
  const saleMean = mean(pairs.map((p) => p.s));
  const weightedHalf =
    (t1 *
      Math.sqrt(
        sum(pairs.map((p) => p.v ** 2)) -
          2 * weighted * sum(pairs.map((p) => p.v * p.s)) +
          weighted ** 2 * sum(pairs.map((p) => p.s ** 2)),
      )) /
    (saleMean * Math.sqrt(n * (n - 1)));
  const prb = line(
    pairs.map((p) => Math.log2((p.v / median + p.s) / 2)),
    r.map((x) => (x - median) / median),
  );
  const t2 = n > 2 ? tQuantile(0.975, n - 2) : Number.NaN;
  const bySale = [...pairs].sort((a, b) => a.s - b.s);
  const giniValue = gini(bySale.map((p) => p.v));
  const giniSale = gini(bySale.map((p) => p.s));
  const q1 = percentile(r, 0.25);
  const q3 = percentile(r, 0.75);
  const p05 = percentile(r, 0.05);
  const p95 = percentile(r, 0.95);
  const outside = (low: number, high: number): number => r.filter((x) => x < low || x > high).length;
  const share = r.filter((x) => x >= 0.98 && x <= 1.02).length / n;
  const expected = normalBetween((0.98 - average) / sd, (1.02 - average) / sd);
  const [medianLow, medianHigh] = medianInterval(r);
  return {
    n,
    small_sample: n < 5,
    median,
    median_low: medianLow,
    median_high: medianHigh,
    mean: average,
    mean_low: average - (t1 * sd) / Math.sqrt(n),
    mean_high: average + (t1 * sd) / Math.sqrt(n),
    mvp: 100 * average,
    weighted_mean: weighted,
    weighted_mean_low: weighted - weightedHalf,
    weighted_mean_high: weighted + weightedHalf,
    geometric_mean: Math.exp(mean(r.map(Math.log))),
    sd,
    cod,
    cov: (100 * sd) / average,
    prd: average / weighted,
    prb: n > 2 ? prb.slope : null,
    prb_se: n > 2 ? prb.se : null,
    prb_p: n > 2 ? 2 * (1 - tProbability(Math.abs(prb.slope / prb.se), n - 2)) : null,
    prb_low: n > 2 ? prb.slope - t2 * prb.se : null,
    prb_high: n > 2 ? prb.slope + t2 * prb.se : null,
    ki: giniValue - giniSale,
    mki: giniValue / giniSale,
    minimum: Math.min(...r),
    q1,
    q3,
    maximum: Math.max(...r),
    iqr: q3 - q1,
    p05,
    p95,
    outliers_3iqr: outside(q1 - 3 * (q3 - q1), q3 + 3 * (q3 - q1)),
    outliers_15iqr: outside(q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)),
    outliers_5_95: outside(p05, p95),
    chasing_share: share,
    chasing_expected: expected,
    chasing_suspected: share - expected > 0.05,
  };
}

/** Pairs cut off as outliers: beyond 3 IQR, the furthest first, at most a tenth, never leaving fewer than five. */
export function trimmedPlaces(pairs: readonly Pair[]): readonly number[] {
  const r = pairs.map((p) => p.v / p.s);
  const q1 = percentile(r, 0.25);
  const q3 = percentile(r, 0.75);
  const limit = Math.min(Math.floor(r.length / 10), r.length - 5);
  return r
    .map((x, place) => ({ place, beyond: Math.max(q1 - x, x - q3) }))
    .sort((a, b) => b.beyond - a.beyond)
    .slice(0, Math.max(0, limit))
    .filter((x) => x.beyond > 3 * (q3 - q1))
    .map((x) => x.place)
    .sort((a, b) => a - b);
}

/** A line through logarithms against months, as `time_trend`: without a spread of months there is none, nor a mistake of two points. */
export function trendOf(y: readonly number[], months: readonly number[]) {
  const n = y.length;
  const mx = mean(months);
  const my = mean(y);
  const sxx = sum(months.map((x) => (x - mx) ** 2));
  if (n < 2 || sxx === 0) return { n };
  const { slope, se } = line(months, y);
  const syy = sum(y.map((one) => (one - my) ** 2));
  const left = sum(y.map((one, i) => (one - my - slope * ((months[i] ?? Number.NaN) - mx)) ** 2));
  const fit = { n, slope, monthly: Math.exp(slope) - 1, r_squared: syy === 0 ? 1 : 1 - left / syy };
  if (n < 3) return fit;
  const t = tQuantile(0.975, n - 2);
  return {
    ...fit,
    slope_se: se,
    slope_low: slope - t * se,
    slope_high: slope + t * se,
    monthly_low: Math.exp(slope - t * se) - 1,
    monthly_high: Math.exp(slope + t * se) - 1,
    p_value: 2 * (1 - tProbability(Math.abs(slope / se), n - 2)),
  };
}

/** The mean change of the analysed properties against that of the others. */
export function coavcOf(changes: readonly number[], analysed: readonly boolean[]): number | null {
  const own = changes.filter((_, i) => analysed[i]);
  const others = changes.filter((_, i) => !analysed[i]);
  return own.length === 0 || others.length === 0 ? null : Math.abs(mean(own) - mean(others));
}

export interface Level {
  readonly letter: string | null;
  readonly limit: number | null;
  readonly n: number;
  readonly cod: number;
  readonly mvp: number;
  readonly prd: number;
  readonly analysed: number;
  readonly coavc: number | null;
}

/** Tests 300 to 304 and the verdict: a test is judged from five cases on, and where the zone has a limit. */
export function levelTestsOf({ letter, limit, n, cod, mvp, prd, analysed, coavc }: Level) {
  const judged = (when: boolean, holds: boolean) => (when ? (holds ? 'pass' : 'fail') : null);
  const tests = {
    test_300: judged(analysed >= 5 && coavc !== null, (coavc ?? 0) <= 0.05),
    test_301: judged(n >= 5 && limit !== null, cod < (limit ?? 0)),
    test_303: judged(n >= 5 && letter !== null && 'ABCDIMRTZ'.includes(letter), mvp >= 90 && mvp <= 100),
    test_304: judged(n >= 5, prd >= 0.98 && prd <= 1.03),
  };
  const failed = Object.values(tests).includes('fail');
  const verdict = n === 0 ? 'no sales' : n < 5 ? 'small sample' : failed ? 'fail' : 'pass';
  return { ...tests, verdict };
}

/** The bootstrap with the same generator: a 32-bit hash of the number of the draw. */
export function bootstrapOf(pairs: readonly Pair[], resamples: number, seed = 20130701) {
  const n = pairs.length;
  const ordered = [...pairs].sort((a, b) => a.v / a.s - b.v / b.s || a.s - b.s || a.v - b.v);
  const cods: number[] = [];
  const prds: number[] = [];
  for (let b = 1; b <= resamples; b++) {
    const sample: Pair[] = [];
    for (let i = 1; i <= n; i++) {
      let x = (seed + Math.imul(b * n + i, 0x9e3779b9)) >>> 0;
      x = Math.imul(x ^ (x >>> 16), 0x21f0aaad) >>> 0;
      x = Math.imul(x ^ (x >>> 15), 0x735a2d97) >>> 0;
      x = (x ^ (x >>> 15)) >>> 0;
      const drawn = ordered[Math.floor((x * n) / 2 ** 32)];
      if (drawn) sample.push(drawn);
    }
    const r = sample.map((p) => p.v / p.s);
    const median = percentile(r, 0.5);
    cods.push((100 / median) * mean(r.map((q) => Math.abs(q - median))));
    prds.push(mean(r) / (sum(sample.map((p) => p.v)) / sum(sample.map((p) => p.s))));
  }
  return {
    resamples,
    cod_low: percentile(cods, 0.025),
    cod_high: percentile(cods, 0.975),
    prd_low: percentile(prds, 0.025),
    prd_high: percentile(prds, 0.975),
  };
}

/** A small seeded generator for samples (mulberry32), values in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
