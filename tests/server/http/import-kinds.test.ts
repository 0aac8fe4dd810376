// Files of other kinds than sales: told by their content, whole or not at all, each line's fate in the log.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { sendFile } from '#tests/support/sent-file.ts';
import { zipOf } from '../import/zip-of.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:30:00Z' });
  for (const [name, role, districts] of [
    ['ada', 'administrator', ['001', '002']],
    ['abe', 'administrator', ['001']],
    ['otto', 'office', ['001', '002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());
beforeEach(() => sql('delete from improvement_schedule; delete from import_log; delete from import_file'));

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const send = async (name: string, content: Buffer | string, by = 'ada', query = '') => {
  const { kind, state, result } = await sendFile(server, tokens[by], name, content, query);
  return { kind, state, job: result };
};
const fates = () =>
  rows(`select l.line_no, l.action, l.field, l.old_value, l.new_value, l.message from import_log l
    order by l.file_id, l.id`).then((all) => all.map((row) => Object.values(row)));
const stored = () =>
  rows(`select s.name, s.scope, coalesce(s.district, g.name) as place, s.version, r.type, r.description, r.unit, r.low::float as low,
      r.high::float as high, r.condition
    from improvement_schedule s left join contract_region g on g.id = s.region_id join improvement_rate r on r.schedule_id = s.id
    order by s.name, r.posn`);
const undo = (id: number, by = 'ada') =>
  server.call('PUT', `/imports/files/${id}/undo`, { token: tokens[by] ?? null });

const heading = 'scope,place,name,type,description,unit,low,high,condition,valid_from,valid_to';
const sheds = 'DISTRICT,001,Sheds of 001,SH,Sheds,m²,270,340,,,';
const csv = (...lines: string[]) => [heading, ...lines, ''].join('\r\n');

describe('improvement schedules by file', () => {
  it('are told by their headings, made, and every line is in the log', async () => {
    const { kind, job } = await send(
      'rates.csv',
      csv(
        'GLOBAL,,Usual,MA,"Buildings; brick, ""new""",m²,950,"1,800",,1/07/2020,',
        'GLOBAL,,Usual,FE,Fencing,m,30.5,60,,1/07/2020,',
        sheds,
      ),
    );
    expect(kind).toBe('schedules');
    expect(job).toMatchObject({ files: 1, fails: 0, counts: { read: 3, new: 3, changed: 0, same: 0 } });
    expect(await stored()).toMatchObject([
      { name: 'Sheds of 001', scope: 'DISTRICT', place: '001', version: 1, type: 'SH', low: 270, high: 340 },
      {
        name: 'Usual',
        scope: 'GLOBAL',
        place: null,
        description: 'Buildings; brick, "new"',
        low: 950,
        high: 1800,
      },
      { name: 'Usual', type: 'FE', unit: 'm', low: 30.5, high: 60, condition: null },
    ]);
    expect(await fates()).toEqual([2, 3, 4].map((line) => [line, 'new', null, null, null, null]));
    const [file] = await rows(
      'select kind, layout, state, districts, read_count, new_count from import_file',
    );
    expect(file).toEqual({
      kind: 'schedules',
      layout: 'headings',
      state: 'done',
      districts: ['001'],
      read_count: 3,
      new_count: 3,
    });
    const [told] = await rows(
      "select notify_detail as d from notification where notify_type = 'IMPTDONE' order by id desc limit 1",
    );
    expect(told?.d).toMatchObject({ files: ['rates.csv'], fails: [], item_type: 'IS' });
    const [audited] = await rows(
      "select count(*)::integer as n from audit where table_name = 'improvement_schedule' and action = 'insert'",
    );
    expect(audited?.n).toBe(2);
  });

  it.each([
    ['UTF-16', 'UTF-16', Buffer.from(`\uFEFF${csv(sheds)}`, 'utf16le')],
    ['UTF-16 of the other order', 'UTF-16', Buffer.from(`\uFEFF${csv(sheds)}`, 'utf16le').swap16()],
    ['the letters of Windows', 'Windows-1252', Buffer.from(csv(sheds), 'latin1')],
    ['UTF-8 with its mark', 'UTF-8', Buffer.from(`\uFEFF${csv(sheds)}`)],
  ])('are read in %s, and it is said', async (_, letters, bytes) => {
    const { job } = await send('rates.csv', bytes);
    expect(job).toMatchObject({ files: 1, fails: 0, counts: { read: 1, new: 1 } });
    expect(await stored()).toMatchObject([{ name: 'Sheds of 001', unit: 'm²' }]);
    expect(await rows('select letters from import_file')).toEqual([{ letters }]);
    const [upload] = await rows(
      (await readFile('schemas/queries/uploads.sql', 'utf8')).replaceAll(/^--.*$/gm, ''),
    );
    expect(upload?.brought).toBe(`1 line in 1 file${letters === 'UTF-8' ? '' : `, read as ${letters}`}`);
  });

  it('come back from the export as they went, with headings in another order too', async () => {
    await send(
      'rates.csv',
      csv(
        'GLOBAL,,Usual,MA,Buildings,m²,950,1800,,,',
        'GLOBAL,,Usual,MA,Buildings,m²,700,1400,Poor,,',
        sheds,
      ),
    );
    const before = await stored();
    const begun = await server.call('POST', '/exports', {
      token: tokens.ada ?? null,
      body: { type: 'schedules', districts: ['001'] },
    });
    expect(begun.status, begun.text).toBe(200);
    await server.context.jobs.idle();
    const file = await server.call('GET', `/exports/${begun.json.id}/file`, { token: tokens.ada ?? null });
    expect(file.bytes.toString('utf8')).toMatch(/^A;AVOI;001;/);
    const again = await send('AVOI_001.csv', file.bytes);
    expect(again).toMatchObject({
      kind: 'schedules',
      job: { fails: 0, counts: { read: 3, new: 0, changed: 0, same: 3 } },
    });
    expect(await stored()).toEqual(before);
    // Without the schedules that it tells, the file makes them as they were.
    await sql('delete from improvement_schedule');
    await sql('delete from import_log; delete from import_file');
    expect(await send('AVOI_001.csv', file.bytes)).toMatchObject({ job: { counts: { new: 3 } } });
    expect((await stored()).map(({ version, ...row }) => row)).toEqual(
      before.map(({ version, ...row }) => row),
    );
    const turned = `Until;Low;HIGH;Type;Name;Holds_in;District or region;Description;Unit\n;270;340;SH;Sheds of 001;DISTRICT;001;Sheds;m²\n`;
    expect(await send('turned.csv', turned)).toMatchObject({
      kind: 'schedules',
      job: { counts: { read: 1, same: 1 } },
    });
  });

  it('tell what changed rate by rate, and the same bytes change nothing', async () => {
    await send(
      'one.csv',
      csv(
        sheds,
        'DISTRICT,001,Sheds of 001,FE,Fencing,m,30,60,,,',
        'DISTRICT,001,Sheds of 001,PO,Pools,item,1,2,,,',
      ),
    );
    await sql('delete from import_log');
    const second = csv(
      'DISTRICT,001,Sheds of 001,SH,Sheds,m²,280,340,,,',
      'DISTRICT,001,Sheds of 001,FE,Fencing,m,30,60,,,',
      'DISTRICT,001,Sheds of 001,MA,Homes,m²,5,6,,,',
    );
    expect(await send('two.csv', second)).toMatchObject({
      job: { counts: { read: 3, new: 1, changed: 1, same: 1 } },
    });
    expect(await fates()).toEqual([
      [2, 'changed', null, null, null, null],
      [2, 'changed', 'low', '270', '280', null],
      [2, 'changed', 'rates', 'Pools: 1 to 2', null, null],
      [3, 'same', null, null, null, null],
      [4, 'new', null, null, null, null],
    ]);
    expect(await send('other name.csv', second)).toMatchObject({ job: { seen: 1, counts: { read: 0 } } });
    expect((await fates()).at(-1)).toEqual([
      null,
      'skipped',
      null,
      null,
      null,
      'Seen before: the same bytes came again as other name.csv. Nothing changed.',
    ]);
    expect((await stored()).map(({ version }) => version)).toEqual([2, 2, 2]);
  });

  it('shows what a dry run would do, and keeps nothing', async () => {
    expect(await send('rates.csv', csv(sheds), 'ada', '&dry_run=true')).toMatchObject({
      job: { counts: { new: 1 } },
    });
    expect(await stored()).toEqual([]);
    expect(await rows('select state, new_count from import_file')).toEqual([
      { state: 'dry_run', new_count: 1 },
    ]);
    expect(await fates()).toEqual([[2, 'new', null, null, null, null]]);
    expect(await send('rates.csv', csv(sheds))).toMatchObject({ job: { counts: { new: 1 } } });
  });

  it('are taken back as far as nobody changed them since', async () => {
    await send('one.csv', csv(sheds));
    const before = (await stored()).map(({ version, ...row }) => row);
    const two = await send(
      'two.csv',
      csv('DISTRICT,001,Sheds of 001,SH,Sheds,m²,280,341,,,', 'GLOBAL,,Usual,FE,Fencing,m,30,60,,,'),
    );
    const file = two.job.fileIds[0];
    expect((await undo(file)).json).toEqual({ id: file, name: 'two.csv', removed: 1, restored: 1, kept: 0 });
    expect((await stored()).map(({ version, ...row }) => row)).toEqual(before);
    expect((await undo(file)).status).toBe(422);
    // Once more, changed by somebody meanwhile.
    const again = await send(
      'two.csv',
      csv('DISTRICT,001,Sheds of 001,SH,Sheds,m²,280,341,,,', 'GLOBAL,,Usual,FE,Fencing,m,30,60,,,'),
    );
    await sql(`update improvement_rate set low = 281 where type = 'SH'`);
    await sql(`insert into audit (user_id, table_name, row_id, action, from_version, fields)
      select 1, 'improvement_schedule', id, 'update', version, '{"rates": {"old": [], "new": []}}' from improvement_schedule where name = 'Sheds of 001';
      update improvement_schedule set version = version + 1 where name = 'Sheds of 001'`);
    expect((await undo(again.job.fileIds[0])).json).toMatchObject({ removed: 1, restored: 0, kept: 1 });
    expect((await stored()).map(({ low }) => low)).toEqual([281]);
  });
});

describe('a file that is wrong', () => {
  const refused = async (content: Buffer | string, name = 'bad.csv') => {
    const { job } = await send(name, content);
    expect(await stored()).toEqual([]);
    expect(job).toMatchObject({ fails: 1, failed: [name] });
    return job.problems[0] as string;
  };
  it.each<readonly [string, string | Buffer, string]>([
    [
      'a missing heading',
      csv(sheds).replace('high', ''),
      'bad.csv:1: The heading “High” is missing. Is this the file “Improvement schedules (AVOI)”?',
    ],
    [
      'a doubled heading',
      csv(sheds).replace('unit', 'low'),
      'bad.csv:1: The heading “Low” stands there 2 times. Is this the file “Improvement schedules (AVOI)”?',
    ],
    [
      'an unknown heading',
      csv(sheds).replace('valid_to', 'colour'),
      'bad.csv:1: The heading “colour” is unknown. Is this the file “Improvement schedules (AVOI)”?',
    ],
    [
      'a number that is none',
      csv(sheds, sheds.replace('270', '27o')),
      'bad.csv:3: Low is “27o”, which is no number.',
    ],
    [
      'a day that is none',
      csv(sheds.replace(/,,$/, ',31/02/2026,')),
      'bad.csv:2: From is “31/02/2026”, which is no day such as 2026-07-01 or 1/07/2026.',
    ],
    ['an unknown code', csv(sheds.replace('SH', 'ZZ')), 'bad.csv:2: Type is “ZZ”, which is no code.'],
    [
      'a needed cell that is empty',
      csv(sheds.replace('Sheds,m²', ',m²')),
      'bad.csv:2: Description is empty. It is needed.',
    ],
    ['a line with other cells', csv(`${sheds},`), 'bad.csv:2: The line has 12 cells, the headings are 11.'],
    [
      'a quote that is never closed',
      csv(sheds.replace(',Sheds,', ',"Sheds,')),
      'bad.csv:2: A quotation mark is opened and never closed.',
    ],
    [
      'UTF-16 that is cut off within a letter',
      Buffer.from(`\uFEFF${csv(sheds)}`, 'utf16le').subarray(0, -1),
      'bad.csv: The file begins as UTF-16, and half of a letter is missing in it.',
    ],
    [
      'letters that are neither UTF-8 nor of Windows',
      Buffer.concat([Buffer.from(csv(sheds), 'latin1'), Buffer.from([0x81])]),
      'bad.csv:3: The line has a letter that is neither UTF-8 nor Windows-1252.',
    ],
    [
      'an unknown district',
      csv(sheds.replace('001', '999')),
      'bad.csv:2: “Sheds of 001” holds in a district, and there is no district “999”.',
    ],
    [
      'what the rules of the record refuse',
      csv('GLOBAL,,U,SH,Sheds,m,1,2,,,', sheds.replace('340', '3')),
      'bad.csv:3: The highest usual rate is below the lowest.',
    ],
    ['no line at all', `${heading}\n`, 'bad.csv: The file has no line of “Improvement schedules (AVOI)”.'],
    [
      'a trailer that is cut off',
      'A;AVOI;001;20261120 13:30;;1;EXP-1;\r\nI;GLOBAL;;U;SH;Sheds;m;1;2;;;\r\n',
      'bad.csv:2: The last line is no trailer Z. The file is cut off.',
    ],
    [
      'a trailer that counts otherwise',
      'A;AVOI;001;;;1;EXP-1;\nI;GLOBAL;;U;SH;Sheds;m;1;2;;;\nZ;4;I;2\n',
      'bad.csv:3: The trailer says 4 lines, the file has 3. It is cut off or was changed.',
    ],
    [
      'another version',
      'A;AVOI;001;;;2;EXP-1;\nI;GLOBAL;;U;SH;Sheds;m;1;2;;;\nZ;3;I;1\n',
      'bad.csv:1: The file is of version 2 of “Improvement schedules (AVOI)”. Version 1 is read here.',
    ],
  ])('is refused whole with file, line and column: %s', async (_what, content, message) => {
    expect(await refused(content)).toContain(message);
    expect(await rows('select kind, state from import_file')).toEqual([
      { kind: 'schedules', state: 'failed' },
    ]);
    expect((await fates()).filter(([, action]) => action === 'error')).toHaveLength(1);
  });

  it('is none of the kinds: it is refused as no file of sales', async () => {
    expect(await refused('colour,shape\nred,round\n')).toContain('bad.csv');
  });

  it('is one bad date in the last of 200,000 lines', { timeout: 120_000 }, async () => {
    const many = Array.from(
      { length: 200_000 },
      (_, i) => `GLOBAL,,Schedule ${i},SH,Sheds,m,1,2,,2026-07-01,`,
    );
    const text = [heading, ...many.slice(0, -1), 'GLOBAL,,Last,SH,Sheds,m,1,2,,2026-02-30,'].join('\n');
    expect(await refused(text)).toBe(
      'bad.csv:200001: From is “2026-02-30”, which is no day such as 2026-07-01 or 1/07/2026.',
    );
  });

  it('in a zip leaves the others in, and a zip in a zip is read', async () => {
    const zip = await zipOf({
      'good.csv': Buffer.from(csv(sheds)),
      'bad.csv': Buffer.from(csv(sheds.replace('270', 'x'))),
      'licence.txt': Buffer.from('free'),
      'more.zip': await zipOf({ 'usual.csv': Buffer.from(csv('GLOBAL,,Usual,FE,Fencing,m,30,60,,,')) }),
    });
    const { kind, job } = await send('all.zip', zip);
    expect(kind).toBe('schedules');
    expect(job).toMatchObject({ files: 3, fails: 1, failed: ['bad.csv'], counts: { new: 2 } });
    expect(
      (await send('empty.zip', await zipOf({ 'licence.txt': Buffer.from('free') }))).job.problems[0],
    ).toContain('The zip holds no .DAT, .csv, .json or .geojson file.');
  });
});

describe('who brings a file', () => {
  it('needs the right to change what it is about', async () => {
    const office = `from role_permission where perm = 'refiU' and role_id = (select id from role where name = 'office')`;
    await sql(`create table put_aside as select * ${office}; delete ${office}`);
    const { job } = await send('rates.csv', csv(sheds), 'otto');
    expect(job.problems).toEqual([
      'rates.csv: You may not import “Improvement schedules (AVOI)”. Ask an administrator for the permission.',
    ]);
    await sql(
      'insert into role_permission (role_id, perm) select role_id, perm from put_aside; drop table put_aside',
    );
    expect(await stored()).toEqual([]);
  });

  it('leaves out what is of other districts, and is refused what mixes them', async () => {
    const other = sheds.replaceAll('001', '002');
    expect(await send('other.csv', csv(other), 'abe')).toMatchObject({ job: { foreign: 1, fails: 0 } });
    expect((await send('mixed.csv', csv(sheds, other), 'abe')).job.problems).toEqual([
      'mixed.csv:3: You do not work in district 002. Ask somebody who works there to bring the file.',
    ]);
    expect(await stored()).toEqual([]);
    expect(await send('mixed.csv', csv(sheds, other), 'ada')).toMatchObject({ job: { counts: { new: 2 } } });
  });
});
