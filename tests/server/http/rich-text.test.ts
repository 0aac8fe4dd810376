// Formatted text of a record through the whole server: stored as sent, refused when it is anything else, read as plain
// text by lists, searches and exports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { richTextPlain } from '#src/core/rich-text-plain.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let token: string;
const pid = 9_000_000_001;
beforeAll(async () => {
  server = await startTestApp({
    screens: {
      'screens/prop/list.json': {
        format: 1,
        id: 'prop/list',
        route: '/prop/list',
        title: 'Properties',
        data: { list: { records: 'properties', where: {} } },
        blocks: [{ id: 'list', type: 'grid', data: 'list', columns: ['id', 'values_rationale'] }],
      },
    },
  });
  await server.database.owner((client) =>
    client.query(
      `insert into property (id, district_code) values ($1::bigint, (select min(code) from district))`,
      [pid],
    ),
  );
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

let version = 1;
const read = async () => (await server.call('GET', `/properties/${pid}`, { token })).json;
const save = async (values_rationale: unknown) => {
  const answer = await server.call('PUT', `/properties/${pid}`, {
    token,
    body: { version, values_rationale },
  });
  if (answer.status === 200) version = answer.json.version;
  return answer;
};
const rich = {
  blocks: [
    { text: 'Steep – “north” 🏠', type: 'p', styles: [{ to: 5, from: 0, style: 'bold' }] },
    { text: 'One', type: 'ol', indent: 30 },
    { text: 'Two', type: 'ol', links: [{ to: 3, from: 0, href: 'https://www.nsw.gov.au/x' }] },
    { text: '', type: 'p' },
    { text: 'Again', type: 'ol' },
    { text: '=1+1', type: 'ul' },
  ],
};

describe('formatted text of a record', () => {
  it('is stored in the very form in which it was sent, and the same content again is no change', async () => {
    const saved = await save(rich);
    expect(saved.status).toBe(200);
    expect(JSON.stringify((await read()).values_rationale)).toBe(JSON.stringify(rich));
    const before = version;
    const shuffled = {
      blocks: rich.blocks.map((block) => Object.fromEntries(Object.entries(block).reverse())),
    };
    expect((await save(shuffled)).json.version).toBe(before);
    const { items } = (await server.call('GET', `/properties/${pid}/history`, { token })).json;
    expect(items).toHaveLength(1);
  });

  it.each([
    ['a text', ''],
    [['x'], ''],
    [{ blocks: [], entityMap: {} }, '/entityMap'],
    [{ blocks: [{ text: 'x', type: 'atomic' }] }, '/blocks/0/type'],
    [{ blocks: [{ text: 'x', type: 'p', data: { onclick: 'x' } }] }, '/blocks/0/data'],
    [{ blocks: [{ text: 'x', type: 'p', indent: 7 }] }, '/blocks/0/indent'],
    [{ blocks: [{ text: 'x\u0000', type: 'p' }] }, '/blocks/0/text'],
    [
      { blocks: [{ text: 'x', type: 'p', styles: [{ from: 0, to: 2, style: 'bold' }] }] },
      '/blocks/0/styles/0',
    ],
    [
      { blocks: [{ text: 'x', type: 'p', links: [{ from: 0, to: 1, href: 'javascript:alert(1)' }] }] },
      '/blocks/0/links/0/href',
    ],
    [
      { blocks: [{ text: 'x', type: 'p', links: [{ from: 0, to: 1, href: 'https://evil.example/' }] }] },
      '/blocks/0/links/0/href',
    ],
    [
      { blocks: [{ text: 'x', type: 'p', links: [{ from: 0, to: 1, href: '/no/such/page' }] }] },
      '/blocks/0/links/0/href',
    ],
    [
      { blocks: [{ text: 'x', type: 'p', links: [{ from: 0, to: 1, href: '/logout' }] }] },
      '/blocks/0/links/0/href',
    ],
  ])(
    'is refused with its place and changes nothing when it is anything else: case %#',
    async (value, pointer) => {
      const before = await read();
      const { status, json } = await save(value);
      expect(status).toBe(400);
      expect(json.errors[0].pointer).toBe(`/values_rationale${pointer}`);
      expect(await read()).toEqual(before);
    },
  );

  it('is plain text for lists, searches and exports, which cut it where the field says so', async () => {
    const found = (val: string) =>
      server.call('POST', '/properties/search', {
        token,
        body: {
          searchType: 'full',
          isRecent: false,
          criteria: [{ fld: 'values_rationale', op: 'contains', val }],
        },
      });
    expect((await found('steep')).status).toBe(200);
    const rows = async () =>
      (
        await server.call('POST', '/query', {
          token,
          body: { screen: 'prop/list', source: 'list', offset: 0, limit: 10 },
        })
      ).json;
    const plain = richTextPlain(rich);
    expect(plain).toBe('Steep – “north” 🏠\n1. One\n2. Two\n\n1. Again\n• =1+1');
    expect(JSON.stringify(await rows())).toContain(JSON.stringify(plain));
    await save({ blocks: [{ text: `${'x'.repeat(1_999)}🏠y`, type: 'p' }] });
    const { text } = await server.call('POST', '/query/export', {
      token,
      body: { screen: 'prop/list', source: 'list', format: 'csv', columns: ['values_rationale'] },
    });
    expect(text.trim().split(/\r?\n/)[1]).toBe(`${'x'.repeat(1_999)}🏠`);
    expect((await read()).values_rationale.blocks[0].text).toHaveLength(2_002);
  });

  it('that says nothing is nothing', async () => {
    expect((await save({ blocks: [{ text: '  ', type: 'p' }] })).json.values_rationale).toBeNull();
  });

  it('was plain text before: what stood in a note is kept line by line', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ rich: unknown; none: unknown; plain: string }>(
        `select rich_text_of($1) as rich, rich_text_of(' ') as none, rich_text_plain(rich_text_of($1)) as plain`,
        ['Two\r\nlines'],
      ),
    );
    expect(rows[0]).toEqual({
      rich: {
        blocks: [
          { text: 'Two', type: 'p' },
          { text: 'lines', type: 'p' },
        ],
      },
      none: null,
      plain: 'Two\nlines',
    });
  });
});
