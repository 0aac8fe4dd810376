import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { property, put, putAll, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { bootstrapOf, type Pair, percentile, seeded, studyOf } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

const folder = pathToFileURL(`${knownAnswer('data/ratio')}/`);
const present = areHere([fileURLToPath(new URL('expected.json', folder))], 'ratio studies (KA7)');

type Expected = {
  readonly published: Readonly<Record<string, number | boolean | readonly number[]>>;
  readonly recomputed: Readonly<Record<string, number | readonly number[]>>;
};

function pairsIn(file: string): readonly Pair[] {
  const [, ...lines] = readFileSync(new URL(file, folder), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [v, s] = line.split(',').map(Number);
    return { v: v ?? Number.NaN, s: s ?? Number.NaN };
  });
}

/** A sample as the office enters it: property, its value at the base date, its sale, and the analysis of the sale. */
async function enter(db: Reports, pairs: readonly Pair[], firstId: number, component: string): Promise<void> {
  await db.owner(
    `insert into component (district_code, code, zone_code) values ('001', $1, 'R2') on conflict do nothing`,
    [component],
  );
  const ids = pairs.map((_, i) => firstId + i);
  const of = (i: number): Row => ({
    property_id: firstId + i,
    district_code: '001',
    component_code: component,
  });
  await putAll(
    db,
    'property',
    ids.map((id) => property(id, { component_code: component })),
  );
  await putAll(
    db,
    'property_value',
    pairs.map((pair, i) => ({
      property_id: firstId + i,
      base_date: '2022-07-01',
      series: 'LT',
      land_value: Math.round(pair.v),
    })),
  );
  const sales = await putAll(
    db,
    'sale',
    pairs.map((pair, i) => ({ ...sale(firstId + i, of(i)), purchase_price: Math.round(pair.s) })),
  );
  await putAll(
    db,
    'analysis',
    pairs.map((pair, i) => ({
      ...of(i),
      sale_id: sales[i],
      zone_code: 'R2',
      contract_date: '2022-08-15',
      suitability: 'IN',
      alv_lt: Math.round(pair.s),
    })),
  );
}

/** The pairs that a report lists, by their ratio and adjusted land value. */
const pairsOfRows = (rows: readonly Row[]): readonly Pair[] =>
  rows.map((row) => ({ v: Number(row.ratio) * Number(row.study_alv), s: Number(row.study_alv) }));

const statistic: Readonly<Record<string, string>> = { sd_n_minus_1: 'sd' };

describe('the reports salesratio, statsumm and statcomp', () => {
  let db: Reports;
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    await putBaseYear(db, 2022);
  });
  afterAll(async () => {
    await db?.close();
  });
  const untrimmed = async (component: string, more: Row = {}): Promise<Row> =>
    (await db.report('salesratio', { ...untouched, components: [component], ...more })).find(
      (row) => row.series === 'lt' && row.trimmed === false,
    ) ?? {};

  const files = ['iaao_table_1_1.csv', 'iaao_table_1_4.csv', 'iaao_table_d_1.csv', 'ccao_sample.csv'];
  it.skipIf(!present).each(files)('gives the known answers of %s entered as analyses', async (file) => {
    const all: Readonly<Record<string, Expected>> = JSON.parse(
      readFileSync(new URL('expected.json', folder), 'utf8'),
    );
    const { published, recomputed } = all[file] ?? { published: {}, recomputed: {} };
    const index = files.indexOf(file);
    const component = `K${index}`;
    await enter(db, pairsIn(file), 10_000 * (index + 1), component);
    const row = await untrimmed(component, { resamples: 1000 });
    const near = (name: string, expected: number, relative: number) =>
      expect(Math.abs(Number(row[name]) - expected), `${name} of ${file}`).toBeLessThanOrEqual(
        Math.abs(expected) * relative,
      );

    const tolerance = Number(published.rel_tol);
    for (const name of ['cod', 'prd', 'prb']) near(name, Number(published[name]), tolerance);
    for (const [name, expected] of Object.entries(recomputed)) {
      const column = statistic[name] ?? name;
      if (Array.isArray(expected)) {
        const stem = column.replace(/_ci95.*$/, '');
        // Given to four decimals.
        expect(row[`${stem}_low`], `${stem} of ${file}`).toBeCloseTo(expected[0], 3);
        expect(row[`${stem}_high`], `${stem} of ${file}`).toBeCloseTo(expected[1], 3);
      } else {
        // Given to six decimals.
        expect(Math.abs(Number(row[column]) - Number(expected)), `${column} of ${file}`).toBeLessThanOrEqual(
          Math.max(1e-6, Math.abs(Number(expected)) * 1e-5),
        );
      }
    }
    // The same of every report with a ratio study: by zone and by component.
    for (const by of ['zone', 'component']) {
      const level = (await db.report('statsumm', { ...untouched, by, components: [component] })).find(
        (one) => one.row_level === 1,
      );
      // Sums in another order may differ in the last digit, as older versions of PostgreSQL order them.
      for (const name of ['n', 'median', 'weighted_mean', 'cod', 'prd', 'prb'])
        expect(Number(level?.[name]), `${name} of ${file} by ${by}`).toBeCloseTo(Number(row[name]), 11);
      expect(level?.mvp, `mvp of ${file} by ${by}`).toBeCloseTo(100 * Number(row.mean), 9);
    }
    // Of the reports that list the sample: their rows have its statistics once more.
    const only = { ...untouched, components: [component] };
    for (const report of ['statdetl', 'statchart']) {
      const study = studyOf(pairsOfRows(await db.report(report, only)));
      expect(study.n, `n of ${file} in ${report}`).toBe(row.n);
      for (const name of ['median', 'cod', 'prd', 'prb'])
        expect(study[name], `${name} of ${file} in ${report}`).toBeCloseTo(Number(row[name]), 7);
    }
    // Of the one that divides it: each quarter by adjusted land value has its own, and together they are the sample.
    const pairs = pairsOfRows(await db.report('statdetl', only));
    const bounds = [0, 0.25, 0.5, 0.75, 1].map((share) =>
      percentile(
        pairs.map(({ s }) => s),
        share,
      ),
    );
    const quarters = await db.report('salequartile', only);
    expect(quarters.reduce((so, quarter) => so + Number(quarter.n), 0)).toBe(row.n);
    for (const quarter of quarters) {
      const place = Number(quarter.quartile);
      const [low = 0, high = 0] = [bounds[place - 1], bounds[place]];
      const study = studyOf(pairs.filter(({ s }) => (place === 1 || s > low) && s <= high));
      expect(study.n, `quarter ${place} of ${file}`).toBe(quarter.n);
      expect(Number(quarter.median_ratio)).toBeCloseTo(Number(study.median), 9);
      if (Number(quarter.n) < 2) continue;
      for (const name of ['cod', 'prd'])
        expect(quarter[name], `${name} of quarter ${place} of ${file}`).toBeCloseTo(Number(study[name]), 7);
    }
    if (file !== 'ccao_sample.csv') return;
    expect([row.n, row.outliers_3iqr, row.outliers_5_95]).toEqual([
      published.n,
      published.iqr_outliers,
      published.quantile_5_95_outliers,
    ]);
    for (const stem of ['cod', 'prd']) {
      const interval = published[`${stem}_ci95_boot`];
      if (!Array.isArray(interval)) throw new Error(`No interval of ${stem} in expected.json.`);
      near(`${stem}_low`, Number(interval[0]), tolerance);
      near(`${stem}_high`, Number(interval[1]), tolerance);
    }
    const prb = published.prb_ci95;
    if (!Array.isArray(prb)) throw new Error('No interval of PRB in expected.json.');
    near('prb_low', Number(prb[0]), 1e-4);
    near('prb_high', Number(prb[1]), 1e-4);
    expect(Number(row.cod) <= 15).toBe(published.cod_met);
    expect(Number(row.prd) >= 0.98 && Number(row.prd) <= 1.03).toBe(published.prd_met);
    expect(Math.abs(Number(row.prb)) <= 0.05).toBe(published.prb_met);
    expect(Number(row.median) >= 0.9 && Number(row.median) <= 1.1).toBe(published.median_ratio_met);
  });

  it('agrees with a second implementation on random analyses, trimmed and not', async () => {
    const random = seeded(99);
    const pairs = Array.from({ length: 60 }, (_, i) => {
      const s = 100_000 + Math.round(random() * 900_000);
      return { v: Math.round(s * (i < 2 ? 4 : 0.85 + random() * 0.2)), s };
    });
    await enter(db, pairs, 900_000, 'RND');
    const rows = await db.report('salesratio', { ...untouched, components: ['RND'] });
    for (const trimmed of [false, true]) {
      const row = rows.find((r) => r.trimmed === trimmed && r.series === 'lt') ?? {};
      const kept = trimmed ? pairs.slice(2) : pairs;
      const expected = studyOf(kept);
      for (const name of ['n', 'median', 'cod', 'prd', 'prb', 'mki', 'mean_low', 'weighted_mean_high']) {
        expect(row[name], `${name}, trimmed ${trimmed}`).toBeCloseTo(Number(expected[name]), 7);
      }
    }
    expect(rows.filter((row) => row.series === 'future')).toEqual([]);
    // Sales of which none is trimmed have the intervals of the untrimmed study in both.
    await enter(db, pairs.slice(2), 920_000, 'EVN');
    const even = await db.report('salesratio', { ...untouched, components: ['EVN'] });
    expect(even.map((row) => row.trimmed).sort()).toEqual([false, true]);
    for (const [row, of] of [
      ...rows.map((one) => [one, one.trimmed ? pairs.slice(2) : pairs] as const),
      ...even.map((one) => [one, pairs.slice(2)] as const),
    ])
      for (const [name, expected] of Object.entries(bootstrapOf(of, 500)))
        expect(row[name], `${name} of ${row.key}`).toBeCloseTo(expected, 8);
    const listed = await db.report('salesratio.rows', { ...untouched, components: ['RND'] });
    expect(listed.filter((row) => row.trimmed === true).map((row) => row.property_id)).toEqual([
      900_000, 900_001,
    ]);
    const first = listed.find((row) => row.property_id === 900_005);
    const pair = pairs[5] ?? { v: 0, s: 1 };
    expect(first?.r0).toBeCloseTo(pair.v / pair.s, 12);
    expect(first?.deviation).toBeCloseTo(Math.abs(pair.v / pair.s - Number(studyOf(pairs).median)), 9);
  });

  it('counts the standard of the office, unless all are asked for', async () => {
    const excluded: readonly (readonly [string, Row, Row, Row])[] = [
      ['cancelled', { status: 'X' }, {}, {}],
      ['out of contract', { status: 'O' }, {}, {}],
      ['unconfirmed', {}, { confirmed: false }, {}],
      ['part interest', {}, { interest_pct: 50 }, {}],
      ['several properties', {}, { multi_property: true, dealing_size: 3 }, {}],
      ['unsuitable sale', {}, { suitable: false }, {}],
      ['nominal price', {}, { purchase_price: 999 }, {}],
      ['unsuitable analysis', {}, {}, { suitability: 'NO' }],
      ['plain', {}, {}, {}],
      ['out of line', {}, {}, { suitability: 'OUT' }],
    ];
    for (const [i, [, ofProperty, ofSale, ofAnalysis]] of excluded.entries()) {
      const id = 950_000 + i;
      await put(db, 'property', [property(id, { component_code: 'STD', ...ofProperty })]);
      await put(db, 'property_value', [
        { property_id: id, base_date: '2022-07-01', land_value: 100 },
        { property_id: id, base_date: '2023-07-01', land_value: 110 },
      ]);
      const [sale_id] = await put(db, 'sale', [sale(id, { component_code: 'STD', ...ofSale })]);
      await put(db, 'analysis', [
        {
          sale_id,
          property_id: id,
          district_code: '001',
          component_code: 'STD',
          zone_code: 'R2',
          contract_date: '2022-08-15',
          suitability: 'IN',
          alv_lt: 100 + i,
          alv_future: 120,
          ...ofAnalysis,
        },
      ]);
    }
    // Before and after the window of the base year.
    const window = { property_id: 950_008, district_code: '001', component_code: 'STD', alv_lt: 100 };
    await put(db, 'analysis', [
      { ...window, contract_date: '2022-06-30' },
      { ...window, contract_date: '2024-01-01' },
    ]);
    const listed = async (more: Row) =>
      (await db.report('salesratio.rows', { ...untouched, components: ['STD'], ...more })).map((row) =>
        Number(row.property_id),
      );
    expect(await listed({})).toEqual([950_008, 950_009]);
    expect(await listed({ suitabilities: ['OUT'] })).toEqual([950_009]);
    expect((await listed({ population: 'all' })).length).toBe(10);
    expect((await listed({ from_date: '2022-06-01', to_date: '2024-01-31' })).length).toBe(4);
    const future = (await db.report('salesratio', { ...untouched, components: ['STD'] })).find(
      (row) => row.series === 'future' && row.trimmed === false,
    );
    expect([future?.n, future?.median]).toEqual([2, 110 / 120]);
  });

  it('shows the value change of analysed sales beside the rest, by zone', async () => {
    const changes = [1.1, 1.2, 1.0, 1.05, 1.3];
    for (const [i, change] of changes.entries()) {
      const id = 970_000 + i;
      await put(db, 'property', [property(id, { component_code: 'COA', zone_code: 'RU2' })]);
      await put(db, 'property_value', [
        { property_id: id, base_date: '2022-07-01', land_value: 1000 },
        { property_id: id, base_date: '2023-07-01', land_value: Math.round(1000 * change) },
      ]);
      if (i < 2) {
        await put(db, 'analysis', [
          {
            property_id: id,
            district_code: '001',
            contract_date: '2022-09-01',
            alv_lt: 900,
            suitability: 'IN',
          },
        ]);
      }
    }
    // An unsuitable analysis, and one outside the window, leave their properties with the rest.
    const other = { district_code: '001', alv_lt: 900 };
    await put(db, 'analysis', [
      { ...other, property_id: 970_002, contract_date: '2022-09-01', suitability: 'NO' },
      { ...other, property_id: 970_003, contract_date: '2021-09-01', suitability: 'IN' },
    ]);
    const [row] = await db.report('salesratio.coavc', { ...untouched, components: ['COA'] });
    expect([row?.zone_code, row?.n_analysed, row?.n_rest, row?.pass]).toEqual(['RU2', 2, 3, true]);
    expect(row?.coavc).toBeCloseTo(Math.abs(0.15 - 0.35 / 3), 12);
  });

  it("shows no analysis of a district that is not the user's", async () => {
    expect(await db.report('salesratio.rows', { ...untouched, components: ['STD'] }, ['002'])).toEqual([]);
    expect(await db.report('salesratio', { ...untouched, components: ['STD'] }, ['002'])).toEqual([]);
  });
});
