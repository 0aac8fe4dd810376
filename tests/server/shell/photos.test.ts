import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales } from '#tests/support/http-fixture.ts';

let server: TestServer;
let admin: string;
let otto: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp();
  await addSales(server.database);
  await server.addUser('otto', 'office', ['001']);
  await server.addUser('vera', 'viewer', ['002']);
  [admin, otto, vera] = [
    await server.tokenOf('admin'),
    await server.tokenOf('otto'),
    await server.tokenOf('vera'),
  ];
});
afterAll(() => server.close());

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.from('the rest of a picture')]);
const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)]);
const upload = (token: string, bytes: Buffer, name = 'front.jpg') =>
  server.call('POST', `/photos/upload?name=${encodeURIComponent(name)}`, {
    token,
    raw: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
const folder = () => join(server.context.config.dataDir, 'photos');
const file = (token: string, id: number) => server.call('GET', `/photos/${id}/file`, { token });
const assign = (token: string, id: number, body: object) =>
  server.call('PUT', `/photos/${id}`, { token, body });
const list = async (token: string, query = '') =>
  (await server.call('GET', `/photos${query}`, { token })).json;

describe('photos', () => {
  it('are stored under a random name and come back byte for byte', async () => {
    const { json } = await upload(otto, jpeg, '../../etc/Straße\n.jpg');
    expect(json).toMatchObject({
      name: '../../etc/Straße.jpg',
      type: 'image/jpeg',
      size_bytes: jpeg.length,
      rotation: 0,
      item_type: null,
      own: true,
      by: 'otto',
    });
    const back = await file(otto, json.id);
    expect([back.headers['content-type'], back.bytes.equals(jpeg)]).toEqual(['image/jpeg', true]);
    expect(back.headers['x-content-type-options']).toBe('nosniff');
    for (const name of readdirSync(folder())) expect(name).toMatch(/^[0-9a-f-]{36}$/);
    expect((await upload(otto, png, 'a.jpg')).json.type).toBe('image/png');
  });

  it('that are none are refused by their first bytes and leave nothing', async () => {
    const before = readdirSync(folder()).length;
    const wrong = [
      Buffer.from('<svg onload="alert(1)">'),
      Buffer.from('GIF89a..........'),
      Buffer.from([0xff, 0xd8]),
      Buffer.alloc(0),
    ];
    for (const bytes of wrong)
      expect((await upload(otto, bytes, 'real.jpg')).json).toMatchObject({
        status: 422,
        code: 'refused-file',
      });
    const large = Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024)]);
    expect((await upload(otto, large)).json).toMatchObject({ status: 413 });
    expect(readdirSync(folder())).toHaveLength(before);
  });

  it('turn by quarters, both ways round', async () => {
    const { id } = (await upload(otto, jpeg)).json;
    const turn = async (way: string) =>
      (await server.call('PUT', `/photos/${id}/rotate`, { token: otto, body: { turn: way } })).json.rotation;
    expect([await turn('left'), await turn('left'), await turn('right')]).toEqual([270, 180, 270]);
    expect([await turn('right'), await turn('right')]).toEqual([0, 90]);
  });

  it('are their owner’s alone until they are given to an item that others see', async () => {
    const { id } = (await upload(otto, jpeg)).json;
    expect((await file(vera, id)).status).toBe(404);
    expect((await list(vera)).items).toEqual([]);
    const given = await assign(otto, id, { version: 1, item_type: 'SA', item_id: 1 });
    expect(given.json).toMatchObject({ item_type: 'SA', item_id: 1, version: 2 });
    // The sale lies in 001: not for vera, but for the administrator.
    expect((await file(vera, id)).status).toBe(404);
    expect((await server.call('GET', '/photos?item_type=SA&item_id=1', { token: vera })).status).toBe(404);
    expect((await file(admin, id)).bytes.equals(jpeg)).toBe(true);
    expect((await list(admin, '?item_type=SA&item_id=1')).items).toMatchObject([
      { id, own: false, by: 'otto' },
    ]);
    for (const [method, path, body] of [
      ['PUT', `/photos/${id}/rotate`, { turn: 'left' }],
      ['PUT', `/photos/${id}`, { version: 2, item_type: null, item_id: null }],
      ['DELETE', `/photos/${id}?version=2`, undefined],
    ] as const)
      expect((await server.call(method, path, { token: admin, ...(body ? { body } : {}) })).status).toBe(404);
  });

  it('are given only to what their owner may see, and not over somebody’s change', async () => {
    const { id } = (await upload(otto, jpeg)).json;
    for (const [item_type, item_id] of [
      ['SA', 5],
      ['SA', 987_654],
      ['AN', 1],
      ['XX', 1],
    ])
      expect((await assign(otto, id, { version: 1, item_type, item_id })).json).toMatchObject({
        status: 422,
        errors: [{ pointer: '/item_id' }],
      });
    expect((await assign(otto, id, { version: 1, item_type: 'SA', item_id: null })).status).toBe(422);
    expect((await assign(otto, id, { item_type: 'SA', item_id: 1 })).json.code).toBe('version-missing');
    expect((await assign(otto, id, { version: 7, item_type: 'SA', item_id: 1 })).status).toBe(409);
  });

  it('are deleted with their picture, and audited', async () => {
    const { id } = (await upload(otto, jpeg)).json;
    const before = readdirSync(folder()).length;
    const remove = (query: string) => server.call('DELETE', `/photos/${id}${query}`, { token: otto });
    expect((await remove('')).json.code).toBe('version-missing');
    expect((await remove('?version=2')).status).toBe(409);
    expect((await remove('?version=1')).status).toBe(204);
    expect(readdirSync(folder())).toHaveLength(before - 1);
    expect((await file(otto, id)).status).toBe(404);
    const { rows } = await server.database.owner((client) =>
      client.query(`select action from audit where table_name = 'attachment' and row_id = $1 order by id`, [
        id,
      ]),
    );
    expect(rows).toEqual([{ action: 'insert' }, { action: 'delete' }]);
  });

  it('whose picture is not in the folder say which folder to copy', async () => {
    const { id } = (await upload(otto, jpeg)).json;
    const { rows } = await server.database.owner((client) =>
      client.query<{ file: string }>(
        `update attachment set file = gen_random_uuid() where id = $1 returning file`,
        [id],
      ),
    );
    expect(existsSync(join(folder(), rows[0]?.file ?? ''))).toBe(false);
    expect((await file(otto, id)).json).toMatchObject({
      status: 404,
      message: expect.stringContaining('photos'),
    });
  });
});

const png1 = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF of so many empty pages. */
async function pdf(pages: number): Promise<Buffer> {
  const doc = await PDFDocument.create();
  for (let n = 0; n < pages; n += 1) doc.addPage([200, 100]);
  return Buffer.from(await doc.save());
}

describe('files of a record', () => {
  const of = (id: number) => `item_type=SA&item_id=${id}`;
  const give = (token: string, bytes: Buffer, name: string, sale = 2) =>
    server.call('POST', `/attachments/upload?${of(sale)}&name=${encodeURIComponent(name)}`, {
      token,
      raw: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const files = (token: string, sale = 2) => server.call('GET', `/attachments?${of(sale)}`, { token });
  const send = (method: string, path: string, body: object, token = otto) =>
    server.call(method, `/attachments${path}`, { token, body });
  const sale2 = { item_type: 'SA', item_id: 2 };
  let ids: number[] = [];
  beforeAll(async () => {
    const given = [
      await give(otto, png1, 'Straße: front?.png'),
      await give(otto, await pdf(3), 'plan.pdf'),
      await give(otto, png1, 'back.png'),
    ];
    expect(given.map(({ status, json }) => [status, json.type])).toEqual([
      [200, 'image/png'],
      [200, 'application/pdf'],
      [200, 'image/png'],
    ]);
    ids = given.map(({ json }) => json.id);
  });

  it('are seen by whoever sees the record, and by nobody of another district', async () => {
    const seen = (await files(admin)).json.items;
    expect(seen.map(({ id, by, may_change }: Found) => [id, by, may_change])).toEqual(
      ids.map((id) => [id, 'otto', true]),
    );
    expect((await files(vera)).status).toBe(404);
    const [id = 0] = ids;
    const get = (token: string) => server.call('GET', `/attachments/${id}/file`, { token });
    expect([(await get(admin)).bytes.equals(png1), (await get(vera)).status]).toEqual([true, 404]);
    for (const [method, path, body] of [
      ['PUT', `/${id}`, { version: 1, ticked: true }],
      ['PUT', '/order', { ...sale2, ids }],
      ['POST', '/merge', { ...sale2, ids }],
      ['POST', '/download', { ...sale2, ids }],
    ] as const)
      expect((await send(method, path, body, vera)).status).toBe(404);
    expect((await give(vera, png1, 'x.png')).status).toBe(404);
    // Her own district's record: seen, and not hers to change.
    expect((await files(vera, 5)).json.items).toEqual([]);
    expect((await give(vera, png1, 'x.png', 5)).status).toBe(403);
    // A photo that nobody's record has is no file of a record.
    const own = (await upload(otto, jpeg)).json.id;
    expect((await send('PUT', `/${own}`, { version: 1, ticked: true })).status).toBe(404);
  });

  it('are what their first bytes say, and refused by them', async () => {
    expect((await give(otto, Buffer.from('MZ......'), 'real.pdf')).json.code).toBe('refused-file');
    expect((await upload(otto, await pdf(1), 'x.pdf')).json.code).toBe('refused-file');
    expect((await give(otto, Buffer.concat([png1, Buffer.alloc(20 * 1024 * 1024)]), 'x.png')).status).toBe(
      413,
    );
  });

  it('are ticked, named and turned with their version, each with an entry of the history', async () => {
    const [id = 0] = ids;
    expect((await send('PUT', `/${id}`, { version: 1, ticked: true })).json).toMatchObject({ ticked: true });
    expect((await send('PUT', `/${id}`, { version: 1, ticked: false })).json).toMatchObject({
      status: 409,
      current: { ticked: true, version: 2 },
    });
    expect((await send('PUT', `/${id}`, { ticked: false })).json.code).toBe('version-missing');
    expect((await send('PUT', `/${id}`, { version: 2, turn: 'left', folder: 'Street' })).json).toMatchObject({
      rotation: 270,
      folder: 'Street',
    });
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select from audit where table_name = 'attachment' and row_id = $1 and action = 'update'`,
        [id],
      ),
    );
    expect(rows).toHaveLength(2);
  });

  it('stand in the order that they are given, unless others came meanwhile', async () => {
    const turned = [...ids].reverse();
    const answer = await send('PUT', '/order', { ...sale2, ids: turned });
    expect(answer.json.items.map(({ id }: Found) => id)).toEqual(turned);
    expect((await files(admin)).json.items.map(({ id }: Found) => id)).toEqual(turned);
    expect((await send('PUT', '/order', { ...sale2, ids: ids.slice(1) })).status).toBe(409);
    const middle = (await files(otto)).json.items[1];
    await send('PUT', '/order', { ...sale2, ids });
    // What stays where it stood is not written.
    expect((await files(otto)).json.items[1].version).toBe(middle.version);
  });

  it('come to one PDF in their order, the pages of all', async () => {
    const answer = await send('POST', '/merge', { ...sale2, ids: [...ids].reverse() });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    const doc = await PDFDocument.load(answer.bytes);
    // The first picture is turned by a quarter, but as wide as high: upright; then the plan, then the other.
    expect(doc.getPages().map((page) => Math.round(page.getWidth()))).toEqual([595, 200, 200, 200, 595]);
  });

  it('that cannot be read are a refusal at their place', async () => {
    const { id } = (await give(otto, Buffer.from('%PDF-1.7 and nothing more'), 'broken.pdf')).json;
    const answer = await send('POST', '/merge', { ...sale2, ids: [ids[0], id] });
    expect([answer.status, answer.json.errors]).toEqual([
      422,
      [{ pointer: '/ids/1', message: expect.stringContaining('"broken.pdf" cannot be read') }],
    ]);
    expect((await send('POST', '/merge', { ...sale2, ids: [ids[0], 987_654] })).status).toBe(404);
    expect((await server.call('DELETE', `/attachments/${id}?version=1`, { token: otto })).status).toBe(204);
    expect((await files(otto)).json.items).toHaveLength(3);
  });

  it('come as a ZIP under names that any folder takes, each once', async () => {
    await give(otto, png1, 'back.png');
    const all = (await files(otto)).json.items.map(({ id }: Found) => id);
    const answer = await send('POST', '/download', { ...sale2, ids: all });
    const members = unzipSync(answer.bytes);
    expect(Object.keys(members)).toEqual(['Straße_ front_.png', 'plan.pdf', 'back.png', 'back (2).png']);
    expect(Buffer.from(members['back.png'] ?? []).equals(png1)).toBe(true);
  });
});

interface Found {
  readonly id: number;
  readonly by: string;
  readonly may_change: boolean;
}
