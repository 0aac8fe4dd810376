import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, editScreen, screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let otto: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp({ screens: { ...screens, ...editScreen, ...secretForm } });
  await addSales(server.database);
  await server.addUser('otto', 'office', '*');
  await server.addUser('vera', 'viewer', '*');
  [otto, vera] = [await server.tokenOf('otto'), await server.tokenOf('vera')];
});
afterAll(() => server.close());

const secretForm = {
  'schemas/forms/door.json': {
    $id: 'door',
    title: 'Door',
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      pin: { type: 'string', title: 'PIN', widget: 'password' },
    },
  },
  'screens/door.json': {
    format: 1,
    id: 'door',
    route: '/door',
    title: 'Door',
    blocks: [
      {
        id: 'form',
        type: 'form',
        form: 'door',
        sections: [{ id: 'main', fields: ['name', 'pin'] }],
        submit: { on: [{ type: 'snackbar', kind: 'info', text: 'Open' }] },
      },
    ],
  },
};

const place = (more: object = {}) => ({ screen: 'edit', block: 'form', record: '1', ...more });
const queryOf = (more: object) => {
  const given = Object.entries(place(more)).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given).toString();
};
const keep = (token: string, values: object, more: object = {}) =>
  server.call('PUT', '/draft', { token, body: { ...place(more), base_version: 1, values } });
const read = async (token: string, more: object = {}) =>
  server.call('GET', `/draft?${queryOf(more)}`, { token });
const discard = async (token: string, more: object = {}) =>
  server.call('DELETE', `/draft?${queryOf(more)}`, { token });
const valuesOf = async (token: string, more: object = {}) => (await read(token, more)).json.draft?.values;

describe('a draft on the server', () => {
  it('is kept per user, form and record, the last text only, until it is discarded', async () => {
    expect((await read(otto)).json).toEqual({ draft: null });
    expect((await keep(otto, { suburb: 'FIRST' })).status).toBe(200);
    await keep(otto, { suburb: 'SECOND' });
    await keep(otto, { suburb: 'OTHER' }, { record: '2' });
    await keep(vera, { suburb: 'HERS' });
    expect((await read(otto)).json.draft).toMatchObject({ values: { suburb: 'SECOND' }, base_version: 1 });
    expect(await valuesOf(otto, { record: '2' })).toEqual({ suburb: 'OTHER' });
    // Of a new record; a browser leaves an empty value out of an address.
    await keep(otto, { suburb: 'NEW' }, { record: '' });
    expect(await valuesOf(otto, { record: undefined })).toEqual({ suburb: 'NEW' });
    expect(await valuesOf(vera)).toEqual({ suburb: 'HERS' });
    expect((await discard(otto)).status).toBe(204);
    expect(await valuesOf(otto)).toBeUndefined();
    expect(await valuesOf(vera)).toEqual({ suburb: 'HERS' });
  });

  it('holds no password and nothing that the form does not draw', async () => {
    await keep(otto, { name: 'Front', pin: '1234', weather: 'wet' }, { screen: 'door' });
    expect(await valuesOf(otto, { screen: 'door' })).toEqual({ name: 'Front' });
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number }>(`select count(*) as n from draft where content::text like '%1234%'`),
    );
    expect(Number(rows[0]?.n)).toBe(0);
  });

  it('is refused where there is no such form for the caller', async () => {
    await server.addUser('nora', 'viewer', '*');
    await server.database.owner((client) =>
      client.query(`delete from user_role where user_id = (select id from app_user where username = 'nora')`),
    );
    const nora = await server.tokenOf('nora');
    expect((await keep(nora, { suburb: 'X' })).status).toBe(404);
    expect((await keep(otto, { suburb: 'X' }, { block: 'nothing' })).status).toBe(404);
    expect((await keep(otto, { suburb: 'X' }, { screen: 'found', block: 'list' })).status).toBe(404);
    expect((await read(nora)).status).toBe(404);
  });

  it('is refused when it is too large, and nothing is kept of it', async () => {
    const answer = await keep(otto, { suburb: 'x'.repeat(600_000) }, { record: '9' });
    expect(answer.status).toBe(400);
    expect(answer.json.errors[0].pointer).toBe('/values');
    expect(await valuesOf(otto, { record: '9' })).toBeUndefined();
  });

  it('gives way to newer ones when a person’s take too much room', async () => {
    const long = 'x'.repeat(490_000);
    for (let i = 0; i < 24; i++) {
      server.wait(1_000);
      expect((await keep(vera, { suburb: long }, { record: `long ${i}` })).status).toBe(200);
    }
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number; oldest: boolean }>(
        `select count(*)::integer as n, bool_or(record = 'long 0') as oldest from draft where record like 'long %'`,
      ),
    );
    expect(rows).toEqual([{ n: 21, oldest: false }]);
    await server.database.owner((client) => client.query(`delete from draft where record like 'long %'`));
  });

  it('expires after thirty days', async () => {
    await keep(otto, { suburb: 'OLD' }, { record: '4' });
    const day = 86_400_000;
    server.wait(29 * day);
    const later = await server.tokenOf('otto');
    expect(await valuesOf(later, { record: '4' })).toEqual({ suburb: 'OLD' });
    server.wait(2 * day);
    const latest = await server.tokenOf('otto');
    expect(await valuesOf(latest, { record: '4' })).toBeUndefined();
    await keep(latest, { suburb: 'NEW' }, { record: '5' });
    const { rows } = await server.database.owner((client) =>
      client.query<{ record: string }>(`select record from draft`),
    );
    expect(rows).toEqual([{ record: '5' }]);
  });
});
