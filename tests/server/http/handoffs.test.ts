// Lists of PIDs to the mapping program and from it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#src/core/values.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.database.owner((client) =>
    client.script(`
      insert into property (id, district_code, synthetic) select 1000 + n, '001', true from generate_series(1, 12000) n;
      insert into property (id, district_code, synthetic) values (5, '001', true), (6, '002', true), (7, '001', false)`),
  );
  for (const [name, role, districts] of [
    ['olga', 'office', ['001', '002']],
    ['otto', 'office', ['001']],
    ['val', 'valuer', ['001']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const add = (body: object, by = 'otto') =>
  server.call('POST', '/handoffs', { token: tokens[by] ?? null, body });
const upload = (raw: Buffer, by = 'otto') =>
  server.call('POST', '/handoffs/upload?name=from%20map.txt', {
    token: tokens[by] ?? null,
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  });
const fileOf = (id: number, by = 'otto') =>
  server.call('GET', `/handoffs/${id}/file`, { token: tokens[by] ?? null });
const logged = async (id: number): Promise<Row | undefined> =>
  (
    await server.database.owner((client) =>
      client.query<Row>(`select direction, source, file_name, n, n_lines, faults, created_by is not null as named
        from handoff_log where id = ${id}`),
    )
  ).rows[0];

describe('a list of PIDs', () => {
  it('takes what is known; unknown, foreign, double and blank lines are told each at its place', async () => {
    const given = await add({ direction: 'IN', pids: 'PID\n5\n\n6\n99\n 5 ,\r\n7\n1001\n\n' });
    expect([given.status, given.json]).toEqual([200, { id: expect.any(Number), n: 2, faults: 5 }]);
    expect(await logged(given.json.id)).toEqual({
      direction: 'IN',
      source: 'PASTED',
      file_name: null,
      n: 2,
      n_lines: 8,
      named: true,
      faults: [
        { line: 3, text: '', fault: 'BLANK' },
        { line: 4, text: '6', fault: 'FOREIGN' },
        { line: 5, text: '99', fault: 'UNKNOWN' },
        { line: 6, text: '5', fault: 'DOUBLE' },
        { line: 7, text: '7', fault: 'DATASET' },
      ],
    });
    // A colleague who sees the other district as well has no foreign line.
    expect((await add({ direction: 'IN', pids: '5\n6' }, 'olga')).json).toMatchObject({ n: 2, faults: 0 });
  });

  it('of ten thousand lines with letters is refused whole, with the lines; without them it is taken', async () => {
    const pids = Array.from({ length: 10_000 }, (_, i) => String(1001 + i));
    const wrong = [...pids];
    for (const [line, text] of [
      [2, '1002A'],
      [40, '12 13'],
      [41, '-5'],
      [42, '0'],
      [43, '1.5'],
      [10_000, 'x'.repeat(90)],
    ] as const)
      wrong[line - 1] = text;
    const refused = await add({ direction: 'OUT', pids: wrong.join('\r\n') });
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([422, '/pids']);
    expect(refused.json.errors[0].message).toMatch(
      /^Line 2: “1002A” is no PID\. A PID is a whole number, one a line\. Line 40: .* 1 more line is wrong\. Nothing was taken\.$/,
    );
    expect(refused.json.errors.slice(1).map(({ pointer }: Row) => pointer)).toEqual(
      [2, 40, 41, 42, 43, 10_000].map((line) => `/lines/${line}`),
    );
    expect(refused.json.errors.at(-1).message).toContain(`“${'x'.repeat(40)}…”`);
    pids[50] = '1001';
    pids[60] = '';
    const taken = await add({ direction: 'OUT', pids: pids.join('\n') });
    expect(taken.json).toMatchObject({ n: 9998, faults: 2 });
    expect(await logged(taken.json.id)).toMatchObject({
      faults: [
        { line: 51, fault: 'DOUBLE' },
        { line: 61, fault: 'BLANK' },
      ],
    });
    for (const pids of ['', ' \n\n', 'PID'])
      expect((await add({ direction: 'IN', pids })).json.errors[0]).toEqual({
        pointer: '/pids',
        message: 'There is no PID in it. Give one a line.',
      });
    expect((await add({ direction: 'IN' })).status).toBe(422);
  });

  it('goes out as a file, one a line, the same at every call, and comes in again as it went', async () => {
    const out = await add({ direction: 'OUT', ids: [1002, 5, 1001] });
    expect([await logged(out.json.id), out.json.n]).toMatchObject([
      { direction: 'OUT', source: 'RESULT' },
      3,
    ]);
    const file = await fileOf(out.json.id);
    expect([file.status, file.bytes.toString()]).toEqual([200, '1002\r\n5\r\n1001\r\n']);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="valmap-${out.json.id}.txt"`);
    expect((await fileOf(out.json.id)).bytes.equals(file.bytes)).toBe(true);
    for (const bytes of [file.bytes, Buffer.from(`\uFEFF${file.bytes.toString()}`, 'utf16le')]) {
      const back = await upload(bytes);
      expect([back.status, back.json]).toMatchObject([200, { n: 3, faults: 0 }]);
      expect(await logged(back.json.id)).toMatchObject({
        direction: 'IN',
        source: 'FILE',
        file_name: 'from map.txt',
      });
      expect((await fileOf(back.json.id)).bytes.equals(file.bytes)).toBe(true);
    }
    const wrong = await upload(Buffer.from('5\nsix\n'));
    expect([wrong.status, wrong.json.code, wrong.json.errors[1]]).toMatchObject([
      422,
      'refused-file',
      { pointer: '/lines/2' },
    ]);
  });

  it('gives no part of itself to who may not see all of it, and nothing without the right', async () => {
    const { id } = (await add({ direction: 'OUT', pids: '5\n6' }, 'olga')).json;
    expect((await fileOf(id, 'olga')).bytes.toString()).toBe('5\r\n6\r\n');
    const part = await fileOf(id);
    expect([part.status, part.text]).toEqual([403, expect.stringContaining('No file is made of a part.')]);
    expect((await fileOf(999_999)).status).toBe(404);
    expect((await add({ direction: 'OUT', pids: '5' }, 'val')).status).toBe(403);
    expect((await upload(Buffer.from('5'), 'val')).status).toBe(403);
    expect((await fileOf(id, 'val')).status).toBe(403);
  });
});
