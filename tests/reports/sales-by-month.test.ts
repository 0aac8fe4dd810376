import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { put, putPlaces, untouched } from './fixture.ts';
import { type Market, population, putMarket, type Told } from './market.ts';
import { percentile } from './second-implementation.ts';
import { openReports, type Reports, type Row } from './support.ts';

type Choice = {
  readonly population?: string;
  readonly year?: number;
  readonly year_by?: string;
  readonly type_by?: string;
  readonly from_date?: string;
  readonly to_date?: string;
  readonly purpose?: string;
};

const dayOf = (s: Told, choice: Choice): string => (choice.year_by === 'file' ? s.received : s.contract);

function windowOf(choice: Choice): readonly [string, string] {
  const year = choice.year ?? 2022;
  return [choice.from_date ?? `${year}-07-01`, choice.to_date ?? `${year + 1}-12-31`];
}

const categoryOf = (s: Told): string => {
  if (s.zone === null) return 'No zone';
  if (s.zone === 'E4') return s.contract < '2023-04-26' ? 'Environment' : 'Industrial';
  return s.zone === 'R2' ? 'Residential' : 'Rural';
};

/** What monthsales should answer; the month before the window counts for the change only. */
function months(market: Market, choice: Choice): readonly Row[] {
  const [from, to] = windowOf(choice);
  const counted = population(market, choice.population ?? 'standard').filter(
    (s) => dayOf(s, choice) <= to && (!choice.purpose || s.purpose.toUpperCase().includes(choice.purpose)),
  );
  const typeOf = choice.type_by === 'category' ? categoryOf : (s: Told) => s.nature;
  const keyOf = (s: Told) => `${dayOf(s, choice).slice(0, 7)} ${typeOf(s)}`;
  const medianOf = (rows: readonly Told[]) =>
    percentile(
      rows.map((s) => s.price),
      0.5,
    );
  const keys = new Set(counted.filter((s) => dayOf(s, choice) >= `${from.slice(0, 7)}-01`).map(keyOf));
  return [...keys].sort().map((key) => {
    const rows = counted.filter((s) => keyOf(s) === key);
    const month = key.slice(0, 7);
    const previous = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 7);
    const before = counted.filter((s) => keyOf(s) === previous + key.slice(7));
    const rates = rows.filter((s) => s.strata === null && s.area).map((s) => s.price / (s.area ?? 1));
    return {
      key,
      n: rows.length,
      median_price: medianOf(rows),
      median_rate: rates.length > 0 ? percentile(rates, 0.5) : null,
      prior_median: before.length > 0 ? medianOf(before) : null,
      change: before.length > 0 ? medianOf(rows) / medianOf(before) - 1 : null,
    };
  });
}

describe('sales by month', () => {
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

  it.each<Choice>([
    { year: 2021 },
    { year: 2021, population: 'received', year_by: 'file' },
    { year: 2021, population: 'market', type_by: 'category', from_date: '2021-02-01', to_date: '2022-10-31' },
    { year: 2022, population: 'received', purpose: 'RESIDENCE' },
  ])('equal an independent calculation for %j', async (choice) => {
    const rows = (await db.report('monthsales', { ...untouched, ...choice }))
      .map((row) => ({ ...row, key: `${String(row.month).slice(0, 7)} ${row.property_type}` }) as Row)
      .sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1));
    const expected = months(market, choice);
    expect(expected.length).toBeGreaterThan(5);
    expect(rows.map((row) => row.key)).toEqual(expected.map((row) => row.key));
    for (const [i, row] of expected.entries()) {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === 'number') expect(rows[i]?.[name], `${name} ${row.key}`).toBeCloseTo(value, 7);
        else expect(rows[i]?.[name], `${name} ${row.key}`).toBe(value);
      }
    }
  });

  it('add the price of a dealing once, however many lots and receipts carry it', async () => {
    const rows = await db.report('monthsales', { ...untouched, year: 2021, population: 'received' });
    const [from, to] = windowOf({ year: 2021 });
    const within = market.receipts.filter((s) => s.contract >= '2021-06-01' && s.contract <= to);
    const first = new Map<string, Told>();
    const ordered = [...within].sort((a, b) => a.received.localeCompare(b.received) || a.saleId - b.saleId);
    for (const s of ordered) if (!first.has(s.dealing)) first.set(s.dealing, s);
    const expected = [...first.values()]
      .filter((s) => s.contract >= from)
      .reduce((sum, s) => sum + s.price, 0);
    const total = rows.reduce((sum, row) => sum + Number(row.total_price), 0);
    expect(total).toBe(expected);
    expect(total).toBeLessThan(within.filter((s) => s.contract >= from).reduce((sum, s) => sum + s.price, 0));
  });

  it('follow the sales of a month through confirmation, inspection, analysis and export', async () => {
    const chosen = market.sales.filter((s) => s.contract >= '2022-07-01' && s.contract <= '2023-12-31');
    const marked = chosen.map((s, i) => ({
      s,
      inspected: i % 2 === 0,
      analysed: i % 3 === 0,
      exported: i % 6 === 0,
    }));
    for (const { s, inspected, analysed, exported } of marked) {
      if (inspected) await db.owner(`update sale set inspected_on = '2023-01-01' where id = $1`, [s.saleId]);
      if (!analysed) continue;
      const one = { sale_id: s.saleId, district_code: s.district, contract_date: s.contract };
      // Two analyses of one sale are one analysed sale.
      await put(db, 'analysis', [
        { ...one, suitability: 'NO' },
        { ...one, suitability: 'OUT', exported },
      ]);
    }
    const rows = await db.report('salesact', untouched);
    const keys = new Set(chosen.map((s) => `${s.contract.slice(0, 7)} ${s.zone ?? ''}`));
    expect(rows.length).toBe(keys.size);
    for (const row of rows) {
      const here = marked.filter(
        ({ s }) =>
          s.contract.slice(0, 7) === String(row.month).slice(0, 7) && (s.zone ?? '') === row.zone_code,
      );
      const confirmed = await db.owner(
        'select count(*)::int as n from sale where confirmed and id = any($1::bigint[])',
        [here.map(({ s }) => s.saleId)],
      );
      expect([row.received, row.confirmed, row.inspected, row.analysed, row.suitable, row.exported]).toEqual([
        here.length,
        confirmed[0]?.n,
        here.filter((x) => x.inspected).length,
        here.filter((x) => x.analysed).length,
        here.filter((x) => x.analysed).length,
        here.filter((x) => x.exported).length,
      ]);
    }
    const byFile = await db.report('salesact', { ...untouched, year_by: 'file' });
    expect(byFile.reduce((sum, row) => sum + Number(row.received), 0)).toBe(
      market.sales.filter((s) => s.received >= '2022-07-01' && s.received <= '2023-12-31').length,
    );
  });

  it('have one key a row', async () => {
    for (const name of ['monthsales', 'salesact']) {
      const rows = await db.report(name, { ...untouched, population: 'received' });
      expect(rows.length).toBeGreaterThan(5);
      expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
    }
  });

  it('show a user no sale of a district that is not theirs', async () => {
    for (const name of ['monthsales', 'salesact']) {
      const params = { ...untouched, population: 'received' };
      const own = await db.report(name, params, ['002']);
      expect(own).toEqual(await db.report(name, { ...params, districts: ['002'] }));
      expect(own.length).toBeGreaterThan(0);
      expect(await db.report(name, { ...params, districts: ['001'] }, ['002'])).toEqual([]);
    }
  });
});
