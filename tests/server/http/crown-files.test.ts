// Crown files: tenures of 37 columns, mass valuation data and LAMC data, each whole or not at all.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile, uploadFile } from '#tests/support/sent-file.ts';
import { zipOf } from '../import/zip-of.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T02:30:00Z' });
  await server.addUser('ada', 'administrator', ['001', '002']);
  token = await server.tokenOf('ada');
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
beforeEach(() =>
  sql(
    'delete from lamc_valuation; delete from crown_parcel; delete from tenure; delete from import_log; delete from import_file',
  ),
);

const upload = (name: string, content: Buffer | string, query = '') =>
  uploadFile(server, token, name, content, query);
const send = async (name: string, content: Buffer | string, query = '') => {
  const { kind, result } = await sendFile(server, token, name, content, query);
  return { kind, job: result };
};
const fates = async () =>
  (
    await rows(
      'select line_no, action, field, old_value, new_value, message from import_log order by file_id, id',
    )
  ).map((row) => Object.values(row));

const headings = `Region,Office,LGA,Suburb,Account No.,Holder,Lot/DP*,Type,Sub Type,Usage*,Structure*,Current Gross Annual Rent,Current Net Annual Rent,Area(M2),Next Review Date,Last Review Date,Redetermined Rent,Rent Prior to Last Redetermination,Term,Commencement Date,Expiry Date,Tenure Holder Class,Tenure Class,Tenure Usage Classification,Suspended Redetermination,Suspended Redetermination Expiry Date,Rebate Category,Latest Valuation,CLCTA,Express Rent,Previous Valuation Completed By,Previous Valuation Date,Latest Redet Status,Date Redet Notice issued,Last Date for Objection,Redet Process Type,Valuation CM9 Ref.`;
const names = headings.split(',');
const line = (cells: { readonly [heading: string]: string }) =>
  names
    .map((name) =>
      /[",;]/.test(cells[name] ?? '') ? `"${cells[name]?.replaceAll('"', '""')}"` : (cells[name] ?? ''),
    )
    .join(',');
const csv = (...lines: string[]) => [headings, ...lines, ''].join('\r\n');
const first = {
  LGA: 'Cessnock',
  'Account No.': '600001',
  Holder: 'Marlbury, J "Jim"',
  'Lot/DP*': '7/DP755247; 8/12/DP755247',
  Type: 'Licence',
  'Usage*': 'Grazing;Access',
  'Structure*': 'Shed',
  'Current Gross Annual Rent': '$1,234.50',
  'Area(M2)': '4046.9',
  'Next Review Date': '1/02/2027',
  'Last Review Date': '29/02/2024',
  'Suspended Redetermination': 'Current',
};
const second = { LGA: '001', 'Account No.': '600002', 'Lot/DP*': '1/SP9', Holder: 'B' };

describe('tenures by file', () => {
  it('have 37 columns, come in a zip, and are made with their lots, usages and structures', async () => {
    expect(names).toHaveLength(37);
    const zip = await zipOf({ 'tenures.csv': Buffer.from(csv(line(first), line(second))) });
    const { kind, job } = await send('tenures.zip', zip, '&kind=tenures');
    expect(job.problems ?? []).toEqual([]);
    expect(kind).toBe('tenures');
    expect(job).toMatchObject({ fails: 0, counts: { read: 2, new: 2 } });
    expect(
      await rows(`select account_no, district_code::text, holder, gross_rent::integer, area::float, next_review::text, suspended,
        (select string_agg(concat_ws('/', l.lot, l.section, l.plan_type, l.plan), ' ' order by l.posn) from tenure_lot l where l.tenure_id = t.id) as lots,
        (select string_agg(u.usage, ' ' order by u.posn) from tenure_usage u where u.tenure_id = t.id) as usages
        from tenure t order by 1`),
    ).toEqual([
      {
        account_no: '600001',
        district_code: '001',
        holder: 'Marlbury, J "Jim"',
        gross_rent: 1235,
        area: 4046.9,
        next_review: '2027-02-01',
        suspended: true,
        lots: '7/DP/755247 8/12/DP/755247',
        usages: 'Grazing Access',
      },
      {
        account_no: '600002',
        district_code: '001',
        holder: 'B',
        gross_rent: null,
        area: null,
        next_review: null,
        suspended: false,
        lots: '1/SP/9',
        usages: null,
      },
    ]);
  });

  it('are changed where the file says otherwise, and as they were once it is taken back', async () => {
    await send('one.csv', csv(line(first), line(second)));
    await sql('delete from import_log');
    const { job } = await send('two.csv', csv(line(first), line({ ...second, Holder: 'C' })));
    expect(job.counts).toMatchObject({ read: 2, new: 0, changed: 1, same: 1 });
    expect((await fates()).slice(0, 3)).toEqual([
      [2, 'same', null, null, null, null],
      [3, 'changed', null, null, null, null],
      [3, 'changed', 'holder', 'B', 'C', null],
    ]);
    const undone = await server.call('PUT', `/imports/files/${job.fileIds[0]}/undo`, { token });
    expect(undone.json).toMatchObject({ removed: 0, restored: 1, kept: 0 });
    expect(await rows('select holder from tenure order by account_no')).toEqual([
      { holder: first.Holder },
      { holder: 'B' },
    ]);
  });

  it.each([
    [
      'a day that is none',
      line({ ...second, 'Expiry Date': '31/02/2026' }),
      'Expiry Date is “31/02/2026”, which is no day such as 2026-07-01 or 1/07/2026.',
    ],
    [
      'money that is none',
      line({ ...second, 'Redetermined Rent': '12o' }),
      'Redetermined Rent is “12o”, which is no number.',
    ],
    ['an account twice', line({ ...first }), 'Account no. 600001 stands in 2 lines.'],
    ['no account', line({ ...second, 'Account No.': '' }), 'Account No. is empty. It is needed.'],
    ['an unknown LGA', line({ ...second, LGA: 'Atlantis' }), 'There is no district “Atlantis”.'],
    [
      'a suspension of another word',
      line({ ...second, 'Suspended Redetermination': 'No' }),
      'Suspended Redetermination is “No”; it is “Current” or empty.',
    ],
  ])('are refused whole with line and column: %s', async (_what, wrong, message) => {
    const { job } = await send('bad.csv', csv(line(first), wrong));
    expect(job.problems[0]).toContain(message);
    expect(await rows('select from tenure')).toEqual([]);
    expect((await fates()).map(([, action]) => action)).toEqual(['error']);
  });

  it('are no file for another panel', async () => {
    const answer = await upload('one.csv', csv(line(first)), '&kind=lamc');
    expect([answer.status, answer.json.message ?? answer.text]).toEqual([
      422,
      expect.stringContaining(
        'This file is “Tenures”, which goes to “Tenures” on the page “Import Crown data”; nothing of it was taken.',
      ),
    ]);
    expect(await rows('select from import_file')).toEqual([]);
  });
});

describe('mass valuation and LAMC data by file', () => {
  const parcels = 'cadid,lot,section,plan_type,plan,district_code,suburb,area,area_unit,land_value';
  it('make parcels by CADID or lot and plan, and find them again', async () => {
    const file = [
      parcels,
      '104400001,7,,DP,755247,001,CESSNOCK,40469,M,310000',
      ',8,12,,755247,001,,1.5,H,',
    ].join('\n');
    const { kind, job } = await send('mass.csv', file, '&kind=crown_parcels');
    expect(job.problems ?? []).toEqual([]);
    expect(kind).toBe('crown_parcels');
    expect(job.counts).toMatchObject({ read: 2, new: 2 });
    const again = await send('again.csv', file.replace('310000', '320000'));
    expect(again.job.counts).toMatchObject({ read: 2, new: 0, changed: 1, same: 1 });
    expect(
      await rows('select lot_dp, land_value::integer, area::float, area_unit from crown_parcel order by lot'),
    ).toEqual([
      { lot_dp: '7/DP755247', land_value: 320000, area: 40469, area_unit: 'M' },
      { lot_dp: '8/12/DP755247', land_value: null, area: 1.5, area_unit: 'H' },
    ]);
    const { job: refused } = await send('bad.csv', [parcels, '5,7,,,,001,,,,', ',8,,,,001,,,,'].join('\n'));
    expect(refused.problems).toEqual(['bad.csv:3: A parcel needs a CADID, or lot and plan.']);
    expect(await rows("select from crown_parcel where cadid = '5'")).toEqual([]);
  });

  it('make LAMC valuations as requested; a final one stays, and its difference is told', async () => {
    await send('mass.csv', [parcels, '104400001,7,,DP,755247,001,CESSNOCK,40469,M,310000'].join('\n'));
    const heading = 'asset_name,district_code,purpose,value_date,method,assessed_value,requested_on,parcels';
    const depot = 'Depot,001,SALE,1/07/2026,COMPARISON,850000,1/08/2026,104400001';
    const { kind, job } = await send('lamc.csv', [heading, depot].join('\n'), '&kind=lamc');
    expect(job.problems ?? []).toEqual([]);
    expect(kind).toBe('lamc');
    expect(job.counts).toMatchObject({ read: 1, new: 1 });
    expect(
      await rows(`select v.status, v.assessed_value::integer, count(p.id)::integer as parcels from lamc_valuation v
        left join lamc_parcel p on p.lamc_valuation_id = v.id group by v.id`),
    ).toEqual([{ status: 'REQUESTED', assessed_value: 850000, parcels: 1 }]);
    expect((await send('b.csv', [heading, depot, ''].join('\n'))).job.counts).toMatchObject({
      read: 1,
      same: 1,
    });
    await sql("update lamc_valuation set status = 'FINAL'; delete from import_log");
    const { job: final } = await send('c.csv', [heading, depot.replace('850000', '1')].join('\n'));
    expect(final.counts).toMatchObject({ read: 1, conflict: 1 });
    expect(await fates()).toEqual([
      [2, 'conflict', null, null, null, 'It is final. What the file says was not written.'],
      [2, 'conflict', 'assessed_value', '850000', '1', null],
    ]);
    const { job: refused } = await send(
      'd.csv',
      [heading, depot.replace('104400001', '9|104400001')].join('\n'),
    );
    expect(refused.problems).toEqual(['d.csv:2: There is no CLE parcel of CADID 9 in your districts.']);
  });
});
