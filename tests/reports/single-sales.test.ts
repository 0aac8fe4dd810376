import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

describe('reports of single sales', () => {
  let db: Reports;
  const id: Record<string, number> = {};
  const prices = [400_000, 440_000, 480_000, 500_000, 520_000, 560_000];

  beforeAll(async () => {
    db = await openReports();
    await putPlaces(db);
    const add = async (name: string, property_id: number | null, more: Row) => {
      id[name] = (await put(db, 'sale', [sale(property_id, more)]))[0] ?? 0;
    };
    for (let p = 1; p <= 30; p++) await put(db, 'property', [property(p)]);
    for (const [i, purchase_price] of prices.entries()) await add(`plain${i}`, i + 1, { purchase_price });
    await add('nominal', 10, { purchase_price: 1 });
    await add('low', 11, { purchase_price: 149_000 });
    await add('high', 12, { purchase_price: 1_510_000 });
    await add('part', 13, { purchase_price: 100_000, interest_pct: 25 });
    await add('manyA', 14, {
      purchase_price: 9_000_000,
      multi_property: true,
      dealing_size: 2,
      dealing_number: 'MANY',
    });
    await add('manyB', 15, {
      purchase_price: 9_000_000,
      multi_property: true,
      dealing_size: 2,
      dealing_number: 'MANY',
    });
    await add('early', 16, { contract_date: '2022-09-21', settlement_date: '2022-09-20' });
    await add('odd', 17, { contract_date: '0017-02-17' });
    await add('undated', 18, { contract_date: null });
    await add('future', 19, { contract_date: '2022-12-01' });
    await add('twiceA', 20, { purchase_price: 510_000, contract_date: '2022-08-01' });
    await add('twiceB', 20, { purchase_price: 510_000, contract_date: '2022-09-01' });
    await add('removed', 21, { purchase_price: 1, status: 'X' });
    await add('otherDistrict', null, { purchase_price: 1, district_code: '002' });
    await add('before', 22, {
      purchase_price: 1,
      contract_date: '2022-06-30',
      settlement_date: '2022-07-15',
    });
  });
  afterAll(async () => {
    await db?.close();
  });

  const nameOf = (saleId: unknown): string =>
    Object.entries(id).find(([, value]) => value === Number(saleId))?.[0] ?? `sale ${saleId}`;

  it('saleprex names what is strange about a price or a date', async () => {
    const rows = await db.report('saleprex', untouched);
    const reasons = Object.fromEntries(rows.map((row) => [nameOf(row.sale_id), row.reason]));
    expect(reasons).toEqual({
      nominal: 'nominal price',
      low: "far below the component's median",
      high: "far above the component's median",
      part: 'part interest',
      manyA: 'one price on 2 properties',
      manyB: 'one price on 2 properties',
      early: 'settled before the contract',
      odd: 'contract date not credible',
      undated: 'contract date not credible',
      future: 'settled before the contract; contract date not credible',
      twiceA: 'same price twice within half a year',
      twiceB: 'same price twice within half a year',
      otherDistrict: 'nominal price',
    });
    const low = rows.find((row) => nameOf(row.sale_id) === 'low');
    // The median of whole, single, not nominal sales of the component.
    const counted = [
      ...prices,
      149_000,
      1_510_000,
      500_000,
      500_000,
      500_000,
      500_000,
      510_000,
      510_000,
    ].sort((a, b) => a - b);
    expect([low?.component_n, low?.component_median]).toEqual([counted.length, 500_000]);
    expect(low?.price_ratio).toBeCloseTo(149_000 / 500_000, 12);
  });

  it('saleprex takes its limits from the parameters and its window from the dates', async () => {
    const names = async (more: Row) =>
      (await db.report('saleprex', { ...untouched, ...more })).map((row) => nameOf(row.sale_id)).sort();
    const narrow = await names({ low: 0.85, high: 1.1, nominal: 1 });
    expect(narrow).toEqual(expect.arrayContaining(['plain0', 'plain5', 'low', 'high']));
    expect(narrow).not.toEqual(expect.arrayContaining(['plain3']));
    expect(await names({ from_date: '2022-06-01', to_date: '2022-07-31' })).toEqual(['before']);
    const set = (number: number | null) =>
      db.owner("update setting set number = $1 where key = 'sale.nominal.price'", [number]);
    await set(450_000);
    expect(await names({})).toEqual(expect.arrayContaining(['plain0', 'plain1', 'low', 'nominal']));
    expect(await names({ nominal: 1 })).not.toEqual(expect.arrayContaining(['plain0']));
    await set(null);
    expect(await names({ districts: ['002'] })).toEqual(['otherDistrict']);
    const seen = (await db.report('saleprex', untouched, ['002'])).map((row) => row.district_code);
    expect(seen).toEqual(['002']);
  });

  it('lvgtpupr lists whole sales for less than the land value', async () => {
    const values = [
      // property, LT value, future value
      [1, 399_999, 400_000],
      [2, 440_001, null],
      [3, 100, 480_001],
      [13, 900_000, 900_000],
    ] as const;
    for (const [property_id, v0, v1] of values) {
      await put(db, 'property_value', [{ property_id, base_date: '2022-07-01', land_value: v0 }]);
      if (v1) await put(db, 'property_value', [{ property_id, base_date: '2023-07-01', land_value: v1 }]);
      // Another series and another year never count.
      await put(db, 'property_value', [
        { property_id, base_date: '2022-07-01', series: 'LG', land_value: 9_000_000 },
      ]);
      await put(db, 'property_value', [{ property_id, base_date: '2021-07-01', land_value: 9_000_000 }]);
    }
    await put(db, 'analysis', [{ sale_id: id.plain2, property_id: 3, district_code: '001' }]);
    const rows = await db.report('lvgtpupr', untouched);
    const byName = new Map(rows.map((row) => [nameOf(row.sale_id), row]));
    expect([...byName.keys()].sort()).toEqual(['plain1', 'plain2']);
    expect(byName.get('plain1')?.ratio0).toBeCloseTo(440_001 / 440_000, 12);
    expect([byName.get('plain1')?.ratio1, byName.get('plain1')?.excess]).toEqual([null, 1]);
    const analysed = await db.report('lvgtpupr', { ...untouched, analysed_only: true });
    expect(analysed.map((row) => nameOf(row.sale_id))).toEqual(['plain2']);
    const earlier = await db.report('lvgtpupr', { ...untouched, year: 2021, to_date: '2022-12-31' });
    expect(earlier.map((row) => nameOf(row.sale_id)).sort()).toEqual(['plain0', 'plain1', 'plain2']);
    expect(await db.report('lvgtpupr', untouched, ['002'])).toEqual([]);
  });

  it('resales pairs the whole sales of a property, a month or more apart', async () => {
    for (const p of [40, 41, 42]) await put(db, 'property', [property(p)]);
    const sold = async (property_id: number, contract_date: string, purchase_price: number, more: Row = {}) =>
      (await put(db, 'sale', [sale(property_id, { contract_date, purchase_price, ...more })]))[0];
    const a = await sold(40, '2019-01-10', 300_000, { nature: 'V' });
    await sold(40, '2020-01-10', 90_000, { interest_pct: 50 });
    await sold(40, '2020-02-10', 700_000, { multi_property: true, dealing_size: 2 });
    const b = await sold(40, '2022-08-01', 450_000, { nature: 'R' });
    await sold(40, '2022-08-20', 460_000, { nature: 'R' });
    const d = await sold(40, '2023-03-01', 500_000, { nature: 'R' });
    await sold(41, '2020-05-01', 100_000, { strata_lot: '1' });
    await sold(41, '2022-10-01', 300_000, { strata_lot: '2' });
    await sold(42, '2010-05-01', 100_000);
    await sold(42, '2021-10-01', 300_000);
    const rows = await db.report('resales', { ...untouched, districts: ['001'] });
    const pairs = rows.filter((row) => row.property_id !== 20);
    const c = Number(pairs.find((row) => row.second_sale_id === d)?.first_sale_id);
    expect(pairs.map((row) => [row.first_sale_id, row.second_sale_id])).toEqual([
      [a, b],
      [c, d],
    ]);
    const [first] = pairs;
    const months = (Date.parse('2022-08-01') - Date.parse('2019-01-10')) / 86_400_000 / 30.4375;
    expect(first?.months).toBeCloseTo(months, 10);
    expect(first?.total_change).toBeCloseTo(0.5, 12);
    expect(first?.monthly_change).toBeCloseTo(1.5 ** (1 / months) - 1, 12);
    expect([first?.improved_change, pairs[1]?.improved_change]).toEqual([true, false]);
    expect(await db.report('resales', untouched, ['002'])).toEqual([]);
  });
});
