import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let otto: string;
let carla: string;
let vera: string;
/** 1 to 3 lie in district 001, 4 in 002. */
let ids: readonly number[];
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('otto', 'valuer', ['001']);
  await server.addUser('carla', 'contractor', ['002']);
  await server.addUser('vera', 'viewer', '*');
  ids = await server.database.owner(async (client) => {
    await client.query(
      `insert into property (id, district_code, hnum1, street_name)
       select n, case when n = 4 then '002' else '001' end, n, 'HIGH ST' from generate_series(1, 4) n`,
    );
    const { rows } = await client.query<{ id: number }>(
      `insert into analysis (property_id, district_code) select id, district_code from property order by id returning id`,
    );
    return rows.map(({ id }) => id);
  });
});
beforeEach(async () => {
  server.wait(60_000);
  [otto, carla, vera] = [
    await server.tokenOf('otto'),
    await server.tokenOf('carla'),
    await server.tokenOf('vera'),
  ];
});
afterAll(() => server.close());

const stop = (i: number, visited = false) => ({ analysis_id: ids[i - 1] ?? 0, visited });
const create = (token: string, body: object) =>
  server.call('POST', '/journeys', { token, body: { title: 'Tuesday', request_id: randomUUID(), ...body } });
const save = (token: string, id: number, body: object) =>
  server.call('PUT', `/journeys/${id}`, { token, body });
const list = async (token: string) => (await server.call('GET', '/journeys', { token })).json.items;
const handover = (token: string, id: number) => server.call('POST', `/journeys/${id}/handover`, { token });
const take = (token: string, code: string) =>
  server.call('POST', '/journeys/take', { token, body: { code } });
const order = (journey: { stops: readonly { analysis_id: number }[] }) =>
  journey.stops.map(({ analysis_id }) => ids.indexOf(analysis_id) + 1);

describe('journeys', () => {
  it('keep their stops in the order given, with what is visited', async () => {
    const made = (await create(otto, { stops: [stop(3), stop(1, true)] })).json;
    expect(order(made)).toEqual([3, 1]);
    expect(made.stops[1]).toMatchObject({ posn: 2, visited: true, visible: true, district_code: '001' });
    expect(made.stops[0].address).toContain('HIGH ST');
    const saved = await save(otto, made.id, {
      version: 1,
      title: ' Wednesday ',
      stops: [stop(1, true), stop(2), stop(3)],
    });
    expect(saved.json).toMatchObject({ title: 'Wednesday', version: 2 });
    expect(order(saved.json)).toEqual([1, 2, 3]);
    expect(order((await save(otto, made.id, { version: 2, title: 'Thursday' })).json)).toEqual([1, 2, 3]);
  });

  it('are made once however often the request is repeated', async () => {
    const body = { title: 'Once', request_id: randomUUID(), stops: [stop(1)] };
    const answers = [await create(otto, body), await create(otto, body)];
    expect(answers[0]?.json.id).toBe(answers[1]?.json.id);
  });

  it('take only analyses that their owner may see, each once', async () => {
    const cases = [[stop(4)], [{ analysis_id: 987_654 }], [stop(1), stop(1)]];
    for (const stops of cases)
      expect((await create(otto, { stops })).json).toMatchObject({
        status: 422,
        errors: [{ pointer: `/stops/${stops.length - 1}/analysis_id` }],
      });
    expect((await create(vera, { stops: [stop(1)] })).status).toBe(422);
    expect((await create(otto, { title: ' ' })).json).toMatchObject({ errors: [{ pointer: '/title' }] });
  });

  it('are not there for anybody else', async () => {
    const { id } = (await create(otto, { stops: [stop(1)] })).json;
    expect((await list(carla)).map((one: { id: number }) => one.id)).not.toContain(id);
    expect((await save(carla, id, { version: 1, title: 'Mine' })).status).toBe(404);
    expect((await handover(carla, id)).status).toBe(404);
    expect((await server.call('DELETE', `/journeys/${id}?version=1`, { token: carla })).status).toBe(404);
  });

  it('are handed over by a code that copies them, once for each who takes them', async () => {
    const { id } = (await create(otto, { title: 'For Carla', stops: [stop(2), stop(1)] })).json;
    const { code, path, expires_at } = (await handover(otto, id)).json;
    expect(path).toBe(`/user/journeys?code=${code}`);
    expect(Date.parse(expires_at)).toBe(server.context.now().getTime() + 24 * 3_600_000);
    const taken = (await take(carla, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).json;
    expect(taken).toMatchObject({ title: 'For Carla', from_name: 'otto', version: 1 });
    expect(order(taken)).toEqual([2, 1]);
    // They lie in a district that is not Carla's.
    expect(taken.stops[0]).toMatchObject({ visible: false, address: null, district_code: null });
    expect((await take(carla, code)).json.id).toBe(taken.id);
    expect((await take(otto, code)).json.id).toBe(id);
    const sorted = await save(carla, taken.id, { version: 1, stops: [stop(1, true), stop(2), stop(4)] });
    expect(order(sorted.json)).toEqual([1, 2, 4]);
    expect(order((await list(otto)).find((one: { id: number }) => one.id === id))).toEqual([2, 1]);
  });

  it('are not handed over by an old code, one that was replaced, or a guess', async () => {
    const { id } = (await create(otto, { stops: [stop(1)] })).json;
    const first = (await handover(otto, id)).json.code;
    const second = (await handover(otto, id)).json.code;
    expect((await take(carla, first)).json).toMatchObject({ status: 422, errors: [{ pointer: '/code' }] });
    server.wait(24 * 3_600_000);
    expect((await take(await server.tokenOf('carla'), second)).status).toBe(422);
    const { rows } = await server.database.owner((client) =>
      client.query(`select encode(code_hash, 'escape') as kept from journey_handover`),
    );
    expect(JSON.stringify(rows)).not.toContain(second);
    const token = await server.tokenOf('vera');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await take(token, 'AAAA-AAAA-AAAA')).status);
    expect(statuses.at(-2)).toBe(422);
    expect(statuses.at(-1)).toBe(429);
  });

  it('are not overwritten by who read an older one', async () => {
    const { id } = (await create(otto, { stops: [stop(1)] })).json;
    expect((await save(otto, id, { title: 'A' })).json.code).toBe('version-missing');
    const answers = await Promise.all([
      save(otto, id, { version: 1, title: 'A' }),
      save(otto, id, { version: 1, title: 'B' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const remove = (version: number) =>
      server.call('DELETE', `/journeys/${id}?version=${version}`, { token: otto });
    expect([(await remove(1)).status, (await remove(2)).status, (await remove(2)).status]).toEqual([
      409, 204, 404,
    ]);
    const { rows } = await server.database.owner((client) =>
      client.query(`select action from audit where table_name = 'journey' and row_id = $1 order by id`, [id]),
    );
    expect(rows).toEqual([{ action: 'insert' }, { action: 'update' }, { action: 'delete' }]);
  });
});
