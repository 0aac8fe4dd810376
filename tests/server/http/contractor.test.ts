import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '#server/access/permissions.ts';
import { resetPassword } from '#server/database/users.ts';
import { password, startTestApp, type TestServer } from '#tests/support/http.ts';

// Users, roles, teams, regions and settings are records: what is tried here goes through the generic calls alone.
let server: TestServer;
let admin: string;
/** Manages users and options, sees what a viewer sees of district 001, and no more. */
let manager: string;
const ids: { [name: string]: number } = {};

const call = (method: string, path: string, body?: object, token = manager) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const create = (list: string, body: object, token = manager) =>
  call('POST', `/${list}`, { request_id: randomUUID(), ...body }, token);
const read = async (path: string, token = admin) => (await call('GET', path, undefined, token)).json;
/** A save of the version that stands. */
const save = async (path: string, body: object, token = manager) => {
  const { version } = await read(path);
  return call('PUT', path, { version, ...body }, token);
};
const said = ({ status, json }: { status: number; json: { errors?: { pointer: string }[] } }) => [
  status,
  (json.errors ?? []).map(({ pointer }) => pointer),
];
const perms = (...codes: string[]) => ({ permissions: codes.map((perm) => ({ perm })) });
const userId = async (name: string): Promise<number> => {
  const { rows } = await server.database.owner((client) =>
    client.query<{ id: number }>('select id from app_user where username = $1', [name]),
  );
  return rows[0]?.id ?? 0;
};

beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  admin = await server.tokenOf('admin');
  await create(
    'roles',
    { name: 'manager', title: 'Manager', ...perms('userU', 'coptU', 'propV', 'saleV', 'repoV') },
    admin,
  );
  await server.addUser('mara', 'manager', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('otto', 'office', '*');
  manager = await server.tokenOf('mara');
  for (const name of ['mara', 'vera', 'otto']) ids[name] = await userId(name);
  const { rows } = await server.database.owner((client) =>
    client.query<{ id: number; name: string }>('select id, name from role'),
  );
  for (const { id, name } of rows) ids[name] = id;
});
afterAll(() => server.close());

describe('roles', () => {
  it('are made with their rights, and nobody gives one that they have not: at its cell', async () => {
    const made = await create('roles', { name: 'reader', title: 'Reader', ...perms('propV', 'userU') });
    expect(made.status).toBe(201);
    ids.reader = made.json.id;
    expect(made.json.permissions.map(({ perm }: { perm: string }) => perm)).toEqual(['propV', 'userU']);
    const path = `/roles/${ids.reader}`;
    expect(said(await save(path, perms('propV', 'saleU', 'admnU')))).toEqual([
      422,
      ['/permissions/1/perm', '/permissions/2/perm'],
    ]);
    expect(said(await create('roles', { name: 'all', title: 'All', ...perms('admnU') }))).toEqual([
      422,
      ['/permissions/0/perm'],
    ]);
    expect(said(await save(path, perms('propV', 'noneX')))).toEqual([400, ['/permissions/1/perm']]);
    expect(said(await save(path, perms('propV', 'propV')))).toEqual([422, ['/permissions/1/perm']]);
    // Whoever has the right gives it; what stands there already may stay, whoever saves.
    const whole = await save(path, perms('propV', 'saleU'), admin);
    expect(whole.status).toBe(200);
    expect((await save(path, { permissions: whole.json.permissions, description: 'Reads' })).status).toBe(
      200,
    );
    const { rows } = await server.database.owner((client) =>
      client.query('select perm from role_permission where role_id = $1 order by id', [ids.reader]),
    );
    expect(rows).toEqual([{ perm: 'propV' }, { perm: 'saleU' }]);
  });

  it('are copied with their rights, of which nobody gives more than they have', async () => {
    const { permissions: rows } = await read(`/roles/${ids.viewer}`);
    const copy = await create('roles', { name: 'copy', title: 'Copy', permissions: rows });
    const codes = (list: { perm: string }[]) => list.map(({ perm }) => perm).sort();
    expect([copy.status, codes(copy.json.permissions)]).toEqual([201, codes(rows)]);
    expect((await read(`/roles/${ids.viewer}`)).permissions).toEqual(rows);
    const { permissions: more } = await read(`/roles/${ids.office}`);
    expect((await create('roles', { name: 'more', title: 'More', permissions: more })).status).toBe(422);
  });

  it('are found by their name, which is told once', async () => {
    expect((await read('/roles/lookup?text=viewer')).items).toEqual([
      { id: ids.viewer, label: 'Viewer', text: '' },
    ]);
    const { items } = await read('/users/lookup?text=mara');
    expect(items).toEqual([{ id: ids.mara, label: expect.any(String), text: expect.any(String) }]);
    expect(items[0].text).not.toContain(`${items[0].label} · `);
  });

  it('are closed to the database itself for who may not, whatever a handler lets through', async () => {
    const insert = (rights: readonly string[], perm: string) =>
      server.database.write(
        { userId: ids.mara ?? 0, districts: ['001'], workDistricts: ['001'], perms: rights },
        (client) =>
          client.query('insert into role_permission (role_id, perm) values ($1, $2)', [ids.reader, perm]),
      );
    for (const [rights, perm] of [
      [[], 'repoV'],
      [['repoV'], 'repoV'],
      [['userU'], 'repoV'],
    ] as const)
      await expect(insert(rights, perm)).rejects.toMatchObject({ code: '42501' });
    await expect(insert(['userU', 'repoV'], 'repoV')).resolves.toBeTruthy();
  });

  it('stay while somebody has them, and the one that lets its holder manage users cannot lose that', async () => {
    const viewer = await read(`/roles/${ids.viewer}`);
    const gone = await call('DELETE', `/roles/${ids.viewer}?version=${viewer.version}`);
    expect([gone.status, gone.json.message]).toEqual([
      422,
      'One user has this role still. Take it from them first.',
    ]);
    expect(said(await save(`/roles/${ids.manager}`, perms('propV')))).toEqual([422, ['/permissions']]);
    const made = await create('roles', { name: 'spare', title: 'Spare' });
    expect((await call('DELETE', `/roles/${made.json.id}?version=1`)).status).toBe(204);
  });

  it('answer whoever comes late with what stands, rights and all', async () => {
    const path = `/roles/${ids.reader}`;
    const { version } = await read(path);
    await save(path, { title: 'Readers' });
    const late = await call('PUT', path, { version, title: 'Late' });
    expect([late.status, late.json.current.title]).toEqual([409, 'Readers']);
    expect(late.json.current.permissions.length).toBeGreaterThan(1);
  });

  it('are nothing for who does not manage users', async () => {
    const viewer = await server.tokenOf('vera');
    for (const list of ['users', 'roles', 'teams', 'regions', 'settings']) {
      expect((await create(list, {}, viewer)).status).toBe(403);
      expect((await call('GET', `/${list}/1`, undefined, viewer)).status).toBe(403);
      expect((await call('POST', `/${list}/search`, { criteria: [] }, viewer)).status).toBe(403);
    }
  });
});

describe('users', () => {
  const path = () => `/users/${ids.vera}`;

  it('are made with roles, regions and teams, and are valuers where their flag says so', async () => {
    const made = await create(
      'users',
      {
        username: 'nina',
        full_name: 'Nina New',
        valuer: true,
        api_no: 'API 7',
        roles: [{ role_id: ids.manager }],
      },
      admin,
    );
    expect(made.json).toMatchObject({
      active: true,
      failed_logins: 0,
      role_titles: 'Manager',
      last_active: null,
    });
    ids.nina = made.json.id;
    const valuers = async () =>
      (await read('/ref/valuers?active=true')).map(({ name }: { name: string }) => name);
    expect(await valuers()).toContain('Nina New');
    expect((await save(`/users/${ids.nina}`, { valuer: false })).status).toBe(200);
    expect(await valuers()).not.toContain('Nina New');
    const twice = await create('users', { username: 'NINA', full_name: 'Other' });
    expect(said(twice)).toEqual([422, ['/username']]);
  });

  it('get no role with rights that the giver lacks, and no districts either', async () => {
    const office = await create('users', {
      username: 'olga',
      full_name: 'Olga',
      all_districts: true,
      roles: [{ role_id: ids.office }, { role_id: 9999 }],
    });
    expect(said(office)).toEqual([422, ['/roles/0/role_id', '/roles/1/role_id', '/all_districts']]);
    const region = await create('regions', { name: 'Far', districts: [{ district_code: '002' }] }, admin);
    ids.far = region.json.id;
    const own = await read(`/users/${ids.mara}`);
    const raised = await save(`/users/${ids.mara}`, {
      regions: [...own.regions, { region_id: ids.far }],
      roles: [...own.roles, { role_id: ids.administrator }],
    });
    expect(said(raised)).toEqual([422, ['/roles/1/role_id', '/regions/1/region_id']]);
  });

  it('who may more than the changer are not changed: an address is a way to their rights', async () => {
    const answer = await save(`/users/${ids.otto}`, { email: 'mara@example.org' });
    expect([answer.status, answer.json.message]).toEqual([
      422,
      expect.stringContaining('has rights that you do not have'),
    ]);
    expect((await save('/users/1', { email: 'mara@example.org' })).json.message).toContain(
      'first administrator',
    );
    expect((await save(`/users/${ids.otto}`, { email: 'otto@example.org' }, admin)).status).toBe(200);
  });

  it('lose their sessions within a second when they are disabled, for good', async () => {
    await server.database.owner((client) => resetPassword(client, 'nina', password));
    const token = await server.tokenOf('nina');
    expect((await call('GET', '/app/userinfo', undefined, token)).status).toBe(200);
    expect((await save(`/users/${ids.nina}`, { active: false })).status).toBe(200);
    server.wait(1_000);
    expect((await call('GET', '/app/userinfo', undefined, token)).status).toBe(401);
    expect((await save(`/users/${ids.nina}`, { active: true })).status).toBe(200);
    server.wait(1_000);
    expect((await call('GET', '/app/userinfo', undefined, token)).status).toBe(401);
  });

  it('are signed out one by one or everywhere, by who may as much as they', async () => {
    const sessions = async (token = manager) =>
      (await call('GET', `${path()}/sessions`, undefined, token)).json as { id: string; own: boolean }[];
    const [one, two] = [await server.tokenOf('vera'), await server.tokenOf('vera')];
    const open = await sessions();
    expect(open).toHaveLength(3);
    expect(open.every(({ own }) => !own)).toBe(true);
    expect((await call('DELETE', `${path()}/sessions/${open[0]?.id}`)).json).toEqual({ ended: 1 });
    expect((await call('DELETE', `${path()}/sessions/${open[0]?.id}`)).status).toBe(404);
    expect((await sessions()).map(({ id }) => id)).toEqual(open.slice(1).map(({ id }) => id));
    expect((await call('DELETE', `${path()}/sessions/all`)).json).toEqual({ ended: 2 });
    for (const token of [one, two])
      expect((await call('GET', '/app/userinfo', undefined, token)).status).toBe(401);
    expect(server.log.entries.some((line) => JSON.stringify(line).includes('sessions-ended'))).toBe(true);
    // One's own session goes on.
    await call('DELETE', `/users/${ids.mara}/sessions/all`);
    expect(await sessions()).toEqual([]);
    expect((await call('DELETE', `/users/${ids.otto}/sessions/all`)).status).toBe(422);
    expect((await call('GET', '/users/9999/sessions')).status).toBe(404);
    expect((await call('GET', `${path()}/sessions`, undefined, await server.tokenOf('vera'))).status).toBe(
      403,
    );
  });

  it('get a link for a new password; the old one and its sessions are worth nothing from then on', async () => {
    const token = await server.tokenOf('vera');
    const reset = await call('PUT', `${path()}/password-reset`);
    expect([reset.status, reset.json.delivery]).toEqual([200, 'outbox']);
    expect((await call('GET', '/app/userinfo', undefined, token)).status).toBe(401);
    const again = await server.call('POST', '/app/login', { body: { username: 'vera', password } });
    expect(again.status).toBe(401);
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number }>('select count(*)::integer as n from password_reset where user_id = $1', [
        ids.vera,
      ]),
    );
    expect(rows[0]?.n).toBe(1);
    for (const id of [ids.otto, 1, ids.mara])
      expect((await call('PUT', `/users/${id}/password-reset`)).status).toBe(422);
    const entry = (await read(`${path()}/history`)).items[0];
    expect(JSON.stringify(entry)).not.toContain('scrypt');
    await server.database.owner((client) => resetPassword(client, 'vera', password));
  });

  it('cannot lock themselves out, and the first administrator keeps everything', async () => {
    expect(said(await save(`/users/${ids.mara}`, { active: false }))).toEqual([422, ['/active']]);
    expect(said(await save(`/users/${ids.mara}`, { roles: [] }))).toEqual([422, ['/roles']]);
    expect(said(await save('/users/1', { active: false }, admin))).toEqual([422, ['/active']]);
    expect(said(await save('/users/1', { all_districts: false }, admin))).toEqual([422, ['/all_districts']]);
    expect((await save('/users/1', { roles: [] }, admin)).status).toBe(200);
    server.wait(1_000);
    const { userInfo } = await read('/app/userinfo');
    expect([...userInfo.perms.perms].sort()).toEqual(Object.keys(permissions).sort());
    const { version } = await read(path());
    const gone = await call('DELETE', `${path()}?version=${version}`);
    expect([gone.status, gone.json.message]).toEqual([
      422,
      expect.stringContaining('Disable this user instead'),
    ]);
  });

  it('are a conflict for whoever comes late', async () => {
    const { version } = await read(path());
    await save(path(), { full_name: 'Vera One' });
    const late = await call('PUT', path(), { version, full_name: 'Vera Two' });
    expect([late.status, late.json.current.full_name]).toEqual([409, 'Vera One']);
  });

  it('show the activity of others to who manages users alone, and the roles of others too', async () => {
    const seen = (rights: readonly string[], table: string) =>
      server.database.read(
        { userId: ids.vera ?? 0, districts: ['001'], workDistricts: ['001'], perms: rights },
        {},
        async (client) => {
          const { rows } = await client.query<{ user_id: number }>(`select distinct user_id from ${table}`);
          return rows.map(({ user_id }) => user_id);
        },
      );
    for (const table of ['user_role', 'user_region', 'user_activity']) {
      expect(await seen(['propV'], table)).toEqual(
        [ids.vera].filter(() => table !== 'user_activity' || true),
      );
      expect((await seen(['userU'], table)).length).toBeGreaterThan(1);
    }
  });
});

describe('teams and regions', () => {
  it('name their lead, members and users, and refuse who is not there', async () => {
    const made = await create('teams', {
      name: 'North',
      lead_id: ids.vera,
      members: [{ user_id: ids.vera }, { user_id: ids.mara }],
    });
    expect(made.json).toMatchObject({
      lead_name: 'Vera One',
      member_count: 2,
      member_names: 'Vera One, mara',
    });
    expect(said(await create('teams', { name: 'X', members: [{ user_id: 9999 }] }))).toEqual([
      422,
      ['/members/0/user_id'],
    ]);
    expect(said(await create('teams', { name: 'north' }))).toEqual([422, ['/name']]);
    const twice = { name: 'Two', members: [{ user_id: ids.vera }, { user_id: ids.vera }] };
    expect(said(await create('teams', twice))).toEqual([422, ['/members']]);
    expect((await read(`/users/${ids.mara}`)).team_names).toBe('North');
  });

  it('have each district in one of them, named to who tries the second, and may search others', async () => {
    const near = await create(
      'regions',
      {
        name: 'Near',
        target_turnaround: 20,
        maximum_turnaround: 40,
        districts: [{ district_code: '005' }],
        surrounding: [{ district_code: '002' }],
      },
      admin,
    );
    expect(near.json).toMatchObject({ district_codes: '005', surrounding_codes: '002' });
    ids.near = near.json.id;
    const taken = await save(
      `/regions/${ids.near}`,
      { districts: [...near.json.districts, { district_code: '002' }] },
      admin,
    );
    expect(said(taken)).toEqual([422, expect.arrayContaining(['/districts/1/district_code'])]);
    expect(taken.json.message).toBe('District 002 lies in the region "Far". Take it out there first.');
    const moved = await save(`/regions/${ids.far}`, { districts: [] }, admin);
    expect(moved.json.district_codes).toBeNull();
    const now = await save(
      `/regions/${ids.near}`,
      { districts: [...near.json.districts, { district_code: '002' }], surrounding: [] },
      admin,
    );
    expect([now.status, now.json.district_codes, now.json.surrounding_codes]).toEqual([
      200,
      '002, 005',
      null,
    ]);
    expect(
      said(await save(`/regions/${ids.near}`, { surrounding: [{ district_code: '005' }] }, admin)),
    ).toEqual([422, ['/surrounding/0/district_code']]);
    expect(said(await save(`/regions/${ids.near}`, { target_turnaround: 60 }, admin))).toEqual([
      422,
      ['/target_turnaround'],
    ]);
  });

  it('take districts from nobody but who has them', async () => {
    const answer = await create('regions', { name: 'Mine', districts: [{ district_code: '511' }] });
    expect(said(answer)).toEqual([422, ['/districts/0/district_code']]);
  });

  it('give work in a district from nobody who may only search it', async () => {
    const region = await server.database.owner((client) =>
      client.query(
        `insert into region_district (region_id, district_code, surrounding)
         select r.id, '012', true from contract_region r where r.name = 'Region of mara' returning region_id`,
      ),
    );
    expect(region.rows).toHaveLength(1);
    expect(await read(`/users/${ids.mara}`)).toMatchObject({
      work_districts: '001',
      search_districts: '012',
    });
    server.wait(2_000);
    const taken = await create('regions', { name: 'Mine', districts: [{ district_code: '012' }] });
    expect(said(taken)).toEqual([422, ['/districts/0/district_code']]);
    expect(taken.json.message).toBe('You cannot give work in this district, because you may only search it.');
    const around = await create('regions', { name: 'Around', surrounding: [{ district_code: '012' }] });
    expect(around.status).toBe(201);
    // Who is given the region sees the district, and works in none.
    const given = await save(`/users/${ids.vera}`, {
      regions: [...(await read(`/users/${ids.vera}`)).regions, { region_id: around.json.id }],
    });
    expect([given.status, given.json.work_districts, given.json.search_districts]).toEqual([
      200,
      '001',
      '012',
    ]);
  });

  it('stay while supps of their districts are open', async () => {
    await server.database.owner(async (client) => {
      await client.query(
        `insert into property (id, district_code) values (9101, '005'), (9102, '005'), (9103, '002')`,
      );
      await client.query(`insert into supp (property_id, supp_type, received_on, transmit_status)
        values (9101, 'PO', '2026-10-01', 'F'), (9102, 'PO', '2026-10-01', 'X'), (9103, 'PO', '2026-10-01', 'T')`);
    });
    const remove = async () => {
      const { version } = await read(`/regions/${ids.near}`);
      return call('DELETE', `/regions/${ids.near}?version=${version}`, undefined, admin);
    };
    const refused = await remove();
    expect([refused.status, refused.json.message]).toEqual([
      422,
      '2 supps are open in its districts. Complete or move them first.',
    ]);
    await server.database.owner((client) => client.query(`update supp set transmit_status = 'X'`));
    expect((await remove()).status).toBe(204);
  });
});

describe('settings', () => {
  const find = async (key: string) =>
    (
      await server.database.owner((client) =>
        client.query<{ id: number }>('select id from setting where key = $1 and region_id is null', [key]),
      )
    ).rows[0]?.id;
  const number = async (key: string, region: number | null = null) =>
    (
      await server.database.owner((client) =>
        client.query<{ n: number }>('select setting_number($1, $2)::float as n', [key, region]),
      )
    ).rows[0]?.n;

  it('have a default until they are set, are read by reports, tell who set them, and are reset', async () => {
    const path = `/settings/${await find('objection.years')}`;
    expect(await read(path)).toMatchObject({
      holds: '3 years',
      value_said: null,
      default_said: '3 years',
      changed: false,
    });
    const set = await save(path, { number: 5 });
    expect(set.json).toMatchObject({
      holds: '5 years',
      default_said: '3 years',
      changed: true,
      changed_by: 'mara',
    });
    expect(await number('objection.years')).toBe(5);
    expect((await save(path, { number: null })).json).toMatchObject({ holds: '3 years', changed: false });
    expect(await number('objection.years')).toBe(3);
  });

  it('take what their kind allows', async () => {
    const years = `/settings/${await find('objection.years')}`;
    for (const [body, at] of [
      [{ number: 0 }, '/number'],
      [{ number: 2.5 }, '/number'],
      [{ text: 'many' }, '/text'],
      [{ flag: true }, '/flag'],
    ] as const)
      expect(said(await save(years, body))).toEqual([422, [at]]);
    const method = `/settings/${await find('time.method')}`;
    expect((await save(method, { text: 'guess' })).json.message).toBe('Use one of: compound, linear.');
    expect((await save(method, { text: 'linear' })).json.holds).toBe('linear');
    const { version } = await read(method);
    expect((await call('DELETE', `/settings/1?version=${version}`)).status).toBeGreaterThan(400);
  });

  it('may differ in a region, and there alone', async () => {
    const made = await create('settings', { key: 'supp.overdue.days', region_id: ids.far, number: 10 });
    expect(made.json).toMatchObject({ region_name: 'Far', holds: '10 days' });
    expect([await number('supp.overdue.days', ids.far), await number('supp.overdue.days')]).toEqual([10, 30]);
    expect((await create('settings', { key: 'supp.overdue.days', region_id: ids.far })).status).toBe(422);
    expect(said(await create('settings', { key: 'no.such', region_id: ids.far }))).toEqual([422, ['/key']]);
    expect((await call('DELETE', `/settings/${made.json.id}?version=1`)).status).toBe(204);
    expect(await number('supp.overdue.days', ids.far)).toBe(30);
  });
});
