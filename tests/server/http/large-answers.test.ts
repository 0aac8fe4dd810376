import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerTooLargeError } from '#server/database/errors.ts';
import { everybody } from '#tests/support/database.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { propertiesFile, reportFiles } from '#tests/support/report-files.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({
    screens: {
      ...screens,
      ...reportFiles(
        'wide',
        `select g as id, repeat('x', 5000) || g as words from generate_series(1, 5000) g order by 1`,
        ['id', 'words'],
      ),
      ...reportFiles(
        'huge',
        `select g as id, to_json(repeat('x', 70000000)) as words from generate_series(1, 1) g order by 1`,
        ['id', 'words'],
      ),
      ...propertiesFile('long', ['id', 'land_description']),
    },
  });
  await addSales(server.database);
  await server.database.owner(async (client) => {
    // Formatted a word at a time: the plain text is 300,000 characters long, what is stored many times as much.
    const text = JSON.stringify({
      blocks: [
        {
          key: 'a',
          text: 'word '.repeat(60_000),
          type: 'unstyled',
          depth: 0,
          inlineStyleRanges: [],
          entityRanges: [],
          data: {},
        },
      ],
      entityMap: {},
    });
    await client.query(
      `insert into property (id, district_code, land_description) select g, '001', $1::text::jsonb from generate_series(1, 200) g`,
      [text],
    );
  });
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const query = (body: object) => server.call('POST', '/query', { token, body });

describe('an answer that is too large', () => {
  it('ends its page where the bytes do and goes on with the next', async () => {
    const first = await query({ screen: 'report/wide', source: 'rows', limit: 5_000 });
    expect(first.status).toBe(200);
    const { count, total, values } = first.json;
    expect(total).toBe(5_000);
    expect(count).toBeGreaterThan(1_000);
    expect(count).toBeLessThan(5_000);
    expect(first.bytes.length).toBeLessThan(20 * 1024 * 1024);
    expect(values[0]).toHaveLength(count);
    const next = await query({ screen: 'report/wide', source: 'rows', offset: count, limit: 10 });
    expect(next.json.values[0][0]).toBe(count + 1);
  });

  it('shares its bytes among the pages of one question', async () => {
    const page = { limit: 5_000 };
    const answer = await query({ screen: 'report/wide', source: 'rows', ...page, also: [page, page] });
    expect(answer.bytes.length).toBeLessThan(20 * 1024 * 1024);
    for (const { count } of answer.json.also) expect(count).toBeGreaterThan(0);
    expect(answer.json.also[1].count).toBeLessThan(100);
  });

  it('shows the beginning of a long text in a list, and the whole in the record', async () => {
    const list = await query({ screen: 'long', source: 'rows', limit: 200 });
    expect(
      server.context.definitions.current().diagnostics.filter(({ file }) => file.includes('long')),
    ).toEqual([]);
    expect(list.status).toBe(200);
    const at = list.json.columns.findIndex(({ id }: { id: string }) => id === 'land_description');
    expect(list.json.count).toBe(200);
    expect(list.json.values[at][0]).toHaveLength(4_000);
    expect(list.json.values[at][0].endsWith('…')).toBe(true);
    const id = list.json.values[list.json.columns.findIndex((c: { id: string }) => c.id === 'id')][0];
    const record = await server.call('GET', `/properties/${id}`, { token });
    expect(JSON.stringify(record.json.land_description).length).toBeGreaterThan(290_000);
  });

  it('is refused at its place where one row is larger than any page, and everything else goes on', async () => {
    const refused = await query({ screen: 'report/huge', source: 'rows' });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'answer-too-large' });
    expect(refused.json.errors[0].pointer).toBe('/source');
    expect((await query({ screen: 'report/wide', source: 'rows', limit: 1 })).status).toBe(200);
  });

  it.each(['query', 'batches'] as const)(
    'fails the one request where the driver would throw, by %s',
    async (by) => {
      // Held in one piece until it is whole; from 512 MB on the driver would throw out of the socket.
      const text = `select repeat('x', 70000000) as words`;
      const asked = server.database.read(everybody, {}, async (client) => {
        if (by === 'query') return client.query(text);
        for await (const _ of client.batches(text, [], 10));
        return null;
      });
      await expect(asked).rejects.toBeInstanceOf(AnswerTooLargeError);
      expect((await server.call('GET', '/health')).status).toBe(200);
    },
  );

  it('reads rows that grow on the way in batches that shrink', async () => {
    const seen: number[] = [];
    await server.database.read(everybody, {}, async (client) => {
      const text = `select repeat('x', case when g < 1000 then 10 else 400000 end) as words from generate_series(1, 1300) g`;
      for await (const rows of client.batches(text, [], 100)) seen.push(rows.length);
    });
    expect(seen.reduce((a, b) => a + b, 0)).toBe(1_300);
    expect(Math.max(...seen)).toBe(100);
    expect(Math.max(...seen.slice(-5))).toBeLessThan(20);
  });
});

describe('lists', () => {
  it('take turns, and wait for no report', async () => {
    let most = 0;
    let now = 0;
    const { read } = server.database;
    const turns = server.context.listTurns;
    expect(turns).not.toBe(server.context.reportTurns);
    const work = () =>
      turns.run(1, async () => {
        now += 1;
        most = Math.max(most, now);
        await read(everybody, {}, (client) => client.query('select 1'));
        now -= 1;
      });
    await Promise.all(Array.from({ length: 8 }, work));
    expect(most).toBe(2);
    // While one person's turns are taken, their list waits; another's does not.
    const ends: (() => void)[] = [];
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(`select id from app_user where username = 'admin'`),
    );
    const admin = rows[0]?.id ?? 0;
    const held = [1, 2].map(() => turns.run(admin, () => new Promise<void>((resolve) => ends.push(resolve))));
    const waiting = query({ screen: 'long', source: 'rows', limit: 1 });
    let answered = false;
    void waiting.then(() => {
      answered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect((await query({ screen: 'report/wide', source: 'rows', limit: 1 })).status).toBe(200);
    expect(answered).toBe(false);
    for (const end of ends) end();
    await Promise.all(held);
    expect((await waiting).status).toBe(200);
  });
});
