// Section 28 groups, small enough to count by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { property, put, putPlaces, untouched } from './fixture.ts';
import { openReports, type Reports, type Row } from './support.ts';

interface Member {
  readonly id: number;
  readonly weight: number | null;
  readonly v1?: number;
  readonly method?: string;
}

let db: Reports;
const groups = new Map<string, number>();

async function group(
  name: string,
  district_code: string,
  base_date: string,
  value: number,
  members: readonly Member[],
  lines: readonly (readonly [qty: number, rate: number])[],
): Promise<void> {
  const [id = 0] = await put(db, 's28_group', [{ name, district_code, base_date, value }]);
  groups.set(name, id);
  await put(
    db,
    's28_member',
    members.map((one) => ({ group_id: id, property_id: one.id, weight: one.weight })),
  );
  await put(
    db,
    's28_line',
    lines.map(([qty, rate], i) => ({
      group_id: id,
      seq: i + 1,
      description: `Line ${i + 1}`,
      qty,
      unit: 'm²',
      rate,
    })),
  );
}

const value = (property_id: number, land_value: number, district_code: string, method = 'H'): Row => ({
  property_id,
  base_date: '2023-07-01',
  land_value,
  district_code,
  method,
});

beforeAll(async () => {
  db = await openReports();
  await putPlaces(db);
  await put(db, 'property', [
    ...[11, 12, 13, 21, 22, 23, 41].map((id) => property(id)),
    property(31, { district_code: '002' }),
    property(32, { district_code: '002', zone_code: 'RU2' }),
    property(33, { district_code: '002', status: 'X' }),
  ]);
  await put(db, 'property_value', [
    ...(
      [
        [11, 600_000],
        [12, 400_000],
        [13, 250_000],
        [21, 334_000],
        [22, 333_000],
        [23, 333_000],
        [41, 1_240_000],
      ] as const
    ).map(([id, v1]) => value(id, v1, '001')),
    value(31, 300_000, '002', 'F'),
    value(32, 190_000, '002'),
  ]);
  const works = [
    { id: 11, weight: 1200 },
    { id: 12, weight: 800 },
    { id: 13, weight: 500 },
  ];
  await group('Works', '001', '2022-07-01', 1_000_000, works, []);
  await group('Works', '001', '2023-07-01', 1_250_000, works, [
    [500, 2_000],
    [100, 2_500],
  ]);
  await group(
    'Thirds',
    '001',
    '2023-07-01',
    1_000_000,
    [23, 22, 21].map((id) => ({ id, weight: 1 })),
    [[1, 1_000_000]],
  );
  await group('Rounded', '001', '2023-07-01', 1_240_000, [{ id: 41, weight: 3 }], [[1, 1_237_412]]);
  await group('Twice', '001', '2023-07-01', 600_000, [{ id: 11, weight: 1 }], [[1, 600_000]]);
  await group(
    'Wrong',
    '002',
    '2023-07-01',
    500_000,
    [
      { id: 31, weight: 2 },
      { id: 32, weight: 0 },
      { id: 33, weight: null },
    ],
    [],
  );
  await group('Gone', '001', '2022-07-01', 90_000, [], []);
});
afterAll(() => db?.close());

const listed = (name: string, districts: readonly string[] = ['001', '002']) =>
  db.report(name, { ...untouched, districts });

describe('section 28 groups', () => {
  it('stand with their value before and under work', async () => {
    const rows = (await listed('sec28groups')).map((row) => [
      row.group_name,
      row.members,
      Number(row.group_v0),
      Number(row.group_v1),
      row.group_change === null ? null : Number(row.group_change),
    ]);
    expect(rows.sort()).toEqual([
      ['Gone', 0, 90_000, 0, null],
      ['Rounded', 1, 0, 1_240_000, null],
      ['Thirds', 3, 0, 1_000_000, null],
      ['Twice', 1, 0, 600_000, null],
      ['Works', 3, 1_000_000, 1_250_000, 0.25],
      ['Wrong', 3, 0, 500_000, null],
    ]);
    expect((await listed('sec28groups', ['002'])).map((row) => row.group_name)).toEqual(['Wrong']);
  });

  it('are found by their lines, each worth quantity × rate', async () => {
    const rows = await listed('sec28calclines');
    expect(rows.map((row) => [row.group_name, row.line_description, Number(row.line_value)]).sort()).toEqual([
      ['Rounded', 'Line 1', 1_237_412],
      ['Thirds', 'Line 1', 1_000_000],
      ['Twice', 'Line 1', 600_000],
      ['Works', 'Line 1', 1_000_000],
      ['Works', 'Line 2', 250_000],
    ]);
  });

  it('are shared by weight: the largest, of equals the lowest PID, takes what rounding leaves', async () => {
    const rows = await listed('sec28calclines.shares');
    const parts = (name: string) =>
      rows
        .filter((row) => row.group_name === name)
        .map((row) => [row.property_id, row.member_value === null ? null : Number(row.member_value)])
        .sort();
    expect(parts('Works')).toEqual([
      [11, 600_000],
      [12, 400_000],
      [13, 250_000],
    ]);
    expect(parts('Thirds')).toEqual([
      [21, 334_000],
      [22, 333_000],
      [23, 333_000],
    ]);
    expect(
      rows
        .filter((row) => row.group_name === 'Works')
        .map((row) => Number(row.weight_share))
        .sort(),
    ).toEqual([0.2, 0.32, 0.48]);
  });

  it('do not hold together by eight rules, each told of its group or member', async () => {
    const rows = await listed('sec28excepts');
    const found = rows.map((row) =>
      [row.group_name, row.group_rule, row.property_id, row.rule_severity, row.detail].join(' | '),
    );
    expect(found.sort()).toEqual([
      'Twice | E3 | 11 | E | The property is in the group Works of this year too.',
      'Works | E3 | 11 | E | The property is in the group Twice of this year too.',
      'Wrong | E1 |  | E | The members come to $490,000, the group to $500,000.',
      'Wrong | E4 | 31 | E | Its value was made by a factor.',
      'Wrong | E5 |  | W | The members lie in the zones R2, RU2.',
      'Wrong | E6 |  | E | The group has no lines.',
      'Wrong | E7 | 32 | E | Its weight is 0.',
      'Wrong | E7 | 33 | E | Its weight is missing.',
      'Wrong | E8 | 33 | E | The property is not active.',
    ]);
  });

  it('come to the value once lines are rounded, and differ otherwise', async () => {
    await db.owner(`update s28_group set value = 1230000 where name = 'Rounded'`);
    const rows = (await listed('sec28excepts')).filter((row) => row.group_name === 'Rounded');
    expect(rows.map((row) => [row.group_rule, row.detail])).toEqual([
      ['E1', 'The members come to $1,240,000, the group to $1,230,000.'],
      ['E2', 'The lines come to $1,240,000, the group to $1,230,000.'],
    ]);
  });

  it('are those of one year: another year has none', async () => {
    for (const report of ['sec28groups', 'sec28calclines', 'sec28calclines.shares', 'sec28excepts'])
      expect(await db.report(report, { ...untouched, year: 1999 })).toEqual([]);
  });
});
