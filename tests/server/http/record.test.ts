import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let admin: string;
let office: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  await addSales(server.database);
  await server.addUser('otto', 'office', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [admin, office, viewer] = [
    await server.tokenOf('admin'),
    await server.tokenOf('otto'),
    await server.tokenOf('vera'),
  ];
});
afterAll(() => server.close());

const read = (id: number, token = admin) => server.call('GET', `/sales/${id}`, { token });
const save = (id: number, body: object, token = office) =>
  server.call('PUT', `/sales/${id}`, { token, body });
const auditCount = async () =>
  (await server.database.owner((client) => client.query<{ n: number }>('select count(*) as n from audit')))
    .rows[0]?.n;

describe('record', () => {
  it('is read by those who see its district', async () => {
    expect((await read(1)).json).toMatchObject({
      id: 1,
      district_code: '001',
      purchase_price: 100_000,
      contract_date: '2022-03-04',
      version: 1,
    });
    expect((await read(5, office)).status).toBe(404);
    expect((await read(999)).status).toBe(404);
    // The last is a type whose operations are its own.
    for (const path of ['/sales/x', '/sales/0', '/sales/1e3', '/nothing/1', '/sysparams/1'])
      expect((await server.call('GET', path, { token: admin })).status).toBe(404);
  });

  it('saves what changed, raises the version by one and writes the audit', async () => {
    const { status, json } = await save(1, { version: 1, suburb: 'DELTA', purchase_price: 100_000 });
    expect(status).toBe(200);
    expect(json).toMatchObject({ version: 2, suburb: 'DELTA' });
    const { items } = (await server.call('GET', '/sales/1/history', { token: viewer })).json;
    expect(items).toMatchObject([
      {
        action: 'update',
        from_version: 1,
        forced: false,
        user_name: 'otto',
        fields: [{ id: 'suburb', old: 'ALPHA', new: 'DELTA' }],
      },
    ]);
  });

  it('refuses a save without a version, and a stale one with what is stored now', async () => {
    expect((await save(1, { suburb: 'X' })).json).toMatchObject({ status: 400, code: 'version-missing' });
    const stale = await save(1, { version: 1, suburb: 'X' });
    expect(stale.status).toBe(409);
    expect(stale.json).toMatchObject({
      code: 'conflict',
      current_version: 2,
      changed_by: 'otto',
      current: { suburb: 'DELTA' },
    });
    expect(stale.json.message).toBe('You have changed this record since you opened it.');
  });

  it('skips the version check alone when forced, and says so in the audit', async () => {
    expect((await save(1, { version: 1, suburb: 'FORCED', __forceUpdate__: true })).json.version).toBe(3);
    expect((await save(1, { version: 1, id: 7, __forceUpdate__: true })).status).toBe(400);
    const { items } = (await server.call('GET', '/sales/1/history', { token: admin })).json;
    expect(items[0]).toMatchObject({ forced: true, fields: [{ id: 'suburb', new: 'FORCED' }] });
  });

  it.each([
    [{ password_hash: 'x' }, '/password_hash', 'unknown-field'],
    [{ id: 7 }, '/id', 'unknown-field'],
    [{ district_code: '002' }, '/district_code', 'unknown-field'],
    [{ purchase_price: '5' }, '/purchase_price', 'invalid-request'],
    [{ purchase_price: -1 }, '/purchase_price', 'invalid-request'],
    [{ purchase_price: null }, '/purchase_price', 'invalid-request'],
    [{ contract_date: '2022-13-01' }, '/contract_date', 'invalid-request'],
    [{ postcode: '12345' }, '/postcode', 'invalid-request'],
    [{ nature: 'Q' }, '/nature', 'invalid-request'],
  ])('refuses the value %j and changes nothing', async (values, pointer, code) => {
    const before = [(await read(2)).json, await auditCount()];
    const { status, json } = await save(2, { version: 1, ...values });
    expect(status).toBe(400);
    expect(json).toMatchObject({ code, errors: [{ pointer }] });
    expect([(await read(2)).json, await auditCount()]).toEqual(before);
  });

  it('demands the right to change', async () => {
    expect((await save(1, { version: 3, suburb: 'X' }, viewer)).status).toBe(403);
    expect((await save(5, { version: 1, suburb: 'X' }, office)).status).toBe(404);
  });

  it('lets exactly one of twelve win a race', async () => {
    const { version } = (await read(3)).json;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => save(3, { version, suburb: `RACE ${i}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11);
    expect((await read(3)).json.version).toBe(version + 1);
  });

  it('makes one record of a create that is repeated', async () => {
    const body = { request_id: randomUUID(), district_code: '001', purchase_price: 5, suburb: 'NEW' };
    const create = () => server.call('POST', '/sales', { token: office, body });
    const [first, second] = await Promise.all([create(), create()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.json.id).toBe(second.json.id);
    expect((await create()).json.id).toBe(first.json.id);
    expect(first.json).toMatchObject({ district_code: '001', source: 'USER', version: 1 });
    const elsewhere = await server.call('POST', '/sales', {
      token: office,
      body: { ...body, request_id: randomUUID(), district_code: '002' },
    });
    expect(elsewhere.status).toBe(403);
    const property = await server.call('POST', '/properties', {
      token: office,
      body: { request_id: randomUUID(), district_code: '001' },
    });
    expect([400, 422]).toContain(property.status);
  });

  it('deletes a record of the version that was read', async () => {
    const remove = (version: number) =>
      server.call('DELETE', `/sales/4?version=${version}`, { token: office });
    expect((await server.call('DELETE', '/sales/4', { token: office })).status).toBe(400);
    expect((await remove(7)).status).toBe(409);
    expect((await remove(1)).status).toBe(204);
    expect((await remove(1)).status).toBe(404);
  });
});
