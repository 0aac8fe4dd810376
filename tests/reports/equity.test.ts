// Ratios by place: a small grid whose Gi* is counted by hand, and a second calculation sale by sale.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { degreesOf } from '#src/core/mercator.ts';
import { property, putAll, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { normalBetween, seeded } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

interface Planted {
  /** Column and row, counted from a cell of zoom 15 near Sydney; null for a property that nobody knows the place of. */
  readonly cell: readonly [number, number] | null;
  readonly ratio: number;
  readonly district?: string;
}

const [west, north] = [30_100, 19_650];
const placeOf = ([x, y]: readonly [number, number], i: number) => {
  // Anywhere within the cell.
  const { latitude, longitude } = degreesOf({
    x: (west + x + 0.1 + (i % 8) / 10) / 2 ** 15,
    y: (north + y + 0.9 - (i % 7) / 10) / 2 ** 15,
  });
  return { lat: latitude, lon: longitude };
};

async function plant(planted: readonly Planted[]): Promise<void> {
  const of = planted.map(({ district = '001' }) => ({ district_code: district }));
  await putAll(
    db,
    'property',
    planted.map(({ cell }, i) =>
      property(i + 1, { ...of[i], ...(cell ? placeOf(cell, i) : { lat: null, lon: null }) }),
    ),
  );
  await putAll(
    db,
    'property_value',
    planted.map(({ ratio }, i) => ({
      ...of[i],
      property_id: i + 1,
      base_date: '2022-07-01',
      series: 'LT',
      method: 'H',
      land_value: Math.round(ratio * 100_000),
      handcrafted: true,
      synthetic: false,
    })),
  );
  const sales = await putAll(
    db,
    'sale',
    planted.map((_, i) => ({ ...sale(i + 1), ...of[i], confirmed: true, synthetic: false })),
  );
  await putAll(
    db,
    'analysis',
    planted.map((_, i) => ({
      ...of[i],
      sale_id: sales[i],
      property_id: i + 1,
      contract_date: '2022-08-15',
      purchase_price: 500_000,
      suitability: 'IN',
      alv_lt: 100_000,
      synthetic: false,
    })),
  );
}

const times = (n: number, cell: Planted['cell'], ratio: number, more: Partial<Planted> = {}) =>
  Array.from({ length: n }, (): Planted => ({ cell, ratio, ...more }));
const params = { ...untouched, population: 'all' };
const cellsOf = async (more: Row = {}, districts: readonly string[] | '*' = '*') =>
  new Map(
    (await db.report('salesratio.places', { ...params, ...more }, districts)).map((row) => [
      `${Number(row.cell_column) - west},${Number(row.cell_row) - north}`,
      row,
    ]),
  );
const number = (row: Row | undefined, column: string) => Number(row?.[column]);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2022);
});
beforeEach(async () => {
  for (const table of ['analysis', 'sale', 'property_value', 'property'])
    await db.owner(`delete from ${table}`);
});
afterAll(() => db?.close());

/** Two cells that touch are high, two far ones low, one is level, one has four sales: 29 ratios, mean 1, sum of squares 0.8. */
const grid: readonly Planted[] = [
  ...times(5, [0, 0], 1.2),
  ...times(5, [1, 1], 1.2),
  ...times(5, [5, 0], 0.8),
  ...times(5, [0, 5], 0.8),
  ...times(5, [9, 9], 1),
  ...times(4, [5, 5], 1),
];

describe('ratios by place', () => {
  it('are marked where Gi* says so, and nowhere with fewer than five sales', async () => {
    await plant(grid);
    const cells = await cellsOf();
    expect([...cells].map(([at, { cluster, sales }]) => [at, cluster, sales]).sort()).toEqual([
      ['0,0', 'HIGH', 5],
      ['0,5', 'LOW', 5],
      ['1,1', 'HIGH', 5],
      ['5,0', 'LOW', 5],
      ['5,5', 'FEW', 4],
      ['9,9', 'NONE', 5],
    ]);
    // Ten near, of 29: (12 − 10) ÷ √(0.8 ÷ 29 · 10 · 19 ÷ 28).
    expect(number(cells.get('0,0'), 'gi')).toBeCloseTo(2 / Math.sqrt(((0.8 / 29) * 10 * 19) / 28), 9);
    expect(number(cells.get('0,0'), 'gi')).toBeCloseTo(4.6226, 4);
    expect(number(cells.get('0,0'), 'near_sales')).toBe(10);
    // Five near: (4 − 5) ÷ √(0.8 ÷ 29 · 5 · 24 ÷ 28), the fourth of five probabilities.
    expect(number(cells.get('5,0'), 'gi')).toBeCloseTo(-2.9083, 4);
    expect(number(cells.get('5,0'), 'chance')).toBeCloseTo((0.003634 * 5) / 4, 5);
    expect(number(cells.get('9,9'), 'gi')).toBeCloseTo(0, 9);
    expect(cells.get('5,5')).toMatchObject({ gi: null, chance: null, mark: '' });
    expect(number(cells.get('5,0'), 'median')).toBeCloseTo(0.8, 9);
    expect(cells.get('0,0')?.cells).toBe(`15 ${west},${north}`);
  });

  it('leave out what the trimmed study does, and what has no place, and say how many', async () => {
    await plant([...grid, ...times(1, [5, 0], 9), ...times(2, null, 1)]);
    const cells = await cellsOf();
    expect(cells.get('5,0')).toMatchObject({ cluster: 'LOW', sales: 5 });
    expect(number(cells.get('5,0'), 'highest')).toBeCloseTo(0.8, 9);
    const [placed] = await db.report('salesratio.placed', params);
    expect(placed).toMatchObject({ placed_sales: 29, trimmed_sales: 1, without_place: 2 });
    expect(number(placed, 'mean')).toBeCloseTo(1, 9);
  });

  it('judge nothing where all are near, or all alike', async () => {
    await plant(times(9, [0, 0], 1.2).concat(times(4, [1, 0], 0.8)));
    expect([...(await cellsOf()).values()].map(({ cluster }) => cluster)).toEqual(['FEW', 'FEW']);
    for (const table of ['analysis', 'sale', 'property_value', 'property'])
      await db.owner(`delete from ${table}`);
    await plant([...times(6, [0, 0], 1), ...times(6, [5, 5], 1)]);
    expect([...(await cellsOf()).values()].map(({ cluster }) => cluster)).toEqual(['FEW', 'FEW']);
    expect(await db.report('salesratio.places', { ...params, year: 2010 })).toEqual([]);
  });

  it('are of the districts that whoever asks may see, and of wider cells where those are asked for', async () => {
    await plant([...times(5, [0, 0], 1.2), ...times(6, [1, 0], 0.8, { district: '002' })]);
    expect([...(await cellsOf({}, ['001']))].map(([at, { sales }]) => [at, sales])).toEqual([['0,0', 5]]);
    const wide = await db.report('salesratio.places', { ...params, cell: '14' });
    expect(wide).toMatchObject([
      { cell_column: west / 2, cell_row: north / 2, sales: 11, cells: `14 ${west / 2},${north / 2}` },
    ]);
  });

  it('agree with a second calculation, sale by sale', async () => {
    const random = seeded(20_240_627);
    const planted = Array.from({ length: 360 }, (): Planted => {
      const cell = [Math.floor(random() * 8), Math.floor(random() * 8)] as const;
      return { cell, ratio: Math.round((0.8 + random() * 0.3 + (cell[0] < 2 ? 0.15 : 0)) * 1000) / 1000 };
    });
    await plant(planted);
    const cells = await cellsOf();
    const expected = judgedOf(planted);
    expect(cells.size).toBe(expected.size);
    expect(new Set([...expected.values()].map(({ cluster }) => cluster)).size).toBeGreaterThan(2);
    for (const [at, { sales, gi, chance, cluster }] of expected) {
      expect(cells.get(at), at).toMatchObject({ sales, cluster });
      if (gi === null) expect(cells.get(at)).toMatchObject({ gi: null, chance: null });
      else {
        expect(number(cells.get(at), 'gi')).toBeCloseTo(gi, 8);
        expect(number(cells.get(at), 'chance')).toBeCloseTo(chance ?? 0, 7);
      }
    }
  });
});

/** Gi* as its authors write it, of each sale with all others, and the step-up procedure on one probability a cell. */
function judgedOf(planted: readonly Planted[]) {
  const n = planted.length;
  const mean = planted.reduce((sum, { ratio }) => sum + ratio, 0) / n;
  const s = Math.sqrt(planted.reduce((sum, { ratio }) => sum + ratio ** 2, 0) / n - mean ** 2);
  const near = ([x, y]: readonly [number, number], { cell }: Planted) =>
    cell !== null && Math.abs(cell[0] - x) <= 1 && Math.abs(cell[1] - y) <= 1 ? 1 : 0;
  const cells = new Map<
    string,
    { sales: number; gi: number | null; chance: number | null; cluster: string }
  >();
  for (const { cell } of planted) {
    if (!cell) continue;
    const sales = planted.filter((one) => one.cell?.join() === cell.join()).length;
    const weights = planted.map((one) => near(cell, one));
    const w = weights.reduce<number>((sum, one) => sum + one, 0);
    const squares = weights.reduce<number>((sum, one) => sum + one ** 2, 0);
    const sum = planted.reduce((so, { ratio }, j) => so + (weights[j] ?? 0) * ratio, 0);
    const gi = (sum - mean * w) / (s * Math.sqrt((n * squares - w ** 2) / (n - 1)));
    cells.set(cell.join(), { sales, gi: sales < 5 || n - w < 5 ? null : gi, chance: null, cluster: 'FEW' });
  }
  const judged = [...cells.values()]
    .flatMap((cell) =>
      cell.gi === null
        ? []
        : [{ cell, gi: cell.gi, p: 1 - normalBetween(-Math.abs(cell.gi), Math.abs(cell.gi)) }],
    )
    .sort((one, other) => other.p - one.p);
  let least = 1;
  judged.forEach(({ cell, gi, p }, i) => {
    least = Math.min(least, (p * judged.length) / (judged.length - i));
    cell.chance = least;
    cell.cluster = least > 0.05 ? 'NONE' : gi > 0 ? 'HIGH' : 'LOW';
  });
  return cells;
}
