// What the public is told of land values. Base year 2022: V0 at 1 July 2022, V1 a year later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

let db: Reports;

/** Thousands of V0 and V1 by type. */
const pairs: { readonly [type: string]: readonly (readonly [v0: number | null, v1: number])[] } = {
  // 1,550 of 1,500; changes of 10, 5, 10, 5 and −4 %.
  RES: [
    [100, 110],
    [200, 210],
    [300, 330],
    [400, 420],
    [500, 480],
    // Without a pair.
    [null, 900],
    [900, 0],
  ],
  COM: Array(5).fill([100, 88]),
  // One too few for a sentence.
  IND: Array(4).fill([100, 150]),
  RUR: Array(5).fill([100, 100]),
  // 2 % are steady still.
  OTH: Array(5).fill([100, 102]),
  none: [[100, 100]],
};

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  let id = 10;
  for (const [type, values] of Object.entries(pairs))
    for (const [v0, v1] of values) {
      await put(db, 'property', [property(++id, { benchmark_property_type: type === 'none' ? null : type })]);
      const of = (year: number, thousands: number | null) =>
        thousands === null
          ? []
          : [{ property_id: id, base_date: `${year}-07-01`, land_value: 1_000 * thousands }];
      await put(db, 'property_value', [...of(2022, v0), ...of(2023, v1)]);
    }
  await put(db, 'property', [property(99, { status: 'X', benchmark_property_type: 'RES' })]);
  await put(db, 'property_value', [
    { property_id: 99, base_date: '2022-07-01', land_value: 1 },
    { property_id: 99, base_date: '2023-07-01', land_value: 9 },
  ]);
});
afterAll(() => db?.close());

const listed = (params: Row = {}, name = 'mediarel') =>
  db.report(name, { ...untouched, districts: ['001'], ...params });
const number = (given: unknown) => Math.round(Number(given) * 10_000) / 10_000;
const columns = [
  ...['paired_n', 'sum_v0', 'sum_v1', 'paired_change', 'movement'],
  ...['middle_v0', 'middle_v1', 'middle_change', 'typical_change'],
];
const told = (row: Row) => columns.map((id) => number(row[id]));

describe('the media release', () => {
  it('has the movement of each type, of properties with both values', async () => {
    const rows = new Map((await listed()).map((row) => [row.property_class, told(row)]));
    expect(Object.fromEntries(rows)).toEqual({
      // 50 of 1,500 is 3.33 %, slight; the medians are 300 and 330, and 5 % is in the middle of the changes.
      RES: [5, 1_500_000, 1_550_000, 0.0333, 1, 300_000, 330_000, 0.1, 0.05],
      COM: [5, 500_000, 440_000, -0.12, -3, 100_000, 88_000, -0.12, -0.12],
      IND: [4, 400_000, 600_000, 0.5, 5, 100_000, 150_000, 0.5, 0.5],
      RUR: [5, 500_000, 500_000, 0, 0, 100_000, 100_000, 0, 0],
      OTH: [5, 500_000, 510_000, 0.02, 0, 100_000, 102_000, 0.02, 0.02],
      '': [1, 100_000, 100_000, 0, 0, 100_000, 100_000, 0, 0],
    });
    // 3,700 of 3,500; of 25 properties the 13th has 100 and 102, and of the changes 2 %.
    const [whole = {}] = await listed({}, 'mediarel.total');
    expect(told(whole)).toEqual([
      ...[25, 3_500_000, 3_700_000, number(200 / 3_500), 2],
      ...[100_000, 102_000, 0.02, 0.02],
    ]);
  });

  const sentences = async (params: Row = {}) =>
    Object.fromEntries((await listed(params)).map((row) => [row.property_class, row.sentence]));

  it('makes a sentence of each type, but for few properties and none for those without a type', async () => {
    expect(await sentences()).toEqual({
      RES: 'Overall, residential land values rose by 3.3 %. A typical land value rose by 5.0 %.',
      COM: 'Overall, commercial land values fell by 12.0 %. A typical land value fell by 12.0 %.',
      IND: null,
      RUR: 'Overall, rural land values were steady: they did not change. A typical land value did not change.',
      OTH: 'Overall, other land values were steady: they rose by 2.0 %. A typical land value rose by 2.0 %.',
      '': null,
    });
  });

  it('says what was written for the district and the date instead, and for no other', async () => {
    const text = (of: Row) => ({
      report: 'mediarel',
      district_code: '001',
      base_date: '2023-07-01',
      section: 'SENTENCE',
      text: JSON.stringify({ blocks: [{ type: 'p', text: 'Homes cost more.' }] }),
      ...of,
    });
    await put(db, 'report_text', [
      text({ part: 'RES', status: 'REVIEW' }),
      // Written of four industrial properties; begun and empty; of another year, another district and another report.
      text({ part: 'IND' }),
      text({ part: 'COM', text: null }),
      text({ part: 'RUR', base_date: '2022-07-01' }),
      text({ part: 'OTH', district_code: '002' }),
      text({ part: 'RUR', report: 'distfinal', section: 'MARKET' }),
    ]);
    const rows = await listed();
    const written = rows.filter((row) => row.status !== null);
    expect(written.map((row) => [row.property_class, row.sentence, row.status]).sort()).toEqual([
      ['IND', 'Homes cost more.', 'DRAFT'],
      ['RES', 'Homes cost more.', 'REVIEW'],
    ]);
    // Of several districts nothing is written.
    expect((await sentences({ districts: ['001', '002'] })).RES).toContain('rose by 3.3 %');
    await db.owner('delete from report_text');
  });

  it('keeps to types, zones and districts, and has no row where there is nothing', async () => {
    expect(Object.keys(await sentences({ benchmark_types: ['COM'] }))).toEqual(['COM']);
    expect(await listed({ zones: ['RU2'] })).toEqual([]);
    expect(await listed({ districts: ['002'] })).toEqual([]);
    const [whole = {}] = await listed({ districts: ['002'] }, 'mediarel.total');
    expect(whole).toMatchObject({ paired_n: 0, paired_change: null, movement: null, typical_change: null });
  });
});
