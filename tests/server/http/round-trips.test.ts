// What an export writes in the layout of an import: the bytes that came in go out again, and coming in again they change nothing.
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
const empty = () =>
  sql(`delete from supp; delete from tenure; delete from property_value; delete from received_land_value; delete from value_import;
    delete from import_log; delete from property; delete from import_file`);
beforeEach(empty);

const send = async (name: string, content: Buffer, query = '') => {
  const { kind, result } = await sendFile(server, tokens.ada, name, content, query);
  expect(result.problems ?? []).toEqual([]);
  return { kind, counts: result.counts, fileIds: result.fileIds };
};
const begin = (type: string, districts: readonly string[], by = 'ada') =>
  server.call('POST', '/exports', { token: tokens[by] ?? null, body: { type, districts } });
/** The ZIP of an export, and each of its files as text. */
const exported = async (type: string, districts: readonly string[]) => {
  const begun = await begin(type, districts);
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  await server.context.jobs.idle();
  const file = await server.call('GET', `/exports/${begun.json.id}/file`, { token: tokens.ada ?? null });
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/zip']);
  const texts = Object.entries(unzipSync(file.bytes)).map(
    ([name, bytes]) => [name.replace(/EXP-\d+/, 'EXP-N'), Buffer.from(bytes).toString('utf8')] as const,
  );
  const [row] = await rows(`select items, line_count, filename from export_job where id = ${begun.json.id}`);
  return { bytes: file.bytes, texts: Object.fromEntries(texts), row };
};
const text = (...lines: string[]) => [...lines, ''].join('\r\n');

const groups = [1, 2, 3, 4, 5]
  .map((n) => `BASE DATE ${n},LAND VALUE ${n},AUTHORITY ${n},BASIS ${n}`)
  .join(',');
const values = `DISTRICT CODE,DISTRICT NAME,PROPERTY ID,PROPERTY TYPE,PROPERTY NAME,UNIT NUMBER,HOUSE NUMBER,STREET NAME,SUBURB NAME,POSTCODE,PROPERTY DESCRIPTION,ZONE CODE,AREA,AREA TYPE,${groups},`;
const held = (...pairs: readonly (readonly [year: number, value: number])[]) =>
  [0, 1, 2, 3, 4].map((n) => (pairs[n] ? `01/07/${pairs[n][0]},${pairs[n][1]},14A,6A(1)` : ',,,')).join(',');

describe('property data and values', () => {
  const cessnock = text(
    values,
    `001,CESSNOCK,11,NORMAL,,,12A,WOLLOMBI RD,CESSNOCK,2325,7/DP755247,R2,650.5,M,${held([2025, 310000], [2024, 298000], [2023, 275000], [2022, 1], [2021, 99])},`,
    `001,CESSNOCK,12,STRATA,"THE ""OLD"" MILL, NORTH",2,5-7B,VINCENT ST,CESSNOCK,2325,2/SP11478,B1,,,${held([2025, 120000])},`,
    `001,CESSNOCK,13,,,,"LOT 1, 3 -",,POKOLBIN,,,RU4,12.25,H,${held([2026, 5000000], [2020, 4000000])},`,
  );
  const dungog = text(
    values,
    `002,DUNGOG,21,NORMAL,,,1,HIGH ST,ALPHA,2250,1/DP1,R2,500,M,${held([2025, 77000])},`,
  );

  it('go out with the bytes that came in, and coming in again change nothing', async () => {
    const files = { '001.csv': cessnock, '002.csv': dungog };
    const zip = await zipOf(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
    );
    expect(await send('LV_20261101.zip', zip, '&out_of_contract=true')).toMatchObject({
      kind: 'bulk_values',
      counts: { read: 4, new: 4 },
    });
    const out = await exported('bulk_values', ['001', '002']);
    expect(out.texts).toEqual({
      'LV_001_EXP-N.csv': files['001.csv'],
      'LV_002_EXP-N.csv': files['002.csv'],
    });
    expect(out.row).toMatchObject({
      items: 4,
      line_count: 6,
      filename: expect.stringMatching(/^LV_EXP-\d+\.zip$/),
    });
    // As another file, since the same bytes are seen before.
    expect(await send('again.csv', Buffer.from(files['001.csv'].replaceAll('\r\n', '\n')))).toMatchObject({
      counts: { read: 3, new: 0, changed: 0, same: 3, conflict: 0 },
    });
    // Where there is nothing, the export makes all of it as it was.
    await empty();
    expect(await send('LV.zip', out.bytes, '&out_of_contract=true')).toMatchObject({
      counts: { read: 4, new: 4 },
    });
    expect((await exported('bulk_values', ['001', '002'])).texts).toEqual(out.texts);
  });

  it('are written in one way, however they came', async () => {
    const odd = text(
      'PROPERTY ID,DISTRICT CODE,HOUSE NUMBER,AREA,BASE DATE 1,LAND VALUE 1,BASE DATE 2,LAND VALUE 2',
      '11,001,12 a - 14,"1,650.50",2024-07-01,"$298,000",1/07/2025,0',
    );
    await send('odd.csv', Buffer.from(odd), '&out_of_contract=true');
    const { texts } = await exported('bulk_values', ['001']);
    expect(texts['LV_001_EXP-N.csv']?.split('\r\n')[1]).toBe(
      '001,CESSNOCK,11,,,,12A-14,,,,,,1650.5,M,01/07/2024,298000,,,,,,,,,,,,,,,,,,,',
    );
  });

  it('hold the newest five values, of no cancelled property and of none without a value', async () => {
    await sql(`insert into property (id, district_code, status) values (1, '001', 'A'), (2, '001', 'X'), (3, '001', 'A');
      insert into property_value (property_id, base_date, land_value, series) select 1, make_date(y, 7, 1), y * 10, 'LT' from generate_series(2019, 2026) y;
      insert into property_value (property_id, base_date, land_value, series) values (1, '2026-07-01', 7, 'LG'), (2, '2026-07-01', 7, 'LT')`);
    const { texts } = await exported('bulk_values', ['001']);
    expect(texts['LV_001_EXP-N.csv']?.split('\r\n').slice(1)).toEqual([
      `001,CESSNOCK,1,,,,,,,,,,,,${[2026, 2025, 2024, 2023, 2022].map((y) => `01/07/${y},${y * 10},,`).join(',')},`,
      '',
    ]);
    const foreign = await begin('bulk_values', ['002'], 'abe');
    expect([foreign.status, foreign.json.message]).toEqual([
      403,
      expect.stringContaining('You do not work in district 002'),
    ]);
  });
});

const tenures =
  'Region,Office,LGA,Suburb,Account No.,Holder,Lot/DP,Type,Sub Type,Usage,Structure,Current Gross Annual Rent,Current Net Annual Rent,Area(M2),Next Review Date,Last Review Date,Redetermined Rent,Rent Prior to Last Redetermination,Term,Commencement Date,Expiry Date,Tenure Holder Class,Tenure Class,Tenure Usage Classification,Suspended Redetermination,Suspended Redetermination Expiry Date,Rebate Category,Latest Valuation,CLCTA,Express Rent,Previous Valuation Completed By,Previous Valuation Date,Latest Redet Status,Date Redet Notice issued,Last Date for Objection,Redet Process Type,Valuation CM9 Ref.';

describe('tenures', () => {
  const file = text(
    tenures,
    'Hunter,Maitland,Cessnock,POKOLBIN,600001,"Marlbury, J ""Jim""",7/DP755247;8/12/DP755247;1/SP9,Licence,Grazing,Grazing;Access,Shed;Yards,1235,1000,4046.9,1/02/2027,29/02/2024,1300,1200,5 years,1/07/2020,30/06/2025,PRIVATE,LEASE,RURAL,Current,31/12/2026,PENSIONER,250000,Y,N,A Valuer,15/03/2024,Noticed,2/04/2024,30/04/2024,ROUTINE,CM9/24/1',
    ',,001,,600002,B,Part of the river bed,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,',
  );
  it('go out in 37 columns with the bytes that came in, and coming in again change nothing', async () => {
    expect(tenures.split(',')).toHaveLength(37);
    const zip = await zipOf({ 'tenures.csv': Buffer.from(file) });
    expect(await send('tenures.zip', zip)).toMatchObject({ kind: 'tenures', counts: { read: 2, new: 2 } });
    const out = await exported('tenures', ['001']);
    expect(out.texts).toEqual({ 'LMTENUR_EXP-N.csv': file });
    expect(await send('again.csv', Buffer.from(file.replaceAll('\r\n', '\n')))).toMatchObject({
      counts: { read: 2, new: 0, changed: 0, same: 2 },
    });
    await empty();
    expect(await send('LMTENUR.zip', out.bytes)).toMatchObject({ counts: { read: 2, new: 2 } });
    expect((await exported('tenures', ['001'])).texts).toEqual(out.texts);
  });
});

const supps =
  'VG workflow,Batch,Type,PID,District,Reason,Authority,Basis,Base dates,Received,Due,Old area,New area,Area unit,Old zone,New zone,Old component,New component,Address,Legal description,Parents,Children';

describe('supps in the layout in which they are received', () => {
  const file = text(
    supps,
    'W1,B7,PA,2,001,AREA,14B,6A(1),2024-07-01|2025-07-01,20261102,20261202,650,700.5,M,R2,R3,AA,AB,"2, ""A"" HIGH ST",1/2,2,3|4',
    'W2,,PX,5,001,CANCEL,14B,,,20261103,,,,,,,,,,,,',
  );
  it('go out with the bytes that came in, and coming in again change nothing', async () => {
    await sql(
      `insert into component (district_code, code, zone_code) values ('001', 'AA', 'R2'), ('001', 'AB', 'R3') on conflict do nothing`,
    );
    const property = () =>
      sql(`insert into property (id, district_code, area, area_unit, zone_code, component_code)
        select n, '001', case when n < 5 then 650 end, 'M', case when n < 5 then 'R2' end, case when n < 5 then 'AA' end from generate_series(2, 5) n`);
    await property();
    expect(await send('supps.csv', Buffer.from(file))).toMatchObject({
      kind: 'supps',
      counts: { read: 2, new: 2 },
    });
    const out = await exported('supp_list', ['001']);
    expect(out.texts).toEqual({ 'SUPPLIST_001_EXP-N.csv': file });
    expect(await send('again.csv', Buffer.from(file.replaceAll('\r\n', '\n')))).toMatchObject({
      counts: { read: 2, new: 0, changed: 0, same: 2 },
    });
    await empty();
    await property();
    expect(await send('SUPPLIST.zip', out.bytes)).toMatchObject({ counts: { read: 2, new: 2 } });
    expect((await exported('supp_list', ['001'])).texts).toEqual(out.texts);
  });
});
