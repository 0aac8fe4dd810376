import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import { entityFor } from '#server/records/served.ts';
import { undoChange } from '#server/records/undo.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let office: string;
let viewer: string;
let caller: Caller;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  await server.addUser('otto', 'office', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [office, viewer] = [await server.tokenOf('otto'), await server.tokenOf('vera')];
  const { rows } = await server.database.owner((client) =>
    client.query<{ id: number }>("select id from app_user where username = 'otto'"),
  );
  caller = {
    id: rows[0]?.id ?? 0,
    username: 'otto',
    full_name: 'otto',
    sessionId: '',
    roles: ['office'],
    perms: new Set(['saleV', 'saleU']),
    districts: ['001'],
    workDistricts: ['001'],
    permissionVersion: '',
  };
});
afterAll(() => server.close());

const saveMany = (rows: readonly object[], more: object = {}, token = office) =>
  server.call('PUT', '/sales', { token, body: { rows, expected: rows.length, ...more } });
const read = async (id: number) => (await server.call('GET', `/sales/${id}`, { token: office })).json;
const history = async (id: number) =>
  (await server.call('GET', `/sales/${id}/history`, { token: office })).json.items;
const pointers = ({ json }: { json: { errors: { pointer: string }[] } }) =>
  json.errors.map(({ pointer }) => pointer);
const sale = () => entityFor('sales', server.context);
const undo = (id: number, entry: number) => undoChange(server.context, caller, sale(), id, entry);

describe('many records', () => {
  it('are saved in one go, each with its version and its history', async () => {
    const { status, json } = await saveMany([
      { id: 2, version: 1, suburb: 'MANY', purchase_price: 7 },
      { id: 1, version: 1, suburb: 'MANY' },
    ]);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      dryRun: false,
      rows: [
        { id: 2, version: 2, suburb: 'MANY', purchase_price: 7 },
        { id: 1, version: 2, suburb: 'MANY', purchase_price: 100_000 },
      ],
    });
    expect(await history(2)).toMatchObject([
      {
        action: 'update',
        from_version: 1,
        user_name: 'otto',
        fields: [{ id: 'suburb' }, { id: 'purchase_price' }],
      },
    ]);
  });

  it('are shown as they would be by a dry run, and stay as they are', async () => {
    const before = [await read(1), await history(1)];
    const { json } = await saveMany([{ id: 1, version: 2, suburb: 'DRY' }], { dryRun: true });
    expect(json).toMatchObject({ dryRun: true, rows: [{ id: 1, version: 3, suburb: 'DRY' }] });
    expect([await read(1), await history(1)]).toEqual(before);
    expect((await saveMany([{ id: 1, version: 2, suburb: 1 }], { dryRun: true })).status).toBe(400);
  });

  it('are refused cell by cell, all or none', async () => {
    const answer = await saveMany([
      { id: 1, version: 2, suburb: 'HALF' },
      { id: 2, version: 2, purchase_price: -1, nature: 'Q' },
      { id: 3, version: 1, postcode: '1' },
    ]);
    expect(answer.status).toBe(400);
    expect(pointers(answer)).toEqual(['/rows/1/purchase_price', '/rows/1/nature', '/rows/2/postcode']);
    const ahead = await saveMany([
      { id: 1, version: 2, suburb: 'HALF' },
      { id: 2, version: 2, contract_date: '2999-01-01' },
    ]);
    expect([ahead.status, pointers(ahead)]).toEqual([422, ['/rows/1/contract_date']]);
    expect(await read(1)).toMatchObject({ version: 2, suburb: 'MANY' });
  });

  it('are refused where one was changed meanwhile, with the cells that clash and what is stored', async () => {
    const answer = await saveMany([
      { id: 1, version: 1, suburb: 'MINE' },
      { id: 2, version: 1, postcode: '2000' },
      { id: 3, version: 1, suburb: 'MINE' },
    ]);
    expect([answer.status, answer.json.code, pointers(answer)]).toEqual([
      409,
      'conflict',
      ['/rows/0/suburb', '/rows/1/version'],
    ]);
    expect(answer.json.rows).toMatchObject([
      {
        row: 0,
        id: 1,
        current_version: 2,
        changed_by: 'otto',
        fields: ['suburb'],
        current: { suburb: 'MANY' },
      },
      { row: 1, id: 2, current_version: 2, fields: [] },
    ]);
    expect(await read(3)).toMatchObject({ version: 1, suburb: 'BETA' });
  });

  it.each([
    ['another number of rows', [{ id: 3, version: 1 }], { expected: 2 }, 422, '/expected'],
    [
      'a row twice',
      [
        { id: 3, version: 1 },
        { id: 3, version: 1 },
      ],
      {},
      400,
      '/rows/1/id',
    ],
    ['a row without a version', [{ id: 3 }], {}, 400, '/rows/0/version'],
    [
      "another district's row",
      [
        { id: 3, version: 1 },
        { id: 5, version: 1 },
      ],
      {},
      404,
      '/rows/1/id',
    ],
    [
      'what may not be written',
      [{ id: 3, version: 1, district_code: '002' }],
      {},
      400,
      '/rows/0/district_code',
    ],
  ])('are refused with %s', async (_, rows, more, status, pointer) => {
    const answer = await saveMany(rows, more);
    expect([answer.status, pointers(answer)]).toEqual([status, [pointer]]);
  });

  it('demand the right to change', async () => {
    expect((await saveMany([{ id: 1, version: 2, suburb: 'X' }], {}, viewer)).status).toBe(403);
  });
});

describe('an undo', () => {
  const save = (version: number, body: object) =>
    server.call('PUT', '/sales/3', { token: office, body: { version, ...body } });

  it('puts the old values back, as a change of its own', async () => {
    await save(1, { suburb: 'WRONG', postcode: '2000' });
    const [entry] = await history(3);
    expect(await undo(3, entry.id)).toMatchObject({ version: 3, suburb: 'BETA', postcode: '2320' });
    expect((await history(3)).map(({ from_version }: { from_version: number }) => from_version)).toEqual([
      2, 1,
    ]);
  });

  it('leaves alone what was changed since in other fields', async () => {
    await save(3, { suburb: 'WRONG' });
    const [entry] = await history(3);
    await save(4, { postcode: '2111' });
    expect(await undo(3, entry.id)).toMatchObject({ version: 6, suburb: 'BETA', postcode: '2111' });
  });

  it('is a conflict at a field that was changed since, and loses nothing', async () => {
    await save(6, { suburb: 'WRONG' });
    const [entry] = await history(3);
    await save(7, { suburb: 'RIGHT' });
    await expect(undo(3, entry.id)).rejects.toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/suburb' }],
      details: { current_version: 8, current: { suburb: 'RIGHT' } },
    });
    expect(await read(3)).toMatchObject({ version: 8, suburb: 'RIGHT' });
  });

  it('is asked for by the version that a save answered', async () => {
    const ask = (version: number, token = office) =>
      server.call('POST', '/sales/3/undo', { token, body: { version } });
    await save(8, { suburb: 'WRONG' });
    expect((await ask(9)).json).toMatchObject({ version: 10, suburb: 'RIGHT' });
    // The same again would take back what is there no longer.
    expect((await ask(9)).status).toBe(409);
    expect((await ask(40)).status).toBe(404);
    expect(await read(3)).toMatchObject({ version: 10, suburb: 'RIGHT' });
  });
});
