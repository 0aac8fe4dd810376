// Verifications, objections and changes of areas by the generic calls, and what follows from them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:00:00Z' });
  await server.database.owner((client) =>
    client.script(`
      insert into property (id, district_code, area, risk_rating, synthetic) values (1, '001', 650, '3-RESIDENT', false),
        (2, '002', 650, '3-RESIDENT', false), (3, '001', 700, null, true);
      insert into property_value (property_id, base_date, land_value)
      select p.id, b.base_date, 240000 from property p, (values (date '2025-07-01'), ('2026-07-01')) b (base_date)`),
  );
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [valuer, viewer] = [await server.tokenOf('vic'), await server.tokenOf('vera')];
});
afterAll(() => server.close());

const create = (list: string, body: object, token = valuer) =>
  server.call('POST', `/${list}`, { token, body: { request_id: randomUUID(), ...body } });
const valued = async (base: string, property = 1) =>
  (
    await server.database.owner((client) =>
      client.query(
        `select verification_type as type, verified_on::text as on, verified_by is not null as named from property_value
         where property_id = $1 and base_date = $2 and series = 'LT'`,
        [property, base],
      ),
    )
  ).rows[0];
const said = ({ status, json }: { status: number; json: { errors?: { pointer: string }[] } }) => [
  status,
  (json.errors ?? []).map(({ pointer }) => pointer),
];

describe('a verification', () => {
  it('of a property is what its value says: always the latest, and none when all are gone', async () => {
    expect(await valued('2026-07-01')).toEqual({ type: null, on: null, named: false });
    const first = await create('verifications', {
      property_id: 1,
      verification_type: 'KERBSIDE',
      verified_on: '2026-09-10',
    });
    expect([first.status, first.json]).toMatchObject([
      201,
      { district_code: '001', base_date: '2026-07-01', risk_rating: '3-RESIDENT', synthetic: false },
    ]);
    expect(await valued('2026-07-01')).toEqual({ type: 'KERBSIDE', on: '2026-09-10', named: true });
    const later = await create('verifications', {
      property_id: 1,
      verification_type: 'INSPECTD',
      verified_on: '2026-10-01',
    });
    await create('verifications', {
      property_id: 1,
      verification_type: 'DESKTOP',
      verified_on: '2026-08-01',
    });
    expect(await valued('2026-07-01')).toMatchObject({ type: 'INSPECTD', on: '2026-10-01' });
    expect(await valued('2025-07-01')).toMatchObject({ type: null });
    // Changed to another base date, both values follow.
    const moved = await server.call('PUT', `/verifications/${later.json.id}`, {
      token: valuer,
      body: { version: later.json.version, base_date: '2025-07-01' },
    });
    expect(moved.status).toBe(200);
    expect(await valued('2026-07-01')).toMatchObject({ type: 'KERBSIDE', on: '2026-09-10' });
    expect(await valued('2025-07-01')).toMatchObject({ type: 'INSPECTD', on: '2026-10-01' });
    await server.call('DELETE', `/verifications/${first.json.id}?version=${first.json.version}`, {
      token: valuer,
    });
    expect(await valued('2026-07-01')).toMatchObject({ type: 'DESKTOP', on: '2026-08-01' });
    expect((await create('verifications', { property_id: 3, verification_type: 'SALE' })).json).toMatchObject(
      {
        synthetic: true,
      },
    );
  });

  it('is refused at its field: of the future, of no base date, of no known type, elsewhere, without the right', async () => {
    const tried = (body: object, token = valuer) =>
      create('verifications', { property_id: 1, verification_type: 'SALE', ...body }, token);
    expect(said(await tried({ verified_on: '2026-11-21' }))).toEqual([422, ['/verified_on']]);
    expect(said(await tried({ base_date: '2026-06-30' }))).toEqual([422, ['/base_date']]);
    expect(said(await tried({ base_date: '2019-07-01' }))).toEqual([422, ['/base_date']]);
    expect(said(await tried({ verification_type: 'GUESSED' }))[0]).toBeGreaterThanOrEqual(400);
    expect((await tried({ property_id: 2 })).status).toBeGreaterThanOrEqual(400);
    expect((await tried({}, viewer)).status).toBe(403);
  });
});

describe('an objection', () => {
  it('is lodged, decided and read with its change', async () => {
    const made = await create('objections', {
      property_id: 1,
      lodged_on: '2026-02-10',
      ground: 'HIGH',
      claimed_value: 210_000,
      lv_before: 240_000,
    });
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        base_date: '2025-07-01',
        outcome: 'OPEN',
        by_type: 'OWNER',
        ground: 'HIGH',
        lv_change_pct: null,
      },
    ]);
    const save = (body: object) =>
      server.call('PUT', `/objections/${made.json.id}`, { token: valuer, body: { version: 1, ...body } });
    expect(said(await save({ outcome: 'PARTLY', decided_on: '2026-05-01' }))).toEqual([422, ['/lv_after']]);
    expect(said(await save({ outcome: 'DISALLOWED' }))).toEqual([422, ['/decided_on']]);
    expect(said(await save({ outcome: 'DISALLOWED', decided_on: '2026-02-01' }))).toEqual([
      422,
      ['/decided_on'],
    ]);
    expect(said(await save({ decided_on: '2026-05-01' }))).toEqual([422, ['/outcome']]);
    const decided = await save({ outcome: 'PARTLY', decided_on: '2026-05-01', lv_after: 228_000 });
    expect([decided.status, decided.json]).toMatchObject([200, { lv_change_pct: -5 }]);
    expect((await create('objections', { property_id: 1 }, viewer)).status).toBe(403);
  });
});

describe('a change of the area', () => {
  it('is told with who, when, before and after, and by no call', async () => {
    const { json } = await server.call('GET', '/properties/1', { token: valuer });
    const saved = await server.call('PUT', '/properties/1', {
      token: valuer,
      body: { version: json.version, area: 662.5 },
    });
    expect(saved.status).toBe(200);
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select a.old_area::float8 as old, a.new_area::float8 as new, u.username, p.area_changed_by = u.id as marked
         from area_change a join app_user u on u.id = a.changed_by join property p on p.id = a.property_id`,
      ),
    );
    expect(rows).toEqual([{ old: 650, new: 662.5, username: 'vic', marked: true }]);
    // A save that leaves the area as it is tells nothing.
    await server.call('PUT', '/properties/1', {
      token: valuer,
      body: { version: saved.json.version, area: 662.5, suburb: 'ALPHA' },
    });
    expect((await server.database.owner((client) => client.query('select from area_change'))).rowCount).toBe(
      1,
    );
    expect((await create('areachanges', { property_id: 1 })).status).toBe(403);
  });
});
