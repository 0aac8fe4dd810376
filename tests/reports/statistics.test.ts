import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bootstrapOf,
  coavcOf,
  levelTestsOf,
  medianInterval,
  normalBetween,
  type Pair,
  seeded,
  studyOf,
  tProbability,
  tQuantile,
  trendOf,
  trimmedPlaces,
} from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

/** Log-normal pairs with ties, outliers and every size from 2 up. */
function samplePairs(seed: number): readonly Pair[] {
  const random = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const n = 2 + Math.floor(random() * (seed % 10 === 0 ? 900 : 60));
  const spread = 0.02 + random() * 0.4;
  const regressive = (random() - 0.5) * 0.2;
  return Array.from({ length: n }, () => {
    const s = Math.round(Math.exp(12.5 + normal() * 0.7) / 1000) * 1000 + 1000;
    const outlier = random() < 0.05 ? 3 : 1;
    const level = 0.95 * (s / 270_000) ** regressive;
    return { v: Math.max(1, Math.round(s * level * Math.exp(normal() * spread * outlier))), s };
  });
}

describe('statistics of ratio studies', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
  });
  afterAll(async () => {
    await db?.close();
  });

  const pairsOf = (pairs: readonly Pair[]) => [pairs.map((p) => p.v), pairs.map((p) => p.s)];
  const study = async (pairs: readonly Pair[]) =>
    (await db.owner('select * from ratio_study($1::float8[], $2::float8[])', pairsOf(pairs)))[0] ?? {};
  const one = async (expression: string, values: readonly unknown[] = []) =>
    (await db.owner(`select ${expression} as answer`, values))[0]?.answer;

  it('agree with a second implementation on 200 random samples', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      const pairs = samplePairs(seed);
      const actual = await study(pairs);
      for (const [name, expected] of Object.entries(studyOf(pairs))) {
        const place = `${name} of sample ${seed} (n = ${pairs.length})`;
        if (typeof expected !== 'number' || !Number.isFinite(expected)) {
          expect(actual[name] ?? null, place).toBe(Number.isNaN(expected) ? null : expected);
        } else {
          const difference = Math.abs(Number(actual[name]) - expected);
          expect(difference, place).toBeLessThanOrEqual(1e-9 + Math.abs(expected) * 1e-7);
        }
      }
    }
  });

  it('know the quantiles of Student and the normal distribution', async () => {
    for (const df of [1, 2, 3, 7, 30, 977, 40_000]) {
      for (const p of [0.0001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.999]) {
        const t = Number(await one('student_t_quantile($1::float8, $2::float8)', [p, df]));
        expect(t, `p ${p}, df ${df}`).toBeCloseTo(tQuantile(p, df), 6);
        expect(Number(await one('student_t_cdf($1::float8, $2::float8)', [t, df]))).toBeCloseTo(p, 10);
        expect(tProbability(t, df)).toBeCloseTo(p, 9);
      }
    }
    // Published table values.
    expect(await one('student_t_quantile(0.975, 1)')).toBeCloseTo(12.7062047362, 9);
    expect(await one('student_t_quantile(0.975, 10)')).toBeCloseTo(2.22813885199, 10);
    expect(await one('normal_cdf(1.959963984540054)')).toBeCloseTo(0.975, 12);
    for (const x of [-6, -3.2, -2.9, -0.5, 0, 1, 2.999, 3.001, 5]) {
      expect(await one('normal_cdf($1::float8)', [x]), `x ${x}`).toBeCloseTo(0.5 + normalBetween(0, x), 11);
    }
  });

  it('give the bootstrap interval that the described generator gives, whatever the order of rows', async () => {
    for (const seed of [3, 10, 41]) {
      const pairs = samplePairs(seed);
      const sql = 'select * from ratio_bootstrap($1::float8[], $2::float8[], 60)';
      const [forward] = await db.owner(sql, pairsOf(pairs));
      const [backward] = await db.owner(sql, pairsOf([...pairs].reverse()));
      const expected = bootstrapOf(pairs, 60);
      for (const [name, value] of Object.entries(expected)) {
        expect(Number(forward?.[name]), name).toBeCloseTo(value, 8);
        expect(Number(backward?.[name]), name).toBeCloseTo(value, 8);
      }
    }
  });

  it('give it also where the median of a resample lies far from the middle of the sample', async () => {
    // Of these draws one resample has more than half below the places that are put in order at first.
    const pairs = Array.from({ length: 101 }, (_, i) => ({ v: 70_000 + 600 * i, s: 100_000 + 7 * i }));
    const sql = 'select * from ratio_bootstrap($1::float8[], $2::float8[], 1000, 143)';
    const [answer] = await db.owner(sql, pairsOf(pairs));
    for (const [name, value] of Object.entries(bootstrapOf(pairs, 1000, 143)))
      expect(Number(answer?.[name]), name).toBeCloseTo(value, 9);
  });

  it('draw evenly in the bootstrap', async () => {
    // Two ratios, one pair each way: half of all draws are the first, so resampled weighted means centre on 1.
    const pairs = Array.from({ length: 100 }, (_, i) => ({ v: i < 50 ? 90 : 110, s: 100 }));
    const [answer] = await db.owner(
      'select * from ratio_bootstrap($1::float8[], $2::float8[], 1000)',
      pairsOf(pairs),
    );
    expect(answer?.prd_low).toBeCloseTo(1, 10);
    expect(answer?.cod_low).toBeGreaterThan(7);
    expect(answer?.cod_high).toBeLessThan(13);
  });

  it('leave the bootstrap out where it would take too long', async () => {
    const [answer] = await db.owner(
      'select * from ratio_bootstrap(array_fill(1::float8, array[5000]), array_fill(1::float8, array[5000]), 500)',
    );
    expect(answer).toEqual({ resamples: null, cod_low: null, cod_high: null, prd_low: null, prd_high: null });
  });

  it('flag and trim the outliers of a sample', async () => {
    for (const seed of [3, 4, 10, 20, 30, 55]) {
      const pairs = samplePairs(seed);
      const rows = await db.owner('select * from ratio_flags($1::float8[], $2::float8[])', pairsOf(pairs));
      const expected = studyOf(pairs);
      const count = (name: string) => rows.filter((row) => row[name] === true).length;
      expect(rows.map((row) => Number(row.i))).toEqual(pairs.map((_, i) => i + 1));
      expect(count('outlier_3iqr')).toBe(expected.outliers_3iqr);
      expect(count('outlier_15iqr')).toBe(expected.outliers_15iqr);
      expect(count('outlier_5_95')).toBe(expected.outliers_5_95);
      expect(rows.flatMap((row, i) => (row.trimmed === true ? [i] : []))).toEqual(trimmedPlaces(pairs));
    }
    const few = [1, 1.01, 1.02, 1.03, 9].map((r) => ({ v: r * 100, s: 100 }));
    const rows = await db.owner('select * from ratio_flags($1::float8[], $2::float8[])', pairsOf(few));
    expect(rows.map((row) => [row.outlier_3iqr, row.trimmed]).at(-1)).toEqual([true, false]);
  });

  it('trim a tenth at most, the furthest first', async () => {
    const trimmedOf = async (ratios: readonly number[]) => {
      const pairs = ratios.map((r) => ({ v: r * 1000, s: 1000 }));
      const rows = await db.owner('select * from ratio_flags($1::float8[], $2::float8[])', pairsOf(pairs));
      return rows.filter((row) => row.trimmed === true).map((row) => ratios[Number(row.i) - 1]);
    };
    const near = (n: number) => Array.from({ length: n }, (_, i) => 1 + i / 1000);
    expect(await trimmedOf([...near(7), 3, 4])).toEqual([]);
    expect(await trimmedOf([4, ...near(15), 3, 0.1])).toEqual([4]);
    expect(await trimmedOf([4, ...near(17), 3, 0.1])).toEqual([4, 3]);
    expect(await trimmedOf([4, ...near(29)])).toEqual([4]);
  });

  it('have one level, whether it is told with its intervals or alone', async () => {
    const short = ['n', 'median', 'mvp', 'weighted_mean', 'cod', 'prd', 'prb'];
    for (let seed = 1; seed <= 60; seed++) {
      const pairs = samplePairs(seed).slice(0, seed <= 6 ? seed - 1 : undefined);
      const actual =
        (await db.owner('select * from ratio_level($1::float8[], $2::float8[])', pairsOf(pairs)))[0] ?? {};
      const whole = await study(pairs);
      expect(Object.keys(actual)).toEqual(short);
      for (const name of short) {
        const [one, other] = [actual[name], whole[name]];
        const place = `${name} of sample ${seed} (n = ${pairs.length})`;
        if (typeof one !== 'number' || typeof other !== 'number') expect(one, place).toBe(other);
        else expect(Math.abs(one - other), place).toBeLessThanOrEqual(1e-12 + Math.abs(other) * 1e-9);
      }
    }
    const missing = (await db.owner("select * from ratio_level('{9,1,4.5}', '{10,null,5}')"))[0];
    expect([missing?.n, missing?.median]).toEqual([2, 0.9]);
  });

  it('refuse a pair no ratio can be made of, and name it', async () => {
    for (const [v, s, text] of [
      ['{1,NaN}', '{1,1}', /Pair 2 .* value NaN and sale 1;/],
      ['{1,1}', '{1,Infinity}', /Pair 2 .* sale Infinity;/],
      ['{0,1}', '{1,1}', /Pair 1 .* value 0 /],
      ['{1,1}', '{-5,1}', /Pair 1 .* sale -5;/],
      ['{1,1}', '{1}', /as many values as sales, not 2 and 1/],
    ] as const) {
      for (const name of ['ratio_study', 'ratio_flags', 'ratio_bootstrap']) {
        await expect(
          db.owner(`select * from ${name}($1::float8[], $2::float8[])`, [v, s]),
          name,
        ).rejects.toThrow(text);
      }
    }
  });

  it('say nothing of an empty sample or a single pair, and leave out a pair with a side missing', async () => {
    const empty = (await db.owner('select * from ratio_study(null, null)'))[0];
    expect([empty?.n, empty?.median, empty?.cod]).toEqual([0, null, null]);
    const single = (await db.owner("select * from ratio_study('{9,1}', '{10,null}')"))[0];
    expect([single?.n, single?.median, single?.small_sample]).toEqual([1, null, true]);
    expect(await db.owner('select * from ratio_flags(null, null)')).toEqual([]);
    expect((await db.owner('select * from ratio_bootstrap(null, null)'))[0]?.cod_low).toBeNull();
  });

  it('suspect sales chasing where too many ratios lie about 1', async () => {
    const chased = await study(
      Array.from({ length: 60 }, (_, i) => ({ v: i < 30 ? 100 : 60 + (i - 30) * 2.5, s: 100 })),
    );
    const honest = await study(Array.from({ length: 60 }, (_, i) => ({ v: 70 + i, s: 100 })));
    expect([chased.chasing_suspected, honest.chasing_suspected]).toEqual([true, false]);
  });
});

describe('rules of valuation', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
  });
  afterAll(async () => {
    await db?.close();
  });
  const one = async (expression: string, values: readonly unknown[] = []) =>
    (await db.owner(`select ${expression} as answer`, values))[0]?.answer;

  it('fit the monthly trend of a market', async () => {
    const months = Array.from({ length: 40 }, (_, i) => -i * 0.7);
    const noise = seeded(7);
    const y = months.map((m) => 0.1 + Math.log(1.01) * m + (noise() - 0.5) * 0.02);
    const [trend] = await db.owner('select * from time_trend($1::float8[], $2::float8[])', [y, months]);
    const meanX = months.reduce((a, b) => a + b) / 40;
    const meanY = y.reduce((a, b) => a + b) / 40;
    const sxx = months.reduce((a, x) => a + (x - meanX) ** 2, 0);
    const slope = months.reduce((a, x, i) => a + (x - meanX) * ((y[i] ?? 0) - meanY), 0) / sxx;
    const residual = months.reduce((a, x, i) => a + ((y[i] ?? 0) - meanY - slope * (x - meanX)) ** 2, 0);
    const se = Math.sqrt(residual / 38 / sxx);
    expect(trend?.n).toBe(40);
    expect(trend?.slope).toBeCloseTo(slope, 12);
    expect(trend?.slope_se).toBeCloseTo(se, 12);
    expect(trend?.slope_low).toBeCloseTo(slope - tQuantile(0.975, 38) * se, 9);
    expect(trend?.monthly).toBeCloseTo(Math.exp(slope) - 1, 12);
    expect(Math.abs(Number(trend?.monthly) - 0.01)).toBeLessThan(0.001);
    const [steep] = await db.owner("select * from time_trend('{0,20,90}', '{0,0.01,0.02}')");
    expect([steep?.n, Number.isFinite(steep?.monthly_high)]).toEqual([3, true]);
    const [sure] = await db.owner(
      `select t.* from (select array_agg(i + (i % 2) * 0.5::float8) as y, array_agg(i::float8) as m
        from generate_series(1, 2000) as i) as x, time_trend(x.y, x.m) as t`,
    );
    expect(sure?.p_value).toBeLessThan(1e-300);
    const [flat] = await db.owner("select * from time_trend('{1,2}', '{3,3}')");
    expect([flat?.n, flat?.slope]).toEqual([2, null]);
  });

  /** Every figure of the second implementation within what doubles differ by; what it leaves out is null. */
  function agree(actual: Row | undefined, expected: Row, place: string): void {
    for (const [name, value] of Object.entries(expected)) {
      const difference = Math.abs(Number(actual?.[name]) - Number(value));
      expect(difference, `${name} of ${place}`).toBeLessThanOrEqual(1e-9 + Math.abs(Number(value)) * 1e-7);
    }
    const left = Object.entries(actual ?? {}).filter(([name]) => !(name in expected) && name !== 'intercept');
    expect(
      left.filter(([, value]) => value !== null),
      place,
    ).toEqual([]);
  }

  it('fit the trend of 200 random markets as a second implementation does', async () => {
    let flat = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed);
      const n = 1 + Math.floor(random() * (seed % 10 === 0 ? 500 : 40));
      // Of some markets all sales fall in one month, so that no slope can be told.
      const spread = seed % 9 === 0 ? 0 : 24;
      const months = Array.from({ length: n }, () => Math.round(random() * spread * 30.4375) / 30.4375);
      const y = months.map((month) => 0.2 + (random() - 0.5) * 0.4 + month * (seed % 7) * 0.002);
      const [trend] = await db.owner('select * from time_trend($1::float8[], $2::float8[])', [y, months]);
      const expected = trendOf(y, months);
      if (!('slope' in expected)) flat += 1;
      agree(trend, expected, `market ${seed} (n = ${n})`);
    }
    expect(flat).toBeGreaterThan(10);
  });

  it('compare changes, rank medians and judge levels on 200 random samples as a second implementation does', async () => {
    const verdicts = new Set<unknown>();
    for (let seed = 1; seed <= 200; seed++) {
      const random = seeded(seed * 31);
      const n = Math.floor(random() * 12);
      const changes = Array.from({ length: n }, () => random() * 0.6 - 0.2);
      const analysed = changes.map(() => random() < 0.4);
      const coavc = coavcOf(changes, analysed);
      const answer = await one('coavc($1::float8[], $2::boolean[])', [changes, analysed]);
      if (coavc === null) expect(answer, `change ${seed}`).toBeNull();
      else expect(answer, `change ${seed}`).toBeCloseTo(coavc, 12);

      const ordered = Array.from({ length: seed }, (_, i) => i + 1);
      const [ranks] = await db.owner('select * from median_ranks($1)', [seed]);
      expect([ranks?.low, ranks?.high], `ranks of ${seed}`).toEqual(medianInterval(ordered));

      const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
      const level = {
        letter: pick(['A', 'B', 'C', 'D', 'I', 'M', 'R', 'T', 'Z', 'S', 'O', null]),
        limit: pick([10, 15, null]),
        n: Math.floor(random() * 12),
        cod: pick([9.5, 9.999_999_9, 10, 12, 15, 20 * random()]),
        mvp: pick([89.99, 90, 95, 100, 100.01, 80 + 30 * random()]),
        prd: pick([0.979, 0.98, 1, 1.03, 1.031]),
        analysed: Math.floor(random() * 12),
        coavc: pick([0.03, 0.05, 0.06, null]),
      };
      const [tests] = await db.owner(
        'select * from level_tests($1, $2::numeric, $3, $4::float8, $5::float8, $6::float8, $7, $8::float8)',
        Object.values(level),
      );
      const expected = levelTestsOf(level);
      verdicts.add(expected.verdict);
      expect(tests, `level ${seed}: ${JSON.stringify(level)}`).toEqual(expected);
    }
    expect([...verdicts].toSorted()).toEqual(['fail', 'no sales', 'pass', 'small sample']);
  });

  it('compare the value change of analysed sales with the rest', async () => {
    expect(await one("coavc('{0.10,0.20,0.05,0.07}', '{true,true,false,false}')")).toBeCloseTo(0.09, 12);
    expect(await one("coavc('{0.10,0.20}', '{true,true}')")).toBeNull();
  });

  it('name the trend of a change, the exact bound in the lower band', async () => {
    const bands = [
      ['0.41', 5],
      ['0.40', 4],
      ['0.25', 3],
      ['0.2500001', 4],
      ['0.10', 2],
      ['0.05', 1],
      ['0.02', 0],
      ['0.0201', 1],
      ['0', 0],
      ['-0.02', 0],
      ['-0.021', -1],
      ['-0.10', -2],
      ['-0.40', -4],
      ['-0.5', -5],
    ] as const;
    for (const [change, band] of bands)
      expect(await one('trend_band($1::numeric)', [change]), change).toBe(band);
    expect(await one('trend_band(102::numeric / 100 - 1)')).toBe(0);
  });

  it('round land values and rates in the steps of the trade', async () => {
    const values = [
      [4, 0],
      [9_994, 9_990],
      [9_996, 10_000],
      [10_049, 10_000],
      [99_950, 100_000],
      [123_499, 123_000],
      [999_500, 1_000_000],
      [1_234_567, 1_230_000],
      [9_996_000, 10_000_000],
      [12_345_678, 12_300_000],
    ] as const;
    for (const [value, rounded] of values) {
      expect(Number(await one('round_land_value($1::numeric)', [value])), String(value)).toBe(rounded);
    }
    expect(Number(await one("round_land_value(1234, '{1000}', '{1,50}')"))).toBe(1250);
    const rates = [
      ['1234.5', 1230, 1240],
      ['0.0123456', 0.0123, 0.0124],
      ['999', 999, 999],
      ['0', 0, 0],
    ] as const;
    for (const [rate, down, up] of rates) {
      expect(Number(await one('round_rate($1::numeric)', [rate])), rate).toBe(down);
      expect(Number(await one('round_rate($1::numeric, true)', [rate])), rate).toBe(up);
    }
  });

  it('turn a resale into a monthly rate, but not within a month', async () => {
    expect(await one('resale_rate(100, 121, 2)')).toBeCloseTo(0.1, 12);
    expect(await one('resale_rate(100, 121, 0.9)')).toBeNull();
    expect(await one("months_between('2022-01-01', '2023-01-01')")).toBeCloseTo(365 / 30.4375, 12);
  });
});
