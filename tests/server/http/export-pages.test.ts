// Exports that are made of pages, and of files that go back as they were received.
import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { pdfText } from '#tests/support/pdf-text.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ start: '2026-11-20T02:30:00Z' });
  await sql(`
    insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2'), ('RAA', '002', 'R2');
    insert into property (id, district_code, zone_code, component_code, area, area_unit) values
      (1, '001', 'R2', 'RAA', 600, 'M'), (2, '001', 'R2', 'RAA', 700, 'M'), (3, '002', 'R2', 'RAA', 800, 'M'),
      (4, '001', 'R2', 'RAA', 900, 'M');
    insert into property_value (property_id, base_date, land_value, method) values
      (1, '2026-07-01', 1, 'I'), (2, '2026-07-01', 1, 'I'), (3, '2026-07-01', 1, 'I')`);
  await sql(`insert into role (name, title) values ('sender', 'Sender');
    insert into role_permission (role_id, perm)
    select r.id, p from role r, unnest('{trxeU,wkshU,propV,propU,avalU}'::text[]) p where r.name = 'sender'`);
  for (const [name, role, districts] of [
    ['ada', 'sender', ['001', '002']],
    ['ona', 'sender', ['001']],
    ['otto', 'office', ['001', '002']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const sql = (text: string) => server.database.owner((client) => client.script(text));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const call = (method: string, path: string, by = 'ada', body?: unknown) =>
  server.call(method, path, { token: tokens[by] ?? null, ...(body === undefined ? {} : { body }) });
const exported = async (type: string, districts: readonly string[], by = 'ada') => {
  const begun = await call('POST', '/exports', by, { type, districts });
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  await server.context.jobs.idle();
  const [row] = await rows(`select * from export_job where id = ${begun.json.id}`);
  return row as Record<string, unknown> & { id: number };
};
const fetched = async (id: number, by = 'ada') => {
  const file = await call('GET', `/exports/${id}/file`, by);
  expect(file.status).toBe(200);
  return file;
};
const membersOf = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, Buffer.from(part)]));
const messages = (id: number) =>
  rows(`select severity, rule, item_id, message from export_message where export_id = ${id} order by id`);

/** A worksheet that is done: square metres at a rate. */
const done = async (property: number, rate: number, district = '001') => {
  const made = await call('POST', '/worksheets', 'ada', {
    request_id: randomUUID(),
    property_id: property,
    district_code: district,
  });
  const id = Number(made.json.id);
  const change = async (path: string, body: object) => {
    const { version } = (await call('GET', `/worksheets/${id}`)).json;
    const answer = await call(path === '' ? 'PUT' : 'POST', `/worksheets/${id}${path}`, 'ada', {
      version,
      ...body,
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  };
  await change('', { main: [{ description: 'Site', qty: 500, unit: 'M', rate }] });
  await change('/move', { move: 'finish' });
  return { id, change };
};

describe('an export of worksheets', () => {
  it('is a ZIP of a PDF each, and marks just these with the day; opened again they are ready again', async () => {
    const first = await done(1, 800);
    const second = await done(3, 900, '002');
    const row = await exported('worksheets', ['001', '002']);
    expect(row).toMatchObject({
      state: 'READY',
      items: 2,
      kept_out: 0,
      base_date: '2026-07-01',
      line_count: 2,
    });
    const file = await fetched(row.id);
    expect(file.headers['content-type']).toBe('application/zip');
    expect(row.filename).toBe(`WORKSHEETS_2026_EXP-${row.id}.zip`);
    const members = membersOf(file.bytes);
    expect(Object.keys(members)).toEqual([
      '001/Worksheet 2026 of property 1.pdf',
      '002/Worksheet 2026 of property 3.pdf',
    ]);
    const texts = Object.values(members).map((bytes) => pdfText(bytes));
    expect(texts.map((text) => [text.includes('$400,000'), text.includes('$450,000')])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect((await fetched(row.id)).bytes.equals(file.bytes)).toBe(true);
    const days = await rows('select id, exported_on, stage from worksheet order by id');
    expect(days).toEqual([
      { id: first.id, exported_on: '2026-11-20', stage: 'DONE' },
      { id: second.id, exported_on: '2026-11-20', stage: 'DONE' },
    ]);
    // In the history as whoever asked for the export, and told with the file.
    expect(
      await rows(
        `select a.fields, u.username from audit a join app_user u on u.id = a.user_id where a.table_name = 'worksheet' and a.row_id = ${first.id} order by a.id desc limit 1`,
      ),
    ).toEqual([{ fields: { exported_on: { old: null, new: '2026-11-20' } }, username: 'ada' }]);
    expect((await messages(row.id)).map(({ severity, rule, item_id }) => [severity, rule, item_id])).toEqual([
      ['W', 'VAL', first.id],
      ['W', 'VAL', second.id],
    ]);

    expect((await call('GET', '/exports/ready/worksheets')).json.items).toEqual([]);
    await first.change('/move', { move: 'reopen' });
    expect(await rows(`select exported_on from worksheet where id = ${first.id}`)).toEqual([
      { exported_on: null },
    ]);
    await first.change('/move', { move: 'finish' });
    expect((await call('GET', '/exports/ready/worksheets')).json.items).toMatchObject([
      { district_code: '001', ready: 1, sent_before: 1 },
    ]);
  });

  it('keeps out what is changed while its PDF is made, and a cancelled property; the rest is sent', async () => {
    const gone = await done(2, 700);
    const changed = await done(4, 600);
    await sql("update property set status = 'X' where id = 2");
    // Somebody's change between the PDF and the end of the export.
    const { documents } = server.context;
    const { make } = documents;
    documents.make = async (...asked) => {
      const made = await make?.(...asked);
      await sql(`update worksheet set version = version + 1 where id = ${changed.id}`);
      if (!made) throw new Error('none');
      return made;
    };
    const row = await exported('worksheets', ['001']);
    documents.make = make;
    expect(row).toMatchObject({ state: 'READY', items: 1, kept_out: 2, error_count: 2 });
    expect(Object.keys(membersOf((await fetched(row.id)).bytes))).toEqual([
      '001/Worksheet 2026 of property 1.pdf',
    ]);
    expect((await messages(row.id)).filter(({ severity }) => severity === 'E')).toEqual([
      {
        severity: 'E',
        rule: 'NEW',
        item_id: changed.id,
        message: 'It was changed while its PDF was made. Export it again.',
      },
      { severity: 'E', rule: 'PID', item_id: gone.id, message: 'Property 2 is cancelled.' },
    ]);
    expect(await rows(`select count(*)::integer as n from worksheet where exported_on is null`)).toEqual([
      { n: 2 },
    ]);
  });

  it('is for who may change worksheets, and nobody marks one by hand', async () => {
    expect((await call('GET', '/exports/ready/worksheets', 'otto')).status).toBe(403);
    expect((await call('POST', '/exports', 'otto', { type: 'worksheets', districts: ['001'] })).status).toBe(
      403,
    );
    const [sheet] = await rows(`select id, version from worksheet where property_id = 3`);
    const moved = await call('POST', `/worksheets/${sheet?.id}/move`, 'ada', {
      version: sheet?.version,
      move: 'exported',
    });
    expect([moved.status, moved.json.errors?.[0]?.message]).toEqual([
      422,
      'Mark as exported is not done by hand. It follows from other work, such as an export.',
    ]);
  });
});

const line = (district: string, rest: string) => `B;${district};20260701;${district};ITEM;${rest}`;
const upload = async (text: string, name = 'EX.txt') => {
  const taken = await server.call('POST', `/vat/upload?name=${name}`, {
    token: tokens.ada ?? null,
    raw: Buffer.from(text, 'latin1'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([taken.status, taken.text]).toEqual([200, expect.any(String)]);
  return Number(taken.json.id);
};
const explain = async (file: number, at: number, explanation: string) => {
  const [row] = await rows(
    `select id, version from vat_exception where file_id = ${file} and line_no = ${at}`,
  );
  const saved = await call('PUT', '/vatexceptions', 'ada', { expected: 1, rows: [{ ...row, explanation }] });
  expect([saved.status, saved.text]).toEqual([200, expect.any(String)]);
};

describe('an export of VAT exceptions', () => {
  it('is the file as it was received, with the explanations; it is ready again when one is changed', async () => {
    const text = [line('001', 'ZONE;R2;305;\u00c9tude;;'), line('001', 'COMP;RAA;305;1.20;"old";'), ''].join(
      '\r\n',
    );
    const id = await upload(text);
    await explain(id, 1, 'Few sales –\n=1+1; "so"');
    expect((await call('GET', '/exports/ready/vat', 'ona')).json.items).toMatchObject([
      { district_code: '001', ready: 2, sent_before: 0 },
    ]);
    const row = await exported('vat', ['001'], 'ona');
    expect(row).toMatchObject({
      state: 'READY',
      items: 2,
      filename: 'EX.txt',
      line_count: 2,
      error_count: 0,
    });
    const file = await fetched(row.id, 'ona');
    expect(file.bytes.toString('latin1')).toBe(
      text.replace('\u00c9tude;;', '\u00c9tude;"Few sales - =1+1; ""so""";'),
    );
    expect(file.headers['content-type']).toBe('application/octet-stream');
    // By the page of annual values the same.
    expect((await call('GET', `/vat/files/${id}`)).bytes.equals(file.bytes)).toBe(true);
    expect((await call('GET', '/exports/ready/vat', 'ona')).json.items).toEqual([]);
    await explain(id, 2, 'New');
    expect((await call('GET', '/exports/ready/vat', 'ona')).json.items).toMatchObject([
      { ready: 2, sent_before: 2 },
    ]);
    const again = await exported('vat', ['001'], 'ona');
    expect(again).toMatchObject({ state: 'READY', sent_before: 2 });
    expect((await fetched(row.id, 'ona')).bytes.equals(file.bytes)).toBe(true);
  });

  it('goes whole: every district of its file is ticked, every letter is one that it holds', async () => {
    const both = await upload(`${line('001', 'PID;1;904;x;;')}\n${line('002', 'PID;3;904;x;;')}`, 'BOTH.txt');
    const part = await exported('vat', ['001']);
    expect(part).toMatchObject({
      state: 'FAILED',
      filename: null,
      problem:
        'VAT exceptions: “BOTH.txt” has lines of 002 too. A file goes back whole: tick these districts as well.',
    });
    expect(await exported('vat', ['001'], 'ona')).toMatchObject({
      problem: `VAT exceptions: File ${both} has lines of districts that you may not see. Somebody who sees them all exports it.`,
    });
    await sql(
      `insert into audit_note (district_code, base_date, test, key, text) values ('002', '2026-07-01', 904, '3', 'Pond 池')`,
    );
    expect(await exported('vat', ['001', '002'])).toMatchObject({
      state: 'FAILED',
      problem:
        'VAT exceptions: “BOTH.txt” is written in Latin-1, which has no “池” (line 2). Write that explanation otherwise.',
    });
    await explain(both, 2, 'Pond');
    const row = await exported('vat', ['001', '002']);
    expect(row).toMatchObject({ state: 'READY', items: 2, filename: 'BOTH.txt' });
    expect(await messages(row.id)).toEqual([
      {
        severity: 'W',
        rule: 'NONE',
        item_id: null,
        message: '“BOTH.txt”: 1 of 1 lines have no explanation. They go back as they came.',
      },
    ]);
    const other = await upload(line('001', 'PID;1;905;x;;'), 'BOTH.txt');
    await explain(both, 1, 'Dam');
    const two = await exported('vat', ['001', '002']);
    expect(Object.keys(membersOf((await fetched(two.id)).bytes))).toEqual(['BOTH.txt', `${other}-BOTH.txt`]);
    expect((await call('GET', '/exports/ready/vat', 'otto')).status).toBe(403);
  });
});
