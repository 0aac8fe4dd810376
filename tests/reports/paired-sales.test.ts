// Pairs of analysed sales and what they are worth, small enough to count by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
const ids = new Map<string, number>();

async function analysed(name: string, more: Row, of: Row = {}): Promise<void> {
  const property_id = 100 + ids.size;
  const district_code = String(more.district_code ?? '001');
  await put(db, 'property', [property(property_id, { district_code })]);
  const [sale_id] = await put(db, 'sale', [sale(property_id, { district_code, ...of })]);
  const [id = 0] = await put(db, 'analysis', [
    {
      sale_id,
      property_id,
      district_code,
      contract_date: '2022-10-01',
      purchase_price: 500_000,
      component_code: 'AAB',
      zone_code: 'R2',
      added_value: 0,
      analysed_lv: 400_000,
      area: 600,
      monthly_pct: 0,
      time_method: 'COMPOUND',
      suitability: 'IN',
      ...more,
    },
  ]);
  ids.set(name, id);
}
const pair = (a: string, b: string, more: Row) =>
  put(db, 'sale_pair', [{ district_code: '001', analysis_a: ids.get(a), analysis_b: ids.get(b), ...more }]);

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
});
afterAll(() => db?.close());

describe('paired sales', () => {
  beforeAll(async () => {
    // Four months at 0.4 % a month lie between them, but for a quarter of a day.
    await analysed('house', {
      purchase_price: 730_000,
      chattels: 10_000,
      monthly_pct: 0.4,
      added_value: 276_000,
    });
    await analysed('vacant', { analysed_lv: 455_000, contract_date: '2023-01-31' });
    await analysed('corner', { analysed_lv: 300_000 });
    await analysed('inside', { analysed_lv: 280_000 });
    await analysed('large house', { purchase_price: 500_000, area: 900, added_value: 50_000 });
    await analysed('half', {
      purchase_price: 365_000,
      interest_pct: 50,
      chattels: 10_000,
      added_value: 276_000,
      contract_date: '2023-01-31',
    });
    await analysed('abroad one', { district_code: '002' });
    await analysed('abroad two', { district_code: '002' });
    await pair('vacant', 'house', { kind: 'VACIMP', item: 'Improvements' });
    await pair('half', 'vacant', { kind: 'VACIMP', item: 'Part interest' });
    await pair('corner', 'inside', { kind: 'FEATURE', item: 'Corner', adjustment: 5_000 });
    await pair('large house', 'inside', { kind: 'VACIMP', item: 'Large' });
    await pair('abroad one', 'abroad two', { kind: 'FEATURE', item: 'Abroad', district_code: '002' });
  });

  const of = async (item: string) => {
    const rows = await db.report('pairedsales', { ...untouched, districts: ['001'] });
    const row = rows.find((one) => one.pair_item === item);
    return (
      row && {
        first: [...ids].find(([, id]) => id === Number(row.a_id))?.[0],
        values: [Number(row.a_value), Number(row.b_value)],
        amount: Number(row.pair_amount),
        share: row.pair_share === null ? null : Number(row.pair_share),
        check: row.check_ratio === null ? null : Number(row.check_ratio),
      }
    );
  };

  it('hold the improved sale, moved to the later date and without its plant, against the vacant one', async () => {
    const moved = 720_000 * 1.004 ** (122 / 30.4375);
    const found = await of('Improvements');
    expect(found).toMatchObject({
      first: 'house',
      values: [Math.round(moved), 455_000],
      amount: Math.round(moved - 455_000),
      share: null,
    });
    expect(found?.check).toBeCloseTo((moved - 455_000) / 276_000, 10);
    // The known answer has four months to the day: 731,589 − 455,000 = 276,589.
    const [four] = await db.owner(
      `select round(moved_value(720000, 'COMPOUND', 0.004, 4)) - 455000 as amount`,
    );
    expect(Number(four?.amount)).toBe(276_589);
  });

  it('bring the price of a part to the whole before its plant is taken off', async () => {
    expect(await of('Part interest')).toMatchObject({
      first: 'half',
      values: [720_000, 455_000],
      amount: 265_000,
    });
  });

  it('take the typed adjustment off what a feature is worth, of the second’s land value', async () => {
    expect(await of('Corner')).toEqual({
      first: 'corner',
      values: [300_000, 280_000],
      amount: 15_000,
      share: 15_000 / 280_000,
      check: null,
    });
  });

  it('bring the vacant land value to the area of the improved sale where these differ by more than a tenth', async () => {
    expect(await of('Large')).toEqual({
      first: 'large house',
      values: [500_000, 420_000],
      amount: 80_000,
      share: null,
      check: 1.6,
    });
  });

  it('move what has no method and no change of its own as the office does, by that of its component', async () => {
    await analysed('of its component', { analysed_lv: 300_000, monthly_pct: null, time_method: null });
    await analysed('later', { analysed_lv: 280_000, contract_date: '2023-01-31' });
    await pair('of its component', 'later', { kind: 'FEATURE', item: 'Moved' });
    const day = await db.owner('select lt_base_date()::text as base_date');
    await put(db, 'component_year', [
      { district_code: '001', component_code: 'AAB', base_date: day[0]?.base_date ?? null, monthly_pct: 0.5 },
    ]);
    const moved = async (method: string) => {
      await db.owner(`update setting set text = $1 where key = 'time.method'`, [method]);
      return (await of('Moved'))?.values[0];
    };
    expect(await moved('compound')).toBe(Math.round(300_000 * 1.005 ** (122 / 30.4375)));
    expect(await moved('linear')).toBe(Math.round(300_000 * (1 + (0.005 * 122) / 30.4375)));
  });

  it('are told by what they differ in, each with the middle of what its pairs are worth', async () => {
    await analysed('second corner', { analysed_lv: 350_000 });
    await analysed('third corner', { analysed_lv: 270_000 });
    await pair('second corner', 'inside', { kind: 'FEATURE', item: 'Corner' });
    await pair('third corner', 'inside', { kind: 'FEATURE', item: 'Corner' });
    const rows = await db.report('pairedsales.worth', { ...untouched, districts: ['001'] });
    expect(rows.find((row) => row.pair_item === 'Corner')).toEqual({
      pair_kind: 'FEATURE',
      pair_item: 'Corner',
      pairs_n: 3,
      pairs_below: 1,
      middle_worth: 15_000,
      middle_share: 15_000 / 280_000,
      middle_check: null,
    });
    expect(rows.find((row) => row.pair_item === 'Large')).toMatchObject({
      pairs_n: 1,
      pairs_below: 0,
      middle_worth: 80_000,
      middle_share: null,
      middle_check: 1.6,
    });
    expect(rows.map((row) => row.pair_item)).not.toContain('Abroad');
  });

  it('are those of the districts that are asked for', async () => {
    expect(await of('Abroad')).toBeUndefined();
    expect(await db.report('pairedsales', { ...untouched, districts: ['005'] })).toEqual([]);
  });
});

describe('candidates for pairs', () => {
  beforeAll(async () => {
    for (const table of ['sale_pair', 'analysis', 'sale']) await db.owner(`delete from ${table}`);
    await analysed('improved', { added_value: 90_000 }, { nature: 'R' });
    await analysed('ten days later', { contract_date: '2022-10-11' }, { nature: 'V' });
    await analysed('a little larger', { area: 610 }, { nature: 'V' });
    await analysed('ten months later', { area: 590, contract_date: '2023-07-28' }, { nature: 'V' });
    await analysed('nearly a tenth larger', { area: 655, contract_date: '2023-01-09' }, { nature: 'V' });
    await analysed('too large', { area: 700 }, { nature: 'V' });
    await analysed('strata', {}, { nature: 'V', strata_lot: '4' });
    await analysed('of another component', { component_code: 'RAB' }, { nature: 'V' });
    await analysed('improved by nothing', {}, { nature: 'R' });
    await analysed('before the window', { contract_date: '2022-06-30' }, { nature: 'V' });
  });

  const names = async () =>
    (await db.report('pairedsales.candidates', { ...untouched, districts: ['001'] })).map((row) =>
      [row.improved_id, row.vacant_id]
        .map((id) => [...ids].find(([, known]) => known === Number(id))?.[0])
        .join(' / '),
    );

  it('are the three nearest vacant sales of each improved one, by area and time', async () => {
    expect((await names()).sort()).toEqual([
      'improved / a little larger',
      'improved / ten days later',
      'improved / ten months later',
    ]);
  });

  it('are none that are paired already', async () => {
    await pair('ten days later', 'improved', { kind: 'VACIMP', item: 'Improvements' });
    expect(await names()).not.toContain('improved / ten days later');
  });
});
