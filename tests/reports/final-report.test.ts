// What the final report says beside other reports, small enough to count by hand. Base year 2022 is in force.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putBaseYear, putPlaces, sale, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;
const first: Row = { ...untouched, districts: ['001'] };

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await putBaseYear(db, 2022);
  await put(
    db,
    'property',
    [1, 2, 3, 4].map((id) => property(id)),
  );
  await put(db, 'property', [property(9, { district_code: '002' })]);
});
afterAll(() => db?.close());

const numbers = (row: Row | undefined, names: readonly string[]) =>
  names.map((name) => (row?.[name] === null ? null : Number(row?.[name])));

describe('the added value of improvements', () => {
  it('is that of the lines of analysed sales in standard, by type and unit', async () => {
    const analysed = async (property_id: number, more: Row = {}) => {
      const [sale_id] = await put(db, 'sale', [sale(property_id, { confirmed: true })]);
      const [id] = await put(db, 'analysis', [
        {
          sale_id,
          property_id,
          district_code: '001',
          zone_code: 'R2',
          component_code: 'AAB',
          contract_date: '2022-08-15',
          purchase_price: 500_000,
          suitability: 'IN',
          ...more,
        },
      ]);
      return id;
    };
    const [one, two, unfit] = [
      await analysed(1),
      await analysed(2),
      await analysed(3, { suitability: 'NO' }),
    ];
    const line = (
      analysis_id: number | undefined,
      type: string,
      unit: string,
      rate: number | null,
      more: Row,
    ) => ({
      analysis_id,
      type,
      unit,
      rate,
      ...more,
    });
    for (const row of [
      line(one, 'MA', 'm²', 1_000, { quantity: 100 }),
      line(one, 'MA', 'm²', 1_400, { quantity: 10 }),
      line(two, 'MA', 'm²', 1_100, { quantity: 50 }),
      line(two, 'SH', 'item', null, { value: 9_000 }),
      line(unfit, 'MA', 'm²', 9_999, { quantity: 1 }),
    ])
      await put(db, 'analysis_improvement', [row]);
    const rows = await db.report('distfinal.improvements', first);
    const names = ['analysis_n', 'rate_n', 'line_rate', 'lowest_rate', 'highest_rate', 'added_total'];
    expect(rows).toHaveLength(2);
    // 1,000, 1,100 and 1,400: 1,100 in the middle; 100,000 + 14,000 + 55,000.
    expect(
      numbers(
        rows.find(({ type }) => type === 'MA'),
        names,
      ),
    ).toEqual([2, 3, 1_100, 1_000, 1_400, 169_000]);
    expect(
      numbers(
        rows.find(({ type }) => type === 'SH'),
        names,
      ),
    ).toEqual([1, 0, null, null, null, 9_000]);
    expect(await db.report('distfinal.improvements', { ...first, districts: ['002'] })).toEqual([]);
  });
});

describe('values verified one by one', () => {
  it('are properties with a verification of the new base date, by their risk then and how', async () => {
    const verified = (property_id: number, more: Row = {}) => ({
      property_id,
      base_date: '2023-07-01',
      verification_type: 'INSPECTD',
      verified_on: '2023-03-01',
      risk_rating: '1-BENCHMRK',
      ...more,
    });
    await put(db, 'verification', [
      verified(1),
      verified(2),
      verified(3, { verification_type: 'DESKTOP' }),
      verified(4, { base_date: '2022-07-01' }),
      verified(9),
    ]);
    const rows = await db.report('distfinal.verified', first);
    expect(rows.map((row) => `${row.risk_rating} ${row.verification_type} ${row.verified_n}`).sort()).toEqual(
      ['1-BENCHMRK DESKTOP 1', '1-BENCHMRK INSPECTD 2'],
    );
  });
});

describe('quality assurance', () => {
  it('counts what each test measured, what failed, and what of it a note explains', async () => {
    const measured = (key: string, failed: boolean, more: Row = {}) => ({
      district_code: '001',
      base_date: '2023-07-01',
      test: 303,
      key,
      measured: 88,
      failed,
      ...more,
    });
    await put(db, 'audit_result', [
      measured('R2', true),
      measured('R3', true),
      measured('RU2', false),
      measured('R2', true, { base_date: '2022-07-01' }),
      measured('R2', true, { district_code: '002' }),
    ]);
    const note = { district_code: '001', base_date: '2023-07-01', test: 303, text: 'Few sales.' };
    await put(db, 'audit_note', [
      { ...note, key: 'R2' },
      { ...note, key: 'RU2' },
    ]);
    const rows = await db.report('distfinal.audits', first);
    expect(rows).toHaveLength(1);
    expect(numbers(rows[0], ['test_no', 'measured_n', 'failed_n', 'explained_n'])).toEqual([303, 3, 2, 1]);
  });
});

describe('values amended on objection', () => {
  it('are added up before and after, of those that were decided with a value', async () => {
    const objection = (property_id: number, outcome: string, before: number, after: number | null) => ({
      property_id,
      base_date: '2022-07-01',
      outcome,
      lv_before: before,
      lv_after: after,
    });
    await put(db, 'objection', [
      objection(1, 'ALLOWED', 400_000, 360_000),
      objection(2, 'ALLOWED', 600_000, 540_000),
      objection(3, 'ALLOWED', 100_000, null),
      objection(4, 'DISALLOWED', 200_000, 200_000),
      objection(9, 'ALLOWED', 900_000, 1),
    ]);
    const rows = await db.report('distfinal.objections', first);
    const names = ['objection_n', 'sum_before', 'sum_after', 'sum_change'];
    // 900 of 1,000 thousand; what has no value yet is counted alone.
    expect(
      numbers(
        rows.find(({ outcome }) => outcome === 'ALLOWED'),
        names,
      ),
    ).toEqual([3, 1_000_000, 900_000, -0.1]);
    expect(
      numbers(
        rows.find(({ outcome }) => outcome === 'DISALLOWED'),
        names,
      ),
    ).toEqual([1, 200_000, 200_000, 0]);
    expect(rows).toHaveLength(2);
  });
});
