import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { put, putPlaces, sale, untouched } from './fixture.ts';
import { type Market, population, putMarket, type Told } from './market.ts';
import { percentile } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

type Choice = {
  readonly population?: string;
  readonly year?: number;
  readonly year_by?: string;
  readonly purpose?: string;
  readonly natures?: readonly string[];
  readonly zones?: readonly string[];
  readonly districts?: readonly string[];
  readonly group_by?: string;
};

/** What mediansales should answer, worked out from the sales that were put in. */
function medians(market: Market, choice: Choice, keyOf: (s: Told) => string): readonly Row[] {
  const year = choice.year ?? 2022;
  const yearOf = (s: Told) => Number((choice.year_by === 'file' ? s.received : s.contract).slice(0, 4));
  const counted = population(market, choice.population ?? 'standard').filter(
    (s) =>
      (choice.districts ?? ['001', '002']).includes(s.district) &&
      (!choice.purpose || s.purpose.toUpperCase().includes(choice.purpose.toUpperCase())) &&
      (!choice.natures || choice.natures.includes(s.nature)) &&
      (!choice.zones || choice.zones.includes(s.zone ?? '-')),
  );
  const keys = [...new Set(counted.filter((s) => yearOf(s) === year).map(keyOf))].sort();
  return keys.map((key) => {
    const now = counted.filter((s) => yearOf(s) === year && keyOf(s) === key).map((s) => s.price);
    const before = counted.filter((s) => yearOf(s) === year - 1 && keyOf(s) === key).map((s) => s.price);
    const prior = before.length > 0 ? percentile(before, 0.5) : null;
    return {
      key,
      n: now.length,
      minimum: percentile(now, 0),
      q1: percentile(now, 0.25),
      median: percentile(now, 0.5),
      q3: percentile(now, 0.75),
      maximum: percentile(now, 1),
      prior_n: before.length,
      prior_median: prior,
      change: prior === null ? null : percentile(now, 0.5) / prior - 1,
      small_sample: now.length < 5,
    };
  });
}

const choices: readonly Choice[] = [
  {},
  { year: 2021 },
  { year_by: 'file' },
  { population: 'received' },
  { population: 'received', year_by: 'file', purpose: 'RESIDENCE' },
  { population: 'received', year_by: 'file', year: 2021, purpose: 'farm' },
  { population: 'market', natures: ['V', '3'] },
  { population: 'market', zones: ['R2'] },
  { population: 'market', districts: ['002'] },
];

describe('median sales', () => {
  let db: Reports;
  let market: Market;
  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    market = await putMarket(db);
  });
  afterAll(async () => {
    await db?.close();
  });

  const sorted = async (name: string, key: string, choice: Choice): Promise<readonly Row[]> => {
    const rows = await db.report(name, { ...untouched, ...choice });
    return rows
      .map((row) => ({ ...row, key: String(row[key] ?? '') }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  const same = (actual: readonly Row[], expected: readonly Row[]): void => {
    expect(expected.length).toBeGreaterThan(0);
    expect(actual.map((row) => row.key)).toEqual(expected.map((row) => row.key));
    for (const [i, row] of expected.entries()) {
      for (const [name, value] of Object.entries(row)) {
        const place = `${name} of ${row.key}`;
        if (typeof value === 'number') expect(actual[i]?.[name], place).toBeCloseTo(value, 8);
        else expect(actual[i]?.[name], place).toBe(value);
      }
    }
  };

  it.each(choices)('by suburb equal an independent calculation for %j', async (choice) => {
    same(
      await sorted('mediansales', 'place', choice),
      medians(market, choice, (s) => s.suburb),
    );
  });

  it.each(choices)('by component equal an independent calculation for %j', async (choice) => {
    const withComponent = await sorted('mediansales', 'place', { ...choice, group_by: 'component' });
    same(
      withComponent,
      medians(market, choice, (s) => (s.component === null ? s.district : `${s.district} ${s.component}`)),
    );
  });

  it.each(choices)('by zone equal an independent calculation for %j', async (choice) => {
    same(
      await sorted('mediansalesz', 'zone_code', choice),
      medians(market, choice, (s) => s.zone ?? ''),
    );
  });

  it('count the standard by contract date where the choices were emptied', async () => {
    const emptied = { ...untouched, population: null, year_by: null, group_by: null };
    expect(await db.report('mediansales', emptied)).toEqual(await db.report('mediansales', untouched));
    expect(await db.report('mediansalesz', emptied)).toEqual(await db.report('mediansalesz', untouched));
  });

  it('take the least price that the company has set, for the standard alone', async () => {
    const least = 600_000;
    const dear = { ...market, sales: market.sales.filter(({ price }) => price >= least) };
    const set = (number: number | null) =>
      db.owner("update setting set number = $1 where key = 'sale.nominal.price'", [number]);
    const cheap = population(market, 'standard').filter(({ price }) => price < 1100);
    expect(cheap.map(({ price }) => price)).toContain(1000);
    try {
      await set(least);
      same(
        await sorted('mediansales', 'place', {}),
        medians(dear, {}, (s) => s.suburb),
      );
      same(
        await sorted('mediansales', 'place', { population: 'market' }),
        medians(market, { population: 'market' }, (s) => s.suburb),
      );
    } finally {
      await set(null);
    }
    same(
      await sorted('mediansales', 'place', {}),
      medians(market, {}, (s) => s.suburb),
    );
  });

  it('name a suburb that lies in two districts once, with both', async () => {
    const rows = await db.report('mediansales', { ...untouched, population: 'received' });
    const both = rows.filter((row) => row.suburb === 'BOTH');
    expect(both.map((row) => [row.district_codes, row.district_code])).toEqual([['001,002', null]]);
    const alfa = rows.find((row) => row.suburb === 'ALFA');
    expect([alfa?.district_code, alfa?.from_date, alfa?.to_date]).toEqual([
      '001',
      '2022-01-01',
      '2022-12-31',
    ]);
  });

  it('name a zone as its code was meant when the sales were made', async () => {
    await put(db, 'sale', [sale(1_000, { zone_code: 'E4', contract_date: '2024-03-01' })]);
    const named = async (year: number) =>
      (await db.report('mediansalesz', { ...untouched, population: 'received', year })).find(
        (row) => row.zone_code === 'E4',
      )?.zone_name;
    expect(await named(2021)).toBe('Environmental Living');
    expect(await named(2024)).toBe('General Industrial');
  });

  it('show a user no row of a district that is not theirs', async () => {
    for (const name of ['mediansales', 'mediansalesz']) {
      const params = { ...untouched, population: 'received' };
      const rows = await db.report(name, params, ['002']);
      const expected = await db.report(name, { ...params, districts: ['002'] });
      expect(rows).toEqual(expected);
      expect(rows.every((row) => row.district_codes === '002')).toBe(true);
      expect(await db.report(name, { ...params, districts: ['001'] }, ['002'])).toEqual([]);
      expect(await db.report(name, params, [])).toEqual([]);
    }
  });

  it('keep made and real sales apart when one of them is asked for', async () => {
    expect(await db.report('mediansales', untouched, '*', 'synthetic')).toEqual([]);
    expect(await db.report('mediansales', untouched, '*', 'real')).toEqual(
      await db.report('mediansales', untouched),
    );
  });
});
