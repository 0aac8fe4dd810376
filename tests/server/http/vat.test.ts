// Exceptions of the Valuer General's checker: a file in, explained, and out again.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:00:00Z' });
  await server.database.owner((client) =>
    client.script(`
      insert into component (code, district_code, zone_code) values ('RAA', '001', 'R2');
      insert into property (id, district_code, zone_code, component_code) values (1, '001', 'R2', 'RAA'), (2, '002', 'R2', null);
      insert into audit_note (district_code, base_date, test, key, text) values
        ('001', '2026-07-01', 303, 'R2', E'Few sales –\\nolder ones'), ('001', '2026-07-01', 904, '1', 'Pond 池'),
        ('002', '2026-07-01', 303, 'R2', 'Of another district');
    `),
  );
  for (const [name, role, districts] of [
    ['vic', 'valuer', ['001', '002']],
    ['wes', 'valuer', ['001']],
    ['fay', 'valuer', ['002']],
    ['vera', 'viewer', ['001']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const upload = (text: string, by = 'vic', name = 'EX.txt') =>
  server.call('POST', `/vat/upload?name=${name}`, {
    token: tokens[by] ?? null,
    raw: Buffer.from(text, 'latin1'),
    headers: { 'content-type': 'application/octet-stream' },
  });
const exported = (id: number, by = 'vic') =>
  server.call('GET', `/vat/files/${id}`, { token: tokens[by] ?? null });
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const saveMany = (cells: object[], by = 'vic') =>
  server.call('PUT', '/vatexceptions', {
    token: tokens[by] ?? null,
    body: { expected: cells.length, rows: cells },
  });
const line = (district: string, rest: string) => `B;${district};20260701;${district};ITEM;${rest}`;
const lineOf = async (id: number, at: number) => {
  const [row] = await rows(`select id, version from vat_exception where file_id = ${id} and line_no = ${at}`);
  return { id: Number(row?.id), version: Number(row?.version) };
};

describe('a file of VAT exceptions', () => {
  it('comes back as it was, and with explanations in the last text field alone', async () => {
    const text = [
      line('001', 'ZONE;R2;305;\u00c9tude, "low";;'),
      line('001', 'COMP;RAA;305;1.20;"old, ""one""";'),
      line('002', 'PID;2;904;x;;'),
    ].join('\r\n');
    const taken = await upload(text);
    expect([taken.status, taken.json]).toMatchObject([200, { lines: 3, districts: ['001', '002'] }]);
    const { id } = taken.json;
    const back = await exported(id);
    expect([back.status, back.bytes.toString('latin1')]).toEqual([200, text]);
    expect(back.headers['content-disposition']).toBe('attachment; filename="EX.txt"');
    // Pasted with line breaks, tabs, quotes, the delimiter and a formula.
    const cells = [
      { ...(await lineOf(id, 1)), explanation: 'Few sales –\n\tthe “last” of May' },
      { ...(await lineOf(id, 2)), explanation: '=1+1; "quoted"' },
    ];
    const saved = await saveMany(cells);
    expect(saved.status).toBe(200);
    expect((await exported(id)).bytes.toString('latin1')).toBe(
      [
        line('001', 'ZONE;R2;305;\u00c9tude, "low";Few sales - the "last" of May;'),
        line('001', 'COMP;RAA;305;1.20;"=1+1; ""quoted""";'),
        line('002', 'PID;2;904;x;;'),
      ].join('\r\n'),
    );
    // Two people: the second is told what stands there.
    expect((await saveMany([{ ...cells[0], explanation: 'Late' }])).status).toBe(409);
  });

  it('shows the note of the same district, base date, test and key until somebody saves, and an earlier explanation', async () => {
    const text = `${line('001', 'ZONE;R2;303 MVP;low;;')}\n${line('001', 'ZONE;R3;303;low;;')}\n${line('002', 'ZONE;R2;304;low;;')}\n`;
    const { id } = (await upload(text)).json;
    const shown = async (file: number) =>
      rows(`select line_no, shown, source from vat_exception_record where file_id = ${file} order by 1`);
    expect(await shown(id)).toEqual([
      { line_no: 1, shown: 'Few sales –\nolder ones', source: 'Audit note' },
      { line_no: 2, shown: null, source: 'Missing' },
      { line_no: 3, shown: null, source: 'Missing' },
    ]);
    expect((await exported(id)).bytes.toString('latin1')).toBe(
      text.replace('low;;', 'low;Few sales - older ones;'),
    );
    await saveMany([{ ...(await lineOf(id, 2)), explanation: 'Checked' }]);
    const command = (verb: string, more: object) =>
      server.call('POST', `/commands/vat_take_notes/${verb}`, {
        token: tokens.vic ?? null,
        body: { params: { file: id }, ...more },
      });
    const { result } = (await command('preview', {})).json;
    expect(result).toMatchObject({ found: 1, done: 1 });
    await command('run', { expected: 1, stamp: result.stamp, request_id: randomUUID() });
    expect((await shown(id)).map(({ source }) => source)).toEqual(['Saved', 'Saved', 'Missing']);
    const again = (await upload(`${text}${line('001', 'ZONE;R4;303;low;;')}`)).json.id;
    expect((await shown(again)).map(({ source }) => source)).toEqual([
      'Earlier file',
      'Earlier file',
      'Missing',
      'Missing',
    ]);
  });

  it('with a letter that Latin-1 has not is refused at the cell, and of a note at the export by line', async () => {
    const { id } = (await upload(`${line('001', 'PID;1;904;x;;')}\n${line('001', 'PID;9;904;x;;')}`)).json;
    const wrong = await saveMany([
      { ...(await lineOf(id, 2)), explanation: 'All well' },
      { ...(await lineOf(id, 1)), explanation: 'Pond 池' },
    ]);
    expect([wrong.status, JSON.stringify(wrong.json)]).toEqual([
      422,
      expect.stringContaining('cannot hold “池”'),
    ]);
    expect(await rows(`select from vat_exception where file_id = ${id} and explanation is not null`)).toEqual(
      [],
    );
    const refused = await exported(id);
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('line 1 has “池”')]);
    const long = await saveMany([{ ...(await lineOf(id, 2)), explanation: 'x'.repeat(10_240) }]);
    expect([long.status, long.json.errors?.[0]?.pointer]).toEqual([400, '/rows/0/explanation']);
  });

  it('that is wrong in a line is refused whole with the line; the same file twice is told', async () => {
    const count = async () => (await rows('select count(*)::integer as n from vat_exception'))[0]?.n;
    const before = Number(await count());
    const good = line('001', 'ZONE;R5;303;low;;');
    const told = async (text: string, by = 'vic') => {
      const { status, json } = await upload(text, by);
      return [status, json.message];
    };
    expect(await told('')).toEqual([422, 'The file is empty. Nothing was taken.']);
    expect(await told(`${good}\n${good}`)).toEqual([422, 'Line 2: It repeats line 1. Nothing was taken.']);
    expect(await told(`${good}\n${line('001', 'ZONE;R6')}`)).toEqual([
      422,
      'Line 2: It has 7 fields, the lines before it 11: the file is cut off. Nothing was taken.',
    ]);
    expect(await told(`${good}\n${line('002', 'ZONE;R6;303;low;;')}`, 'wes')).toEqual([
      422,
      'Line 2: It is of district 002, in which you do not work. Nothing was taken.',
    ]);
    expect(await told(`${good}\n${line('999', 'ZONE;R6;303;low;;')}`)).toEqual([
      422,
      'Line 2: There is no district 999. Nothing was taken.',
    ]);
    expect(await told('<html>\n')).toEqual([
      422,
      expect.stringContaining('Line 1: This is no file of VAT exceptions'),
    ]);
    expect(await count()).toBe(before);
    const twice = await Promise.all([upload(good), upload(good)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(twice.find(({ status }) => status === 422)?.json.message).toMatch(
      /^This file is here already: “EX.txt”, uploaded on .* by vic\. Nothing was added\.$/,
    );
    expect(await count()).toBe(before + 1);
  });

  it('is for who may change annual values, and whole for who sees all of its districts', async () => {
    const { id } = (await upload(`${line('001', 'PID;1;905;x;;')}\n${line('002', 'PID;2;905;x;;')}`)).json;
    expect((await upload(line('001', 'PID;1;901;x;;'), 'vera')).status).toBe(403);
    expect((await exported(id, 'vera')).status).toBe(403);
    expect((await exported(id, 'wes')).status).toBe(404);
    expect((await saveMany([{ ...(await lineOf(id, 1)), explanation: 'Of Wes' }], 'wes')).status).toBe(200);
    const foreign = await saveMany([{ ...(await lineOf(id, 2)), explanation: 'Of Wes' }], 'wes');
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    expect(
      await rows(`select line_no, explanation from vat_exception where file_id = ${id} order by 1`),
    ).toEqual([
      { line_no: 1, explanation: 'Of Wes' },
      { line_no: 2, explanation: null },
    ]);
    await server.database.owner((client) =>
      client.query(
        `insert into district_year (district_code, base_date, state, locked_at) values ('001', '2026-07-01', 'ROLLED', now())`,
      ),
    );
    const rolled = await saveMany([{ ...(await lineOf(id, 1)), explanation: 'Later' }], 'wes');
    expect([rolled.status, JSON.stringify(rolled.json)]).toEqual([
      422,
      expect.stringContaining('was rolled over'),
    ]);
  });
});
