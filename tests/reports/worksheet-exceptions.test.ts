// Worksheets beside their properties, each rule with what it finds and what it leaves. Base year 2022: V1 at 1 July 2023.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

interface Sheet {
  readonly year?: number;
  readonly stage?: string;
  readonly adopted?: number | null;
  /** Quantity and unit of the main lines, at $100 each. */
  readonly main?: readonly (readonly [qty: number, unit: string])[];
  readonly other?: number;
  readonly without_main?: boolean;
  readonly exported_on?: string;
  readonly saved?: string;
}

async function sheetOf(property_id: number, sheet: Sheet): Promise<void> {
  const {
    year = 2023,
    stage = 'DONE',
    adopted = 100_000,
    main = [[1_000, 'M']],
    other,
    without_main = false,
  } = sheet;
  const [worksheet_id] = await put(db, 'worksheet', [
    {
      property_id,
      district_code: '001',
      base_date: `${year}-07-01`,
      stage,
      adopted_value: adopted,
      without_main,
    },
  ]);
  for (const [qty, unit] of main)
    await put(db, 'worksheet_line', [
      { worksheet_id, part: 'MAIN', description: 'Land', qty, unit, rate: 100 },
    ]);
  if (other !== undefined)
    await put(db, 'worksheet_line', [
      { worksheet_id, part: 'OTHER', description: 'Fill', qty: other, unit: 'EA', rate: 100 },
    ]);
  await db.owner(`update worksheet set exported_on = $2, updated_at = $3 where id = $1`, [
    worksheet_id,
    sheet.exported_on ?? null,
    sheet.saved ?? '2024-03-25 12:00+11',
  ]);
}

/** A property of 1,000 m² and risk 3 with V1 = $100,000. */
async function lot(id: number, more: Row = {}, v1: number | null = 100_000, sheet?: Sheet): Promise<void> {
  await put(db, 'property', [property(id, { area: 1_000, risk_rating: '3-RESIDENT', ...more })]);
  if (v1 !== null)
    await put(db, 'property_value', [
      { property_id: id, district_code: '001', base_date: '2023-07-01', land_value: v1 },
    ]);
  if (sheet) await sheetOf(id, sheet);
}

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  // The trigger that notes when a record was saved would note now.
  await db.owner('alter table worksheet disable trigger user');
  // In order: adopted as it stands; its total, 1,000 × 100 = 100,000; the total without the main lines.
  await lot(1, {}, 100_000, {});
  await lot(2, {}, 100_000, { adopted: null });
  await lot(3, {}, 5_000, { adopted: null, without_main: true, other: 50, main: [[100, 'M']] });
  // W2: adopted, total and without lines differ; no value at all. Not finished, or of another year: nothing.
  await lot(11, {}, 99_000, {});
  await lot(12, {}, 99_000, { adopted: null });
  await lot(13, {}, 100_000, { adopted: null, main: [] });
  await lot(14, {}, null, {});
  await lot(15, {}, 99_000, { stage: 'REVIEW' });
  await lot(16, {}, 99_000, { year: 2022 });
  await lot(17, { status: 'X' }, 99_000, {});
  // W3: others were exported on 25 March 2024. Saved on the day, and a minute into the next in Sydney.
  await lot(21, {}, 100_000, { exported_on: '2024-03-25', saved: '2024-03-20 12:00+11' });
  await lot(22, {}, 100_000, { saved: '2024-03-25 23:59+11' });
  await lot(23, {}, 100_000, { saved: '2024-03-26 00:01+11' });
  await lot(24, {}, 100_000, { saved: '2024-03-20 12:00+11', stage: 'DRAFT' });
  // W4: 3 % less; 2 % just in; of 300 m² 3 % that are 9 m²; 0.05 ha and 500 m² are all of it, metres of frontage no land.
  await lot(31, {}, 100_000, { main: [[970, 'M']] });
  await lot(32, {}, 100_000, { main: [[980, 'M']] });
  await lot(33, { area: 300 }, 100_000, { main: [[291, 'M']] });
  await lot(34, {}, 100_000, {
    main: [
      [0.05, 'H'],
      [500, 'M'],
      [70, 'LM'],
    ],
  });
  await lot(35, {}, 100_000, { main: [[1_100, 'M']] });
  // No area to hold it against, no land in its lines, a strata lot.
  await lot(36, { area: null }, 100_000, { main: [[970, 'M']] });
  await lot(37, {}, 100_000, { main: [[1, 'EA']] });
  await lot(38, { strata_plan: 'SP1' }, 100_000, { main: [[970, 'M']] });
  // W1: risk 1 and 2 without one of V1's year; with one of V0's, and of two years before; with one in work; risk 3 and none.
  await lot(41, { risk_rating: '1-BENCHMRK' });
  await lot(42, { risk_rating: '2-COMMERCE' }, 100_000, { year: 2022 });
  await lot(43, { risk_rating: '1-OBJECT' }, 100_000, { year: 2021 });
  await lot(44, { risk_rating: '1-OBJECT' }, 100_000, { stage: 'DRAFT' });
  await lot(45, { risk_rating: null });
  await lot(46, { risk_rating: '1-OBJECT', status: 'X' });
});
afterAll(() => db?.close());

const listed = (name: string, params: Row = {}) => db.report(name, { ...untouched, ...params });

describe('worksheet exceptions', () => {
  const found = async (params: Row = {}) =>
    (await listed('wsexcept', params))
      .map((row) => `${row.property_id} ${row.sheet_rule} ${row.detail}`)
      .sort();
  // What is not exported is not looked at here: every worksheet was last saved on the day of the export.
  const but = async (rule: string) => (await found()).filter((row) => row.includes(` ${rule} `));

  it('are finished worksheets that come to another value than V1', async () => {
    expect(await but('W2')).toEqual([
      '11 W2 The worksheet comes to $100,000, the value is $99,000.',
      '12 W2 The worksheet comes to $100,000, the value is $99,000.',
      '13 W2 The worksheet comes to $0, the value is $100,000.',
      '14 W2 The worksheet comes to $100,000, the value is missing.',
    ]);
  });

  it('are finished ones that were left behind when others of the year were exported', async () => {
    const rows = await but('W3');
    expect(rows).toContain('22 W3 Others of the district were exported on 25-Mar-2024.');
    for (const id of [21, 23, 24, 15, 16, 17])
      expect(rows.filter((row) => row.startsWith(`${id} `))).toEqual([]);
    await db.owner('update worksheet set exported_on = null');
    const none = await but('W3');
    await db.owner(`update worksheet set exported_on = '2024-03-25' where property_id = 21`);
    expect(none).toEqual([]);
  });

  it('are those whose land is not the area of the property', async () => {
    expect(await but('W4')).toEqual([
      '31 W4 The main lines take 970.0 m², the property has 1,000.0 m².',
      '35 W4 The main lines take 1,100.0 m², the property has 1,000.0 m².',
    ]);
    await db.owner(`update setting set number = 9.5 where key = 'area.tolerance.share'`);
    const most = await but('W4');
    await db.owner(`update setting set number = null where key = 'area.tolerance.share'`);
    expect(most).toHaveLength(1);
  });

  it('are told apart where a property of risk 1 or 2 has no worksheet of the year', async () => {
    const without = async (params: Row = {}) =>
      (await listed('wsexcept.without', params))
        .map((row) => [Number(row.property_id), row.sheet_stage])
        .sort();
    expect(await without()).toEqual([
      [41, null],
      [42, 'DONE'],
      [43, 'DONE'],
    ]);
    expect(await without({ either_date: true })).toEqual([
      [41, null],
      [43, 'DONE'],
    ]);
    expect(await without({ zones: ['RU2'] })).toEqual([]);
  });

  it('keep to zones, components, valuers, types and districts', async () => {
    for (const none of [
      { zones: ['RU2'] },
      { components: ['RAB'] },
      { valuers: ['1'] },
      { types: ['RUR'] },
      { districts: ['002'] },
    ]) {
      expect(await found(none)).toEqual([]);
      expect(await listed('wsexcept.without', none)).toEqual([]);
    }
  });
});
