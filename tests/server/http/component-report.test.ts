// The report of a component's year: as a record by its address, through its life, and with what is last year's in it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let vic: string;
let val: string;
let viewer: string;
let foreign: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-20T02:00:00Z' });
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('val', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('fay', 'valuer', ['002']);
  [vic, val, viewer, foreign] = [
    await server.tokenOf('vic'),
    await server.tokenOf('val'),
    await server.tokenOf('vera'),
    await server.tokenOf('fay'),
  ];
});
afterAll(() => server?.close());

// AA: 1 primary and 2 reference of both years, 3 cancelled and 4 moved since, 5 an ordinary property; BB has nothing.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      delete from analysis_benchmark; delete from benchmark_year; delete from component_year; delete from district_year;
      delete from property; delete from component;
      insert into component (district_code, code, description, zone_code, valuer_id)
        select '001', c, 'Lots ' || c, 'R2', (select id from app_user where username = 'vic') from unnest('{AA,BB}'::text[]) c;
      insert into property (id, district_code, component_code) select n, '001', 'AA' from generate_series(1, 5) n;
      insert into property_value (property_id, base_date, land_value) values (1, '2025-07-01', 240000), (1, '2026-07-01', 254000),
        (2, '2025-07-01', 250000), (2, '2026-07-01', 268000);
      insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, comment)
        select n, '001', 'AA', '2026-07-01', case n when 1 then 'P' else 'R' end, null from generate_series(1, 2) n;
      insert into component_year (district_code, component_code, base_date, factor, applied_on, n_applied)
        values ('001', 'AA', '2026-07-01', 1.06, '2026-10-20', 3)`),
  ),
);

const call = (method: string, path: string, body?: object, token = vic) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const report = async (key: string, token = vic) =>
  call('GET', `/componentreports/key?key=${key}`, undefined, token);
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const move = (id: number, version: number, to: string, token = vic) =>
  call('POST', `/componentreports/${id}/move`, { version, move: to }, token);
const rich = (text: string) => ({ blocks: [{ text, type: 'p' }] });
const said = ({
  status,
  json,
}: {
  status: number;
  json: { errors?: { pointer: string; message: string }[] };
}) => [status, ...(json.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)];

describe('a component report', () => {
  it('is found by district, component and base year, and not where one of them is none', async () => {
    expect((await report('001/AA/2026')).json).toMatchObject({
      begun: true,
      description: 'Lots AA',
      property_count: 5,
      factor: 1.06,
      factor_proposed: 1.0583,
      primary_id: 1,
      report_status: 'DRAFT',
    });
    for (const key of ['001/QQ/2026', '001/AA/1999', '002/AA/2026'])
      expect([key, (await report(key)).status]).toEqual([key, 404]);
    expect((await report('001/AA/2026', foreign)).status).toBe(404);
    expect((await report('001/AA/2026', viewer)).status).toBe(200);
  });

  it('has a page before it is begun, and is begun once', async () => {
    const { json } = await report('001/BB/2026');
    expect(json).toMatchObject({ begun: false, version: 0, report_status: null });
    expect(json.id).toBeLessThan(0);
    const body = { district_code: '001', component_code: 'BB', base_date: '2026-07-01' };
    const begin = (more: object = {}, token = vic) =>
      call('POST', '/componentreports', { request_id: randomUUID(), ...body, ...more }, token);
    expect((await begin({}, viewer)).status).toBe(403);
    expect((await begin({}, foreign)).status).toBe(403);
    expect(said(await begin({ component_code: 'QQ' }))).toEqual([
      422,
      '/component_code The district has no component of this code.',
    ]);
    expect(said(await begin({ base_date: '1999-07-01' }))).toEqual([
      422,
      '/base_date There are no values of this base date. Choose the one in force or the one under work.',
    ]);
    expect((await begin()).json).toMatchObject({ begun: true, report_status: 'DRAFT' });
    expect((await begin()).status).toBe(422);
    expect((await report('001/BB/2026')).json).toMatchObject({ begun: true, version: 1 });
  });

  it('proposes a factor of the one primary with both values alone, and says why there is none', async () => {
    const proposed = async (change: string) => {
      await rows(change);
      const { factor_proposed, no_factor } = (await report('001/AA/2026')).json;
      return [factor_proposed, no_factor];
    };
    const none = (why: string) => [null, `No factor is proposed: ${why}`];
    expect(await proposed("update benchmark_year set benchmark_type = 'P' where property_id = 2")).toEqual(
      none('the component has 2 primary benchmarks. Keep one.'),
    );
    expect(await proposed("update benchmark_year set benchmark_type = 'R'")).toEqual(
      none('the component has no primary benchmark.'),
    );
    await rows("update benchmark_year set benchmark_type = 'P' where property_id = 1");
    expect(
      await proposed(
        "update property_value set land_value = 0 where property_id = 1 and base_date = '2025-07-01'",
      ),
    ).toEqual(none('the primary benchmark has no value at the base date before.'));
    await rows(
      "update property_value set land_value = 240000 where property_id = 1 and base_date = '2025-07-01'",
    );
    expect(
      await proposed("delete from property_value where property_id = 1 and base_date = '2026-07-01'"),
    ).toEqual(none('the primary benchmark has no value of the year yet.'));
  });

  it('goes from draft through review to done by a second person, while the setting says so', async () => {
    const { id } = (await report('001/AA/2026')).json;
    expect((await move(id, 1, 'review')).status).toBe(422);
    const path = `/componentreports/${id}`;
    const written = await call('PUT', path, { version: 1, comments: rich('Steady.'), trend: 2 });
    expect(written.json).toMatchObject({ trend: 2, written_by: expect.any(Number) });
    // Two people wrote: the second is shown what the first one stored.
    const stale = await call('PUT', path, { version: 1, trend: 3 }, val);
    expect([stale.status, stale.json.current.trend]).toEqual([409, 2]);
    const given = await move(id, written.json.version, 'review');
    expect(given.json).toMatchObject({ report_status: 'REVIEW' });
    expect(said(await move(id, given.json.version, 'finish'))).toEqual([
      422,
      '/move Done is for somebody else to do: this record is yours.',
    ]);
    const assigned = await call('PUT', path, { version: given.json.version, report_valuer_id: 1 });
    await rows(
      `update component_year set report_valuer_id = (select id from app_user where username = 'val') where id = ${id}`,
    );
    expect((await move(id, assigned.json.version, 'finish', val)).status).toBe(422);
    await rows(`update component_year set report_valuer_id = null where id = ${id}`);
    const done = await move(id, assigned.json.version, 'finish', val);
    expect(done.json).toMatchObject({ report_status: 'DONE' });
    expect((await call('PUT', path, { version: done.json.version, trend: 1 })).status).toBe(422);
    const again = await move(id, done.json.version, 'reopen');
    expect(again.json).toMatchObject({ report_status: 'DRAFT' });
    await rows("update setting set flag = false where key = 'report.second'");
    const last = await move(id, again.json.version, 'review');
    expect((await move(id, last.json.version, 'finish')).json).toMatchObject({ report_status: 'DONE' });
    await rows("update setting set flag = null where key = 'report.second'");
  });

  it('of a year that is closed is neither begun, changed nor moved on', async () => {
    const { id, version } = (await report('001/AA/2026')).json;
    await rows(`insert into district_year (district_code, base_date, state, locked_at)
      values ('001', '2026-07-01', 'LOCKED', '2026-11-16T05:12:00Z')`);
    const why = 'Values of district 001 at 1-Jul-2026 are locked by the office since 16-Nov-2026.';
    expect(said(await call('PUT', `/componentreports/${id}`, { version, trend: 2 }))).toEqual([
      422,
      ` ${why}`,
    ]);
    expect(said(await move(id, version, 'reopen'))[0]).toBe(422);
    const begun = await call('POST', '/componentreports', {
      request_id: randomUUID(),
      district_code: '001',
      component_code: 'BB',
      base_date: '2026-07-01',
    });
    expect(said(begun)).toEqual([422, ` ${why}`]);
    expect((await report('001/BB/2026')).json).toMatchObject({ closed: why });
  });
});

describe('last year’s report', () => {
  // 1 and 2 are benchmarks of both years, 3 was cancelled and 4 moved; 5 was one whose row of the year is not there yet.
  beforeEach(() =>
    server.database.owner((client) =>
      client.script(`
        delete from component_year;
        insert into component_year (district_code, component_code, base_date, report_status, comments, report_valuer_id, handcrafted)
          select '001', 'AA', '2025-07-01', 'DONE', '{"blocks":[{"type":"p","text":"Quiet."}]}', id, true from app_user where username = 'val';
        insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, comment)
          select n, '001', 'AA', '2025-07-01', case n when 1 then 'P' else 'S' end, 'Comment ' || n from generate_series(1, 5) n;
        update property set status = 'X' where id = 3;
        update property set component_code = 'BB' where id = 4;
        alter table property disable trigger property_to_benchmark;
        update property set benchmark_type = 'S' where id = 5;
        alter table property enable trigger property_to_benchmark;
        insert into property_value (property_id, base_date, land_value) values (5, '2025-07-01', 230000);
        insert into sale (id, district_code) overriding system value values (71, '001') on conflict do nothing;
        insert into analysis (id, sale_id, district_code, component_code) overriding system value values (81, 71, '001', 'AA') on conflict do nothing;
        insert into analysis_benchmark (district_code, analysis_id, property_id, component_code, base_date, comparison)
          values ('001', 81, 1, 'AA', '2025-07-01', 'SUP')`),
    ),
  );

  const forward = (verb: string, body: object, token = vic) =>
    call('POST', `/commands/bring_forward_component/${verb}`, { params: { year: 2026 }, ...body }, token);
  const idOf = async (code: string) =>
    Number((await rows(`select id from component where code = '${code}'`))[0]?.id);
  const run = async (ids: readonly number[], token = vic) => {
    const shown = (await forward('preview', { ids }, token)).json.result;
    return forward('run', { ids, expected: shown.done, stamp: shown.stamp, request_id: randomUUID() }, token);
  };
  const undo = (job: number, token = vic) =>
    call('POST', `/bulk/${job}/undo`, { request_id: randomUUID() }, token);
  const benchmarksOf = () =>
    rows(`select property_id::integer as id, benchmark_type as type, comment, lv_old::integer as v0 from benchmark_year
      where base_date = '2026-07-01' order by 1`);
  const typeOf = async (id: number) =>
    (await rows(`select benchmark_type as t from property where id = ${id}`))[0]?.t;
  const whole = () =>
    rows(`select to_jsonb(b) - '{version,updated_at,updated_by}'::text[] as row from benchmark_year b
      union all select to_jsonb(y) - '{version,updated_at,updated_by}'::text[] from component_year y
      union all select to_jsonb(p) - '{version,updated_at,updated_by}'::text[] from property p order by 1`);

  it('comes with comments, valuer and benchmarks, says what is left out, and goes back exactly', async () => {
    const id = await idOf('AA');
    const before = await whole();
    const { result } = (await forward('preview', { ids: [id] })).json;
    expect(result).toMatchObject({
      done: 1,
      rows: [
        {
          message:
            'One benchmark comes. Left out: property 3 is cancelled; property 4 lies in component BB now. One linked sale is to be linked again',
        },
      ],
    });
    expect(await whole()).toEqual(before);
    const job = (await run([id])).json;
    expect(job).toMatchObject({ state: 'done', result: { done: 1 } });
    expect((await report('001/AA/2026')).json).toMatchObject({
      report_status: 'DRAFT',
      comments: { blocks: [{ text: 'Quiet.' }] },
      carried_from: '2025-07-01',
      brought_from: '2025-07-01',
      handcrafted: true,
      report_valuer_id: expect.any(Number),
    });
    expect(await benchmarksOf()).toEqual([
      { id: 1, type: 'P', comment: 'Comment 1', v0: null },
      { id: 2, type: 'R', comment: 'Comment 2', v0: null },
      { id: 5, type: 'S', comment: 'Comment 5', v0: 230_000 },
    ]);
    expect((await undo(job.id)).json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect(await whole()).toEqual(before);
    expect(await typeOf(5)).toBe('S');
  });

  it('comes once, and not where there is a report of the year or none of the year before', async () => {
    const [aa, bb] = [await idOf('AA'), await idOf('BB')];
    await run([aa]);
    const why = async (ids: readonly number[]) =>
      (await forward('preview', { ids })).json.result.rows.map(({ message }: { message: string }) => message);
    expect(await why([aa, bb])).toEqual([
      'It was brought forward already.',
      'It has no report of the year before.',
    ]);
    expect(
      (await forward('run', { ids: [aa], expected: 1, stamp: 'x', request_id: randomUUID() })).status,
    ).toBe(422);
    await rows(`update component_year set brought_from = null where base_date = '2026-07-01'`);
    expect(await why([aa])).toEqual(['It has a report of this year already.']);
    expect((await forward('preview', { ids: [aa] }, viewer)).status).toBe(403);
    expect((await forward('preview', { ids: [aa] }, foreign)).json.result ?? { found: 0 }).toMatchObject({
      found: 0,
    });
  });

  it('is marked until it is changed, and again when the change is taken back', async () => {
    await run([await idOf('AA')]);
    const { id, version } = (await report('001/AA/2026')).json;
    const path = `/componentreports/${id}`;
    const trend = await call('PUT', path, { version, trend: 1 });
    expect(trend.json).toMatchObject({ carried_from: '2025-07-01' });
    const text = await call('PUT', path, { version: trend.json.version, comments: rich('Busy.') });
    expect(text.json).toMatchObject({ carried_from: null, brought_from: '2025-07-01' });
    const back = await call('POST', `${path}/undo`, { version: text.json.version });
    expect(back.json).toMatchObject({
      carried_from: '2025-07-01',
      comments: { blocks: [{ text: 'Quiet.' }] },
    });
  });

  it('stays where somebody has worked on it since, and in a year that is closed', async () => {
    const id = await idOf('AA');
    const job = (await run([id])).json;
    const { id: reportId, version } = (await report('001/AA/2026')).json;
    await call('PUT', `/componentreports/${reportId}`, { version, trend: 1 });
    expect(JSON.stringify((await undo(job.id)).json)).toContain(
      'Somebody has worked on what was brought forward since. Nothing is taken back.',
    );
    expect((await report('001/AA/2026')).json).toMatchObject({ brought_from: '2025-07-01', trend: 1 });
    await rows(`delete from component_year where base_date = '2026-07-01'`);
    await rows(`insert into district_year (district_code, base_date, state, locked_at)
      values ('001', '2026-07-01', 'LOCKED', '2026-11-16T05:12:00Z')`);
    expect((await forward('preview', { ids: [id] })).json.result.rows[0].message).toBe(
      'Values of district 001 at 1-Jul-2026 are locked by the office since 16-Nov-2026.',
    );
  });
});
