import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#src/core/link/hash.ts';
import { type Answer, envelope, screenFiles, startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

const kilobyte = 1024;
let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ config: { dev: true } });
  const { 'screens/menu.json': _menu, 'screens/broken.json': _broken, ...own } = screens;
  await server.reload(screenFiles(own));
  await server.database.owner((client) =>
    client.query(
      `insert into sale (source, district_code, street_name, suburb, purchase_price, contract_date, dealing_number)
       select 'LPI', '001', 'LONG ST', 'ALPHA', 1000 + i * 7919 % 100000, date '2000-01-01' + (i % 5000), 'D' || i
       from generate_series(1, 300) i`,
    ),
  );
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const taking = (encoding: string) => ({ 'accept-encoding': encoding });
const manifest = (headers = {}) => server.call('GET', '/definitions', { token, headers });
const rows = (limit: number, encoding: string) =>
  server.call('POST', '/query', {
    token,
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, limit },
    headers: taking(encoding),
  });
const exported = (format: string) =>
  server.call('POST', '/query/export', {
    token,
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, format },
    headers: taking('br, gzip'),
  });
const encodingOf = ({ headers }: Answer) => headers['content-encoding'] ?? 'identity';
const varyOf = ({ headers }: Answer) => headers.vary;

describe('compression', () => {
  it('sends a manifest by what is taken, under one tag', async () => {
    const plain = await manifest(taking('identity'));
    const brotli = await manifest(taking('gzip, deflate, br'));
    const gzip = await manifest(taking('gzip'));
    expect([plain, brotli, gzip].map(encodingOf)).toEqual(['identity', 'br', 'gzip']);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    const known = await manifest({ ...taking('br'), 'if-none-match': String(plain.headers.etag) });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect([plain, brotli, gzip, known].map(varyOf)).toEqual(Array(4).fill('authorization, accept-encoding'));
    expect(brotli.headers.etag).toBe(plain.headers.etag);
  });

  it('sends the manifest of 500 screens in less than 25 KB', async () => {
    const before = server.context.definitions.current();
    const own = [...before.screens.values()];
    // Where every text is another, as here, a screen may take its share and no more.
    expect((await manifest(taking('br'))).bytes.length / own.length).toBeLessThan((25 * kilobyte) / 500);
    const copies = Array.from({ length: 500 }, (_, i) => {
      const entry = own[i % own.length];
      if (!entry || i < own.length) return entry;
      const { id, route, title, summary } = entry.screen;
      const screen = {
        ...entry.screen,
        id: `${id}${i}`,
        route: `${route}/${i}`,
        title: typeof title === 'string' ? `${title} ${i}` : { ...title, $text: [...title.$text, ` ${i}`] },
        summary: summary === null ? null : `${i} ${summary}`,
      };
      return { ...entry, id: screen.id, hash: hashOf(screen).slice(0, entry.hash.length), screen };
    }).filter((entry) => entry !== undefined);
    server.context.definitions.replace({
      ...before,
      screens: new Map(copies.map((entry) => [entry.id, entry])),
    });
    const answers = [await manifest(taking('br')), await manifest(taking('gzip'))];
    server.context.definitions.replace(before);
    expect(JSON.parse(brotliDecompressSync(answers[0]?.bytes ?? '').toString()).entries).toHaveLength(500);
    for (const { bytes } of answers) expect(bytes.length).toBeLessThan(25 * kilobyte);
  });

  it('sends a page of 200 rows in a third of its bytes, a small one as it is', async () => {
    const plain = await rows(200, 'identity');
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await rows(200, encoding);
      expect(encodingOf(answer)).toBe(encoding);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(JSON.parse(unpack(answer.bytes).toString()).values).toEqual(plain.json.values);
    }
    const small = await rows(1, 'br, gzip');
    expect([encodingOf(small), small.json.count]).toEqual(['identity', 1]);
  });

  it('compresses an exported CSV and leaves a workbook, which is compressed', async () => {
    const csv = await exported('csv');
    expect([encodingOf(csv), csv.headers['x-cadastre-rows']]).toEqual(['br', '300']);
    expect(brotliDecompressSync(csv.bytes).toString().trim().split('\r\n')).toHaveLength(301);
    const book = await exported('xlsx');
    expect([encodingOf(book), book.bytes.subarray(0, 2).toString()]).toEqual(['identity', 'PK']);
  });

  it('hands on an event of development at once', async () => {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const ended = new AbortController();
    const { headers, body } = await fetch(`${address}/api/definitions/events`, {
      headers: { authorization: `JWT ${token}`, ...taking('br, gzip') },
      signal: ended.signal,
    });
    expect(headers.get('content-encoding')).toBeNull();
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('retry');
    server.context.definitions.replace(server.context.definitions.current());
    expect((await reader?.read())?.value).toContain('event: changed');
    ended.abort();
  });

  it('does not inflate what is sent to it', async () => {
    const body = gzipSync(envelope({ username: 'admin', password: 'x' }));
    const answer = await server.call('POST', '/app/login', {
      raw: body,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(answer.json).toMatchObject({ status: 400, code: 'bad-envelope' });
  });
});
