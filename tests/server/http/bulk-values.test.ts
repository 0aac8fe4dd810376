// The Valuer General's bulk file of land values: received always, the property's where it has none or the options say so.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseClient } from '#server/database/client.ts';
import { everybody } from '#tests/support/database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile } from '#tests/support/sent-file.ts';
import { zipOf } from '../import/zip-of.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  for (const [name, districts] of [
    ['ada', ['001', '002']],
    ['abe', ['001']],
  ] as const) {
    await server.addUser(name, 'administrator', districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
beforeEach(() =>
  sql(`delete from property_value; delete from received_land_value; delete from value_import; delete from import_log; delete from property; delete from import_file;
    delete from district_year;
    insert into property (id, district_code, status, zone_code, area) values (11, '001', 'A', 'R2', 650.5), (12, '001', 'A', 'B1', 900),
      (13, '001', 'X', 'R2', 10), (21, '002', 'A', 'R2', 500);
    insert into property_value (property_id, base_date, land_value, method, handcrafted) values
      (11, '2024-07-01', 298000, 'F', false), (12, '2025-07-01', 500000, 'F', false), (12, '2024-07-01', 480000, 'H', true)`),
);

const five = [1, 2, 3, 4, 5];
const heading = `DISTRICT CODE,DISTRICT NAME,PROPERTY ID,PROPERTY TYPE,PROPERTY NAME,UNIT NUMBER,HOUSE NUMBER,STREET NAME,SUBURB NAME,POSTCODE,PROPERTY DESCRIPTION,ZONE CODE,AREA,AREA TYPE,${five
  .map((n) => `BASE DATE ${n},LAND VALUE ${n},AUTHORITY ${n},BASIS ${n}`)
  .join(',')},`;
type Held = readonly [day: string, value: number | string];
const line = (district: string, pid: number | string, held: readonly Held[], area = '650.5,M', zone = 'R2') =>
  `${district},CESSNOCK,${pid},NORMAL,,,12A,"WOLLOMBI RD",CESSNOCK,2325,7/DP755247,${zone},${area},${five
    .map((n) => {
      const one = held[n - 1];
      return one ? `${one[0]},${one[1]},14A,6A(1)` : ',,,';
    })
    .join(',')},`;
const csv = (...lines: string[]) => [heading, ...lines, ''].join('\r\n');
const eleven = line('001', 11, [
  ['01/07/2025', 310000],
  ['01/07/2024', 298000],
  ['01/07/2023', 275000],
]);
const twelve = line(
  '001',
  12,
  [
    ['01/07/2025', 520000],
    ['01/07/2024', 490000],
  ],
  '0.12,H',
);

const send = async (name: string, content: Buffer | string, query = '', by = 'ada') => {
  const { kind, result } = await sendFile(server, tokens[by], name, content, query);
  return { kind, job: result };
};
const fates = async () =>
  (
    await rows(
      `select line_no, action, item_id, field, old_value, new_value, message from import_log order by file_id, id`,
    )
  ).map((row) => Object.values(row));
const values = async () =>
  (
    await rows(`select property_id, extract(year from base_date)::integer as year, land_value::integer, method, authority_code, version
      from property_value order by 1, 2`)
  ).map((row) => Object.values(row));
const received = async () => (await rows('select count(*)::integer as n from value_import'))[0]?.n;
const undo = (id: number) => server.call('PUT', `/imports/files/${id}/undo`, { token: tokens.ada ?? null });

const before = [
  [11, 2024, 298000, 'F', null, 1],
  [12, 2024, 480000, 'H', null, 1],
  [12, 2025, 500000, 'F', null, 1],
];

describe('property data and values', () => {
  it('are received always, and become values only where the property has none', async () => {
    const { kind, job } = await send(
      '001_LAND_VALUE.csv',
      csv(eleven, twelve, line('001', 99, [['01/07/2025', 1]])),
    );
    expect(kind).toBe('bulk_values');
    expect(job).toMatchObject({ fails: 0, counts: { read: 3, new: 1, changed: 0, same: 0, conflict: 1 } });
    expect(await received()).toBe(5);
    expect(await values()).toEqual([
      [11, 2023, 275000, 'I', '14A', 1],
      [11, 2024, 298000, 'F', null, 1],
      [11, 2025, 310000, 'I', '14A', 1],
      [12, 2024, 480000, 'H', null, 1],
      [12, 2025, 500000, 'F', null, 1],
    ]);
    const stays = (year: number) => `At 1-Jul-${year}. What the file says was received, not written.`;
    expect(await fates()).toEqual([
      [2, 'new', 11, null, null, null, null],
      [
        3,
        'conflict',
        12,
        null,
        null,
        null,
        'The file has zone R2, the property B1. The file has an area of 0.12 H, the property 900 M.',
      ],
      [3, 'conflict', 12, 'land_value', '500000', '520000', stays(2025)],
      [3, 'conflict', 12, 'land_value', '480000', '490000', stays(2024)],
      [4, 'skipped', null, null, null, null, 'The office does not have property 99. Nothing was taken.'],
    ]);
    const [told] = await rows(
      "select notify_detail as d from notification where notify_type = 'IMPTDONE' order by id desc limit 1",
    );
    expect(told?.d).toMatchObject({ files: ['001_LAND_VALUE.csv'], fails: [], item_type: 'PR' });
  });

  it('write over other values where that is asked, but not over one by hand, and go back exactly', async () => {
    const { job } = await send('a.csv', csv(eleven, twelve), '&unconfirmed=true');
    expect(job.counts).toMatchObject({ read: 2, new: 1, conflict: 1 });
    expect(await values()).toEqual([
      [11, 2023, 275000, 'I', '14A', 1],
      [11, 2024, 298000, 'F', null, 1],
      [11, 2025, 310000, 'I', '14A', 1],
      [12, 2024, 480000, 'H', null, 1],
      [12, 2025, 520000, 'I', '14A', 2],
    ]);
    expect((await undo(job.fileIds[0])).json).toMatchObject({ removed: 3 });
    expect((await values()).map((row) => row.slice(0, 5))).toEqual(before.map((row) => row.slice(0, 5)));
    expect(await received()).toBe(0);
  });

  it('leave a value that somebody changed since, and say so', async () => {
    const { job } = await send('a.csv', csv(eleven));
    await sql(
      `update property_value set land_value = 311000, version = version + 1 where property_id = 11 and base_date = '2025-07-01'`,
    );
    expect((await undo(job.fileIds[0])).json).toMatchObject({ removed: 1 });
    expect((await values()).filter(([pid]) => pid === 11).map((row) => row.slice(0, 3))).toEqual([
      [11, 2024, 298000],
      [11, 2025, 311000],
    ]);
    expect((await fates()).at(-1)?.at(-1)).toBe(
      'Undone, but the value at 1-Jul-2025 stays: it was changed since.',
    );
  });

  it('make properties out of contract where that is asked, and take them away again', async () => {
    const unknown = line('001', 99, [['01/07/2025', 120000]]);
    const { job } = await send('a.csv', csv(unknown), '&out_of_contract=true');
    expect(job.counts).toMatchObject({ read: 1, new: 1 });
    expect(
      await rows(
        'select status, address, zone_code, area::float, legal_description from property where id = 99',
      ),
    ).toEqual([
      {
        status: 'O',
        address: '12A WOLLOMBI RD, CESSNOCK NSW 2325',
        zone_code: 'R2',
        area: 650.5,
        legal_description: '7/DP755247',
      },
    ]);
    expect((await fates())[0]?.at(-1)).toBe('Made as out of contract.');
    expect((await undo(job.fileIds[0])).json).toMatchObject({ removed: 2 });
    expect(await rows('select from property where id = 99')).toEqual([]);
  });

  it('only receive what is of a closed year, of a cancelled property, or 0', async () => {
    await sql(
      `insert into district_year (district_code, base_date, state, locked_at) values ('001', '2023-07-01', 'ROLLED', now())`,
    );
    await send(
      'a.csv',
      csv(
        eleven,
        line('001', 13, [['01/07/2025', 5]], '10,M'),
        line('001', 12, [['01/07/2022', 0]], '900,M', 'B1'),
      ),
    );
    expect(await received()).toBe(5);
    expect((await values()).map(([pid, year]) => [pid, year])).toEqual([
      [11, 2024],
      [11, 2025],
      [12, 2024],
      [12, 2025],
    ]);
    expect((await fates()).map(([at, action, , , , , message]) => [at, action, message])).toEqual([
      [2, 'new', 'Values of 0 and of closed years are only received.'],
      [3, 'same', 'It is cancelled: its values are only received.'],
      [4, 'same', 'Values of 0 and of closed years are only received.'],
    ]);
  });

  it('come as a zip of a CSV for each district, with headings in another order', async () => {
    const turned = ['LAND VALUE 1,BASE DATE 1,PROPERTY ID,DISTRICT CODE', '77000,01/07/2025,21,002,'].join(
      '\n',
    );
    const zip = await zipOf({
      '001_LAND_VALUE_DATA.csv': Buffer.from(csv(eleven)),
      '002_LAND_VALUE_DATA.csv': Buffer.from(turned),
    });
    expect(await send('LV_20261101.zip', zip)).toMatchObject({
      kind: 'bulk_values',
      job: { files: 2, fails: 0, counts: { new: 2 } },
    });
    expect((await values()).at(-1)).toEqual([21, 2025, 77000, 'I', null, 1]);
    // Of another district nothing is taken; mixed with one's own it is refused.
    await sql(
      'delete from import_log; delete from received_land_value; delete from value_import; delete from import_file',
    );
    expect(await send('LV.zip', zip, '', 'abe')).toMatchObject({ job: { fails: 0, foreign: 1 } });
    expect(
      (await send('m.csv', csv(eleven, line('002', 21, [['01/07/2025', 1]])), '', 'abe')).job.problems,
    ).toEqual(['m.csv:3: You do not work in district 002. Ask somebody who works there to bring the file.']);
  });
});

describe('a batch of lines', () => {
  it('looks up its own properties and values, and asks once for each year', async () => {
    await sql(`insert into property (id, district_code, status) select n, '001', 'A' from generate_series(1000, 1199) n;
      insert into property_value (property_id, base_date, land_value) select n, '2024-07-01', n from generate_series(1000, 1199) n;
      insert into import_file (id, name, kind, sha256, state) overriding system value values (900, 'a.csv', 'bulk_values', 'a', 'done')`);
    const lines = Array.from({ length: 100 }, (_, i) => ({
      line: i + 2,
      district_code: '001',
      property_id: 1000 + i,
      base_date_1: '2025-07-01',
      land_value_1: 5000,
      base_date_2: '2024-07-01',
      land_value_2: 6000,
    }));
    const scans = (client: DatabaseClient) =>
      client
        .query<{ relname: string; whole: number; all: number }>(
          `select relname::text as relname, seq_scan::integer as whole, (seq_scan + coalesce(idx_scan, 0))::integer as all
           from pg_stat_xact_user_tables`,
        )
        .then(({ rows }) => new Map(rows.map((row) => [row.relname, row])));
    const { told, before, after } = await server.database.write(
      { ...everybody, perms: ['propU'] },
      async (client) => ({
        before: await scans(client),
        told: await client.query(
          `select action, count(*)::integer as n from bulk_values_import(900, $1::jsonb, '{"unconfirmed": true}') where field is null group by 1`,
          [JSON.stringify(lines)],
        ),
        after: await scans(client),
      }),
    );
    expect(told.rows).toEqual([{ action: 'changed', n: 100 }]);
    const asked = (table: string, how: 'whole' | 'all') =>
      (after.get(table)?.[how] ?? 0) - (before.get(table)?.[how] ?? 0);
    const tables = ['property', 'property_value', 'received_land_value'];
    expect(tables.map((table) => [table, asked(table, 'whole')])).toEqual(tables.map((table) => [table, 0]));
    // Two years: by who settles them, and by the guard of the table that takes them.
    expect(asked('district_year', 'all')).toBeLessThanOrEqual(8);
  });
});

describe('a bulk file that is wrong', () => {
  it.each([
    [
      'a day that is none',
      csv(eleven, twelve.replace('01/07/2024', '31/06/2024')),
      'a.csv:3: BASE DATE 2 is “31/06/2024”, which is no day such as 2026-07-01 or 1/07/2026.',
    ],
    [
      'no 1 July',
      csv(eleven, twelve.replace('01/07/2024', '30/06/2024')),
      'a.csv:3: BASE DATE 2 is 2024-06-30; a base date is a 1 July.',
    ],
    [
      'a date without its value',
      csv(eleven.replace('298000', '')),
      'a.csv:2: BASE DATE 2 has no LAND VALUE 2.',
    ],
    [
      'a date twice',
      csv(eleven.replace('01/07/2024', '01/07/2025')),
      'a.csv:2: BASE DATE 2 stands in the line twice.',
    ],
    ['a property twice', csv(eleven, twelve, eleven), 'a.csv:2: Property 11 stands in the file twice.'],
    ['an unknown district', csv(eleven, line('999', 5, [])), 'a.csv:3: There is no district “999”.'],
    [
      'a missing column',
      csv(eleven).replace('LAND VALUE 2', 'LAND VALUE 6'),
      'a.csv:1: The heading “LAND VALUE 6” is unknown. Is this the file “Property data and values (Bulk LV)”?',
    ],
    [
      'a doubled column',
      csv(eleven).replace('BASIS 2', 'BASIS 1'),
      'a.csv:1: The heading “BASIS 1” stands there 2 times. Is this the file “Property data and values (Bulk LV)”?',
    ],
    [
      'a line too short',
      csv(eleven.replace('14A,', '')),
      'a.csv:2: The line has 34 cells, the headings are 35.',
    ],
  ])('is refused whole: %s', async (_what, content, message) => {
    const { job } = await send('a.csv', content);
    expect(job.problems).toEqual([message]);
    expect(await values()).toEqual(before);
    expect(await received()).toBe(0);
    expect((await fates()).map(([, action]) => action)).toEqual(['error']);
  });

  it('finds a property that comes again behind some thousand lines, and keeps none of them', {
    timeout: 120_000,
  }, async () => {
    const many = Array.from({ length: 5100 }, (_, i) => line('001', 1000 + i, [['01/07/2025', 1 + i]]));
    const { job } = await send('a.csv', csv(...many, line('001', 1000, [])), '&out_of_contract=true');
    expect(job.problems).toEqual(['a.csv:5102: Property 1000 stands in the file twice.']);
    expect((await rows('select count(*)::integer as n from property'))[0]?.n).toBe(4);
  });

  it('is one bad date in the last of 200,000 lines', { timeout: 180_000 }, async () => {
    const many = Array.from({ length: 199_999 }, (_, i) => line('001', 1000 + i, [['01/07/2025', 1 + i]]));
    const { job } = await send(
      'a.csv',
      [heading, ...many, line('001', 5, [['31/02/2025', 1]])].join('\n'),
      '&out_of_contract=true',
    );
    expect(job.problems).toEqual([
      'a.csv:200001: BASE DATE 1 is “31/02/2025”, which is no day such as 2026-07-01 or 1/07/2026.',
    ]);
    expect(await received()).toBe(0);
  });
});
