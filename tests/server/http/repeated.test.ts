import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64)]);

let server: TestServer;
let token: string;
let other: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  await server.addUser('otto', 'office', '*');
  [token, other] = [await server.tokenOf('admin'), await server.tokenOf('otto')];
});
afterAll(() => server.close());

const keyed = (key: string) => ({ 'idempotency-key': key });
const upload = (headers: { readonly [name: string]: string }, by = token) =>
  server.call('POST', '/photos/upload?name=one.jpg', {
    token: by,
    raw: jpeg,
    headers: { 'content-type': 'application/octet-stream', ...headers },
  });
const photos = async (by = token) => (await server.call('GET', '/photos', { token: by })).json.items.length;

describe('a request that is sent twice', () => {
  it('under one key is done once, and answered the same', async () => {
    const key = keyed(randomUUID());
    const [first, second] = [await upload(key), await upload(key)];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await photos()).toBe(1);
    // Without a key, or under another, it is another.
    await upload({});
    await upload(keyed(randomUUID()));
    expect(await photos()).toBe(3);
  });

  it('at once is done once as well', async () => {
    const before = await photos();
    const key = keyed(randomUUID());
    const answers = await Promise.all([upload(key), upload(key), upload(key)]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await photos()).toBe(before + 1);
  });

  it('is a save that was taken, not one that came too late', async () => {
    const key = keyed(randomUUID());
    const save = () =>
      server.call('PUT', '/sales/1', { token, body: { version: 1, suburb: 'ONCE' }, headers: key });
    const [first, second] = [await save(), await save()];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    const late = await server.call('PUT', '/sales/1', { token, body: { version: 1, suburb: 'LATE' } });
    expect(late.status).toBe(409);
  });

  it('answers 204 again where it answered that', async () => {
    const key = keyed(randomUUID());
    const set = () => server.call('PUT', '/useroptions', { token, body: { a: 1 }, headers: key });
    expect([(await set()).status, (await set()).status]).toEqual([204, 204]);
  });

  it('is refused where it asks something else under the key', async () => {
    const key = keyed(randomUUID());
    const set = (body: object) => server.call('PUT', '/useroptions', { token, body, headers: key });
    await set({ b: 1 });
    const refused = await set({ b: 2 });
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'Something else was sent under this Idempotency-Key. Send a new one.',
    ]);
    expect(
      (await server.call('PUT', '/useroptions', { token, body: {}, headers: keyed('short') })).status,
    ).toBe(400);
  });

  it('is a new try where the first was refused, and nobody else’s', async () => {
    const key = keyed(randomUUID());
    const move = (version: number) =>
      server.call('PUT', '/sales/2', { token, body: { version, suburb: 'MOVED' }, headers: key });
    expect((await move(7)).status).toBe(409);
    expect((await move(1)).status).toBe(200);
    const mine = keyed(randomUUID());
    await upload(mine);
    expect((await upload(mine, other)).headers['idempotent-replayed']).toBeUndefined();
    expect(await photos(other)).toBe(1);
  });
});
