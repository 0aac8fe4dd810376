// Annual values by file: what the export writes comes in again as it is; other values stay unless it is asked.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile } from '#tests/support/sent-file.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  await sql(`insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2');
    insert into property (id, district_code, zone_code, component_code) values (1, '001', 'R2', 'RAA'), (2, '001', 'R2', 'RAA')`);
  await server.addUser('ada', 'administrator', ['001']);
  token = await server.tokenOf('ada');
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
beforeEach(() =>
  sql(`delete from property_value; delete from received_land_value; delete from value_import; delete from import_log; delete from import_file;
    insert into property_value (property_id, base_date, land_value, authority_code, basis_code, muaf_pct, onsite_allowance, method,
      factor_applied, factor_component, risk_rating, verification_type, verified_on) values
    (1, '2026-07-01', 420000, '14A', '6A', 12.5, 900, 'F', 1.05, 'RAA', '3-LOWRISK', 'INSPECTD', '2026-08-03'),
    (2, '2026-07-01', 300000, '14A', null, null, null, 'H', null, null, null, null, null)`),
);
const send = async (name: string, content: Buffer | string, query = '') => {
  const { kind, result } = await sendFile(server, token, name, content, query);
  return { kind, job: result };
};
const stored = async () =>
  (await rows('select v.* from property_value v order by property_id, base_date')).map(
    ({ id, created_at, created_by, updated_at, updated_by, version, ...row }) => row,
  );
const fates = async () =>
  (
    await rows(
      'select line_no, action, item_id, field, old_value, new_value from import_log order by file_id, id',
    )
  ).map((row) => Object.values(row));

describe('annual values by file', () => {
  it('come back from their export to the last column', async () => {
    const begun = await server.call('POST', '/exports', {
      token,
      body: { type: 'values', districts: ['001'], confirmed: true },
    });
    expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
    await server.context.jobs.idle();
    const file = await server.call('GET', `/exports/${begun.json.id}/file`, { token });
    expect(file.bytes.toString('utf8')).toMatch(/^A;VALUES;001;/);
    const before = await stored();
    expect(await send('VALUES_001.DAT', file.bytes)).toMatchObject({
      kind: 'values',
      job: { fails: 0, counts: { read: 2, same: 2 } },
    });
    // Where there are none, the file makes them as they were.
    await sql(
      'delete from property_value; delete from received_land_value; delete from value_import; delete from import_log; delete from import_file',
    );
    const { job } = await send('VALUES_001.DAT', file.bytes);
    expect(job.counts).toMatchObject({ read: 2, new: 2 });
    expect(await stored()).toEqual(before);
    const undone = await server.call('PUT', `/imports/files/${job.fileIds[0]}/undo`, { token });
    expect(undone.json).toMatchObject({ removed: 2 });
    expect(await stored()).toEqual([]);
  });

  it('keep another value unless it is asked, and one by hand always', async () => {
    const csv =
      'pid,base_date,land_value,method\n1,1/07/2026,430000,I\n2,1/07/2026,310000,I\n1,1/07/2025,400000,\n';
    const before = await stored();
    const { job } = await send('a.csv', csv);
    expect(job.counts).toMatchObject({ read: 3, new: 1, conflict: 2 });
    expect((await fates()).filter(([, , , field]) => field === null || field === 'land_value')).toEqual([
      [2, 'conflict', 1, null, null, null],
      [2, 'conflict', 1, 'land_value', '420000', '430000'],
      [3, 'conflict', 2, null, null, null],
      [3, 'conflict', 2, 'land_value', '300000', '310000'],
      [4, 'new', 1, null, null, null],
    ]);
    expect((await stored()).filter((row) => row.base_date === before[0]?.base_date)).toEqual(
      before.slice(0, 2),
    );
    await server.call('PUT', `/imports/files/${job.fileIds[0]}/undo`, { token });
    const second = await send('b.csv', csv.replace('430000', '440000'), '&unconfirmed=true');
    expect(second.job.counts).toMatchObject({ read: 3, new: 1, changed: 1, conflict: 1 });
    expect(
      await rows(
        "select land_value::integer as v, method, onsite_allowance as a from property_value where base_date = '2026-07-01' order by property_id",
      ),
    ).toEqual([
      { v: 440000, method: 'I', a: null },
      { v: 300000, method: 'H', a: null },
    ]);
    await server.call('PUT', `/imports/files/${second.job.fileIds[0]}/undo`, { token });
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['an unknown property', '9,1/07/2026,1,', 'a.csv:3: There is no property 9 in your districts.'],
    ['no 1 July', '2,30/06/2026,1,', 'a.csv:3: Base date is 2026-06-30; a base date is a 1 July.'],
    ['a value twice', '1,1/07/2025,1,', 'a.csv:2: Property 1 stands in the file twice with 2025-07-01.'],
    ['an unknown method', '2,1/07/2026,1,Q', 'a.csv:3: Method is “Q”, which is no code. F, H, S, I, O are.'],
    ['an empty value', '2,1/07/2026,,I', 'a.csv:3: Land value is empty. It is needed.'],
  ])('are refused whole: %s', async (_what, wrong, message) => {
    const before = await stored();
    const { job } = await send('a.csv', `pid,base_date,land_value,method\n1,1/07/2025,400000,\n${wrong}\n`);
    expect(job.problems).toEqual([message]);
    expect(await stored()).toEqual(before);
    expect(await rows('select from value_import')).toEqual([]);
  });
});
