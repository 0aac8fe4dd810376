// Rates of improvements beside the schedules, each rule with what it finds and what it leaves. Base year 2022.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await db.owner('delete from improvement_schedule');
  const region = (await put(db, 'contract_region', [{ name: 'North', contract_start: '2021-03-01' }]))[0];
  await put(db, 'region_district', [{ region_id: region, district_code: '001' }]);
  const schedule = async (name: string, more: Row, rates: readonly Row[]) => {
    const [schedule_id] = await put(db, 'improvement_schedule', [{ name, ...more }]);
    await put(
      db,
      'improvement_rate',
      rates.map((rate, i) => ({ schedule_id, posn: i + 1, ...rate })),
    );
  };
  const shed = { type: 'SH', unit: 'm²' };
  await schedule('Everywhere', { scope: 'GLOBAL' }, [
    { ...shed, low: 200, high: 300 },
    { ...shed, low: 100, high: 150, condition: 'Poor' },
    { type: 'PO', unit: 'item', low: 10_000, high: 20_000 },
    { type: 'FE', unit: 'm', low: 30, high: 60 },
  ]);
  await schedule('North', { scope: 'REGION', region_id: region }, [
    { type: 'PO', unit: 'item', low: 12_000, high: 30_000 },
  ]);
  await schedule('First until 2022', { scope: 'DISTRICT', district: '001', valid_to: '2022-12-31' }, [
    { type: 'FE', unit: 'm', low: 40, high: 80 },
  ]);
  await schedule('First from 2022', { scope: 'DISTRICT', district: '001', valid_from: '2022-10-01' }, [
    { type: 'FE', unit: 'm', low: 50, high: 90 },
  ]);
  const analysed = async (
    district_code: string,
    contract_date: string,
    lines: readonly Row[],
    more: Row = {},
  ) => {
    const [property_id = 0] = await put(db, 'property', [property(1_000 + next++, { district_code })]);
    const [sale_id] = await put(db, 'sale', [
      sale(property_id, { district_code, contract_date, settlement_date: null }),
    ]);
    const [analysis_id] = await put(db, 'analysis', [
      { sale_id, property_id, district_code, contract_date, zone_code: 'R2', component_code: 'AAB', ...more },
    ]);
    await put(
      db,
      'analysis_improvement',
      lines.map((line, i) => ({ analysis_id, posn: i + 1, quantity: 1, ...line })),
    );
  };
  let next = 0;
  const of = (type: string, unit: string, description: string, rate: number | null, more: Row = {}) => ({
    type,
    unit,
    description,
    rate,
    ...more,
  });
  await analysed('001', '2022-08-15', [
    // The ends of the range are in it.
    of('SH', 'm²', 'shed 200', 200),
    of('SH', 'm²', 'shed 300', 300),
    of('SH', 'm²', 'shed 199', 199),
    of('SH', 'm²', 'shed 330', 330, { value: 5_000 }),
    // A row of a condition goes before one for all.
    of('SH', 'm²', 'poor 120', 120, { condition: 'Poor' }),
    of('SH', 'm²', 'poor 200', 200, { condition: 'Poor' }),
    of('SH', 'm²', 'good 120', 120, { condition: 'Good' }),
    // Not judged: a lump sum, another unit, a type that no schedule has.
    of('SH', 'm²', 'shed lump', null, { value: 9_000 }),
    of('SH', 'item', 'shed item', 1),
    of('MA', 'm²', 'dwelling', 1),
    // The region's before everybody's.
    of('PO', 'item', 'pool 25000', 25_000),
    of('PO', 'item', 'pool 11000', 11_000),
    // The district's of August, 40 to 80.
    of('FE', 'm', 'fence 45', 45),
    of('FE', 'm', 'fence 35', 35),
  ]);
  // Two of the district hold in November: the later, 50 to 90. In January only it does.
  await analysed('001', '2022-11-15', [
    of('FE', 'm', 'fence 45 later', 45),
    of('FE', 'm', 'fence 85 later', 85),
  ]);
  // A district without region and schedule of its own.
  await analysed('002', '2022-11-15', [
    of('PO', 'item', 'pool 25000 second', 25_000),
    of('FE', 'm', 'fence 45 second', 45),
  ]);
  // Before the window, and unsuitable.
  await analysed('001', '2022-06-30', [of('SH', 'm²', 'shed before', 1)]);
  await analysed('001', '2022-08-15', [of('SH', 'm²', 'shed unsuitable', 1)], { suitability: 'NO' });
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });
const found = async (params: Row = {}) =>
  (await listed('ratesnotinrange', params))
    .map(
      (row) => `${row.line_description} | ${row.schedule} | ${Math.round(Number(row.far_out) * 1000) / 1000}`,
    )
    .sort();

describe('improvement rates out of range', () => {
  it('are judged by the narrowest schedule that holds at the contract', async () => {
    expect(await found()).toEqual([
      'fence 35 | First until 2022 | -0.125',
      'fence 45 later | First from 2022 | -0.1',
      'good 120 | Everywhere | -0.4',
      'pool 11000 | North | -0.083',
      'pool 25000 second | Everywhere | 0.25',
      'poor 200 | Everywhere | 0.333',
      'shed 199 | Everywhere | -0.005',
      'shed 330 | Everywhere | 0.1',
    ]);
  });

  it('are of unsuitable sales too, where all are asked for, and of a chosen window', async () => {
    expect(await found({ population: 'all', improvement_types: ['SH'] })).toContain(
      'shed unsuitable | Everywhere | -0.995',
    );
    expect(await found({ from_date: '2022-06-30', to_date: '2022-06-30' })).toEqual([
      'shed before | Everywhere | -0.995',
    ]);
  });

  it('are counted by type, beside the analyses of which nothing can be said', async () => {
    expect(
      await listed('ratesnotinrange.types').then((rows) =>
        [...rows].sort((a, b) => (String(a.improvement_type) < String(b.improvement_type) ? -1 : 1)),
      ),
    ).toEqual([
      { improvement_type: 'FE', n: 3, judged: 3, outside: 2, lump_sums: 0, without_schedule: 0 },
      { improvement_type: 'MA', n: 1, judged: 0, outside: 0, lump_sums: 0, without_schedule: 1 },
      { improvement_type: 'PO', n: 2, judged: 2, outside: 2, lump_sums: 0, without_schedule: 0 },
      { improvement_type: 'SH', n: 1, judged: 1, outside: 1, lump_sums: 1, without_schedule: 1 },
    ]);
  });

  it('keep to zones, components, types and districts', async () => {
    for (const none of [
      { zones: ['RU2'] },
      { components: ['RAB'] },
      { improvement_types: ['CA'] },
      { districts: ['005'] },
    ]) {
      expect(await found(none)).toEqual([]);
      expect(await listed('ratesnotinrange.types', none)).toEqual([]);
    }
    expect(await found({ districts: ['002'] })).toEqual(['pool 25000 second | Everywhere | 0.25']);
  });
});
