// Components and their benchmarks through the generic calls, and the guard of reference lists.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let valuer: string;
let viewer: string;
const call = (method: string, path: string, body?: object, token = admin) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const owner = (text: string) =>
  server.database.owner((client) => client.query<{ [column: string]: unknown }>(text));
const component = async (code: string) => (await call('GET', `/comps/key?key=001/${code}`)).json;
const benchmark = (property: number, type: string, token = admin, base_date = '2026-07-01') =>
  call(
    'POST',
    '/benchmarks',
    {
      request_id: randomUUID(),
      property_id: property,
      district_code: '001',
      component_code: 'AA',
      base_date,
      benchmark_type: type,
    },
    token,
  );
const said = ({
  status,
  json,
}: {
  status: number;
  json: { errors?: { pointer: string; message: string }[] };
}) => [status, ...(json?.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)];

beforeAll(async () => {
  server = await startTestApp({});
  admin = await server.tokenOf('admin');
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('nora', 'valuer', ['001']);
  viewer = await server.tokenOf('vera');
  valuer = await server.tokenOf('nora');
  await owner(`insert into component (district_code, code, zone_code, description)
    values ('001', 'AA', 'R2', 'Low density'), ('001', 'AB', 'R2', 'Other'), ('001', 'ZZ', 'R2', 'Empty')`);
  await owner(`insert into property (id, district_code, component_code, status, land_use)
    values (11, '001', 'AA', 'A', '2'), (12, '001', 'AA', 'A', '2'), (13, '001', 'AA', 'X', null), (14, '001', 'AB', 'A', null)`);
  await owner(`insert into component_year (district_code, component_code, base_date, factor)
    values ('001', 'AA', '2026-07-01', 1.0583)`);
});
afterAll(() => server.close());

describe('a component', () => {
  it('is found by district and code, with its year under work', async () => {
    expect(await component('AA')).toMatchObject({
      description: 'Low density',
      property_count: 2,
      factor: 1.0583,
      zone_code: 'R2',
    });
    expect((await call('GET', '/comps/key?key=001/QQ')).status).toBe(404);
  });

  it('is changed by who may change components, and a second person is told what stands now', async () => {
    const { id, version } = await component('AB');
    const change = { version, description: 'Other side of the river' };
    expect((await call('PUT', `/comps/${id}`, change, viewer)).status).toBe(403);
    expect((await call('PUT', `/comps/${id}`, change)).status).toBe(200);
    const late = await call('PUT', `/comps/${id}`, { version, description: 'Mine' });
    expect([late.status, late.json.current.description]).toEqual([409, 'Other side of the river']);
  });

  it('keeps its code and stays active while properties lie in it, and says how many', async () => {
    const { id, version } = await component('AA');
    const why =
      'Component AA of district 001 has properties: 2 active, 1 cancelled. Move them to another component first.';
    expect(said(await call('PUT', `/comps/${id}`, { version, code: 'AC' }))).toEqual([422, `/code ${why}`]);
    expect(said(await call('PUT', `/comps/${id}`, { version, active: false }))).toEqual([
      422,
      `/active ${why}`,
    ]);
    expect((await call('DELETE', `/comps/${id}?version=${version}`)).status).toBe(422);
    const empty = await component('ZZ');
    expect(
      (await call('PUT', `/comps/${empty.id}`, { version: empty.version, active: false, code: 'ZY' })).status,
    ).toBe(200);
  });

  it('takes bad input nowhere: a long code, a zone that is none, a review to come, a class without Crown land', async () => {
    const made = (body: object) =>
      call('POST', '/comps', { request_id: randomUUID(), district_code: '001', ...body });
    expect(said(await made({ code: 'abcd' }))[0]).toBe(400);
    expect(said(await made({ code: 'NEW', zone_code: 'Q9' }))).toEqual([
      422,
      '/zone_code There is no zone Q9. Choose one of the list.',
    ]);
    expect(said(await made({ code: 'NEW', reviewed_on: '2999-01-01' }))[0]).toBe(422);
    expect(said(await made({ code: 'NEW', financial: true }))).toEqual([
      422,
      '/financial Only a Crown component is financial. Mark it as Crown land too.',
    ]);
    expect(said(await made({ code: 'AA' }))).toEqual([422, '/code District 001 has a component AA already.']);
    expect((await made({ code: 'NEW', zone_code: 'R2' })).status).toBe(201);
  });
});

describe('benchmarks of a year', () => {
  it('lie in the component, have one primary, and stand on the property', async () => {
    const primary = await benchmark(11, 'P');
    expect(primary.status).toBe(201);
    expect((await call('GET', '/properties/11')).json.benchmark_type).toBe('P');
    expect((await component('AA')).primary_id).toBe(11);
    expect(said(await benchmark(12, 'P'))).toEqual([
      422,
      '/benchmark_type Property 11 is the primary benchmark of this year. Change its type first.',
    ]);
    expect(said(await benchmark(14, 'R'))).toEqual([
      422,
      '/property_id Property 14 lies in component AB of district 001.',
    ]);
    expect(said(await benchmark(13, 'R'))).toEqual([
      422,
      '/property_id Only an active property is a benchmark.',
    ]);
    expect((await benchmark(12, 'R', viewer)).status).toBe(403);
    const second = await benchmark(12, 'R');
    expect(second.status).toBe(201);
    const { version } = primary.json;
    expect(
      (await call('PUT', `/benchmarks/${primary.json.id}`, { version, benchmark_type: 'S' })).status,
    ).toBe(200);
    expect(
      (
        await call('PUT', `/benchmarks/${second.json.id}`, {
          version: second.json.version,
          benchmark_type: 'P',
        })
      ).status,
    ).toBe(200);
    expect((await call('GET', '/properties/12')).json.benchmark_type).toBe('P');
    const told = (await call('GET', '/properties/12/history')).json;
    expect(JSON.stringify(told)).toContain('benchmark_type');
    expect(
      (await call('DELETE', `/benchmarks/${primary.json.id}?version=${version + 1}`)).status,
    ).toBeLessThan(300);
    expect((await call('GET', '/properties/11')).json.benchmark_type).toBeNull();
  });

  it('follow what is changed on the property', async () => {
    const { version } = (await call('GET', '/properties/11')).json;
    expect((await call('PUT', '/properties/11', { version, benchmark_type: 'R' }, valuer)).status).toBe(200);
    const { rows } = await owner(
      'select benchmark_type, component_code from benchmark_year where property_id = 11',
    );
    expect(rows).toEqual([{ benchmark_type: 'R', component_code: 'AA' }]);
  });

  it('of a closed year stay as they are, with who closed it and when', async () => {
    await owner(`insert into district_year (district_code, base_date, state, locked_by, locked_at)
      values ('001', '2024-07-01', 'LOCKED', 1, '2025-02-03T03:00:00Z')`);
    const [status, message] = said(await benchmark(12, 'S', admin, '2024-07-01'));
    expect([status, message]).toEqual([
      422,
      expect.stringMatching(/^ Values of district 001 at 1-Jul-2024 are locked by .* since 3-Feb-2025\.$/),
    ]);
    // What is said of one is no value.
    await owner(`insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type)
      values (12, '001', 'AA', '2024-07-01', 'R')`);
    const { rows } = await owner("select id, version from benchmark_year where base_date = '2024-07-01'");
    const path = `/benchmarks/${rows[0]?.id}`;
    const { version } = rows[0] ?? {};
    expect((await call('PUT', path, { version, comment: 'Flooded in 2022' })).status).toBe(200);
    expect((await call('PUT', path, { version: Number(version) + 1, benchmark_type: 'S' })).status).toBe(422);
    expect((await call('DELETE', `${path}?version=${Number(version) + 1}`)).status).toBe(422);
  });
});

describe('items of reference lists', () => {
  const item = async (list: string, code: string) =>
    (await call('GET', `/ref/${list}?active=all`)).json.find((row: { code: string }) => row.code === code);

  it('in use are neither deleted nor given another code, and say by how many', async () => {
    const used = await item('landuse', '2');
    expect(said(await call('DELETE', `/ref/landuse/${used.id}?version=${used.version}`))).toEqual([
      422,
      ` "${used.name}" is used by 2 properties. Make it inactive instead: it is not offered any more, and they keep its name.`,
    ]);
    expect(
      said(
        await call('PUT', `/ref/landuse/${used.id}`, { version: used.version, code: '999', name: used.name }),
      ),
    ).toEqual([
      422,
      '/code The code 2 is used by 2 properties. Add an item with the other code, and make this one inactive.',
    ]);
    const named = await call('PUT', `/ref/landuse/${used.id}`, {
      version: used.version,
      name: 'Dwelling',
      active: false,
    });
    expect(named.status).toBe(200);
    const late = await call('PUT', `/ref/landuse/${used.id}`, { version: used.version, name: 'Mine' });
    expect([late.status, late.json.current.name]).toEqual([409, 'Dwelling']);
    const free = (await call('POST', '/ref/landuse', { code: '990', name: 'Unused' })).json;
    expect((await call('DELETE', `/ref/landuse/${free.id}?version=${free.version}`)).status).toBeLessThan(
      300,
    );
  });

  it('count in columns of several codes too, once the column is named', async () => {
    await owner('create table crate (id bigint generated always as identity primary key, codes text[])');
    await owner("insert into crate (codes) values ('{B7,B8}'), ('{B8}')");
    await owner("select reference_use('basis', 'crate', 'codes', 'crate', 'crates')");
    const { rows } = await owner(
      "select reference_counts('basis', 'B8') as two, reference_counts('basis', 'B9') as none",
    );
    expect(rows).toEqual([{ two: '2 crates', none: null }]);
    await expect(
      owner("select reference_use('basis', 'crate', 'nothing', 'crate', 'crates')"),
    ).rejects.toThrow('no column');
    await owner("delete from reference_link where table_name = 'crate'");
    await owner('drop table crate');
  });

  it('of land uses stand by their numbers, those that are active first', async () => {
    const items: { code: string; active: boolean }[] = (await call('GET', '/ref/landuse?active=all')).json;
    const active = items.filter(({ active: one }) => one).map(({ code }) => Number(code));
    expect(items.slice(0, active.length).every(({ active: one }) => one)).toBe(true);
    expect(active).toEqual(active.toSorted((a, b) => a - b));
    expect(active.length).toBeGreaterThan(5);
  });
});
