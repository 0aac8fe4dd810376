// Sales linked to benchmarks in bulk: which, why not, again, back, and by two at once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let office: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('otto', 'office', ['001']);
  [valuer, office] = [await server.tokenOf('vic'), await server.tokenOf('otto')];
});
afterAll(() => server.close());

// Components of 001. AAA: one benchmark at 400,000 and sales in, just in and just out. BBB: two primaries, 300,000 with and 310,000
// without a position, and three sales. CCC has no benchmark, DDD none with a value, EEE no sale, FFF none that is near.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      delete from link_run; delete from analysis; delete from component_year; delete from district_year; delete from property; delete from component;
      insert into component (id, district_code, code) overriding system value values
        (11, '001', 'AAA'), (12, '001', 'BBB'), (13, '001', 'CCC'), (14, '001', 'DDD'), (15, '001', 'EEE'), (16, '001', 'FFF'), (17, '002', 'AAA');
      insert into component_year (district_code, component_code, base_date, last_link_on) values ('001', 'AAA', '2026-07-01', '2025-10-01');
      insert into property (id, district_code, component_code, benchmark_type, area, lat, lon) values
        (1, '001', 'AAA', 'P', 600, null, null), (2, '001', 'BBB', 'P', 500, -33, 151), (3, '001', 'BBB', 'P', 500, null, null),
        (5, '001', 'DDD', 'P', 600, null, null), (6, '001', 'EEE', 'P', 600, null, null), (7, '001', 'FFF', 'P', 600, null, null),
        (8, '002', 'AAA', 'P', 600, null, null);
      insert into property_value (property_id, base_date, land_value, method) values
        (1, '2026-07-01', 400000, 'H'), (2, '2026-07-01', 300000, 'H'), (3, '2026-07-01', 310000, 'H'), (6, '2026-07-01', 400000, 'H'),
        (7, '2026-07-01', 100000, 'H'), (8, '2026-07-01', 400000, 'H');
      insert into property (id, district_code, component_code) select n, '001', 'AAA' from generate_series(101, 112) n;
      insert into property (id, district_code, component_code, lat, lon) values
        (201, '001', 'BBB', -33, 151), (202, '001', 'BBB', -33.01, 151), (203, '001', 'BBB', null, null), (301, '001', 'FFF', null, null);
      insert into analysis (id, property_id, district_code, component_code, contract_date, area, alv_future, suitability)
      overriding system value
      select a.id, a.id, '001', p.component_code, a.contract, a.area, a.s1, a.suitability from (values
        (101, date '2026-07-01', 600, 520000, 'IN'), (102, '2026-07-01', 600, 520400, 'IN'),
        (103, '2026-07-01', 600, 280000, 'IN'), (104, '2026-07-01', 600, 279600, 'IN'),
        (105, '2026-07-01', 600, 400000, 'NO'), (106, '2025-06-30', 600, 400000, 'IN'),
        (107, '2025-07-01', 600, 400000, 'OUT'), (108, '2026-07-01', 1200, 800000, 'IN'),
        (109, '2026-07-01', 1201, 800000, 'IN'), (110, '2026-07-01', 0, 400000, 'IN'),
        (111, '2026-07-01', 600, null, 'IN'), (112, '2026-07-01', 750, 400000, 'IN'),
        (201, '2026-07-01', 500, 300000, 'IN'), (202, '2026-07-01', 500, 300000, 'IN'),
        (203, '2026-12-31', null, 300000, 'IN'), (301, '2026-07-01', 600, 900000, 'IN')
      ) a (id, contract, area, s1, suitability) join property p on p.id = a.id`),
  ),
);

const command = (verb: string, id: string, body: object, token = valuer) =>
  server.call('POST', `/commands/${id}/${verb}`, { token, body });
const look = async (id: string, body: object) => (await command('preview', id, body)).json.result;
const run = async (id: string, body: object, shown?: { done: number; same: number; stamp: string }) => {
  const { done, same, stamp } = shown ?? (await look(id, body));
  return command('run', id, { ...body, expected: done + same, stamp, request_id: randomUUID() });
};
const undo = (job: number) =>
  server.call('POST', `/bulk/${job}/undo`, { token: valuer, body: { request_id: randomUUID() } });
const over = (...ids: readonly number[]) => ({ params: {}, ids });
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const owner = (text: string) => server.database.owner((client) => client.query(text));
const links = async (benchmark: number) =>
  (
    await rows(
      `select analysis_id as a, linked_by as by from analysis_benchmark where property_id = ${benchmark} order by 1`,
    )
  ).map(({ a, by }) => (by === 'RUN' ? a : `${a} by hand`));
const whole = async () => [
  await rows('select to_jsonb(l) as l from analysis_benchmark l order by id'),
  await rows(
    `select to_jsonb(y) - '{version,updated_at,updated_by}'::text[] as y from component_year y order by component_code`,
  ),
];
const notes = ({ rows: shown }: { rows: { label: string; message: string }[] }) =>
  Object.fromEntries(shown.map(({ label, message }) => [label, message]));
const byHand = (analysis: number, benchmark = 1) =>
  server.call('POST', '/benchmarklinks', {
    token: valuer,
    body: { district_code: '001', analysis_id: analysis, property_id: benchmark, request_id: randomUUID() },
  });

describe('how far a sale stands from a benchmark', () => {
  it('adds steps of area, time and place; what is not known makes none', async () => {
    const of = async (args: string) =>
      (await rows(`select round(link_distance(${args}), 4)::float8 as d`))[0]?.d;
    expect(await of('750, 600, 0, null')).toBe(1);
    expect(await of('600, 750, 0, null')).toBe(1);
    expect(await of('600, 600, 12, null')).toBe(1);
    expect(await of('600, 600, -6, null')).toBe(0.5);
    expect(await of('600, 600, 0, 2000')).toBe(1);
    expect(await of('750, 600, 6, 1000')).toBe(2);
    expect(await of('0, 600, 0, null')).toBe(0);
    expect(await of('600, 0, 3, null')).toBe(0.25);
    expect(await of('null, null, 0, null')).toBe(0);
  });
});

describe('linking in bulk', () => {
  it('links the five nearest of six, within 30 per cent, of the window, and says so', async () => {
    const shown = await look('link_sales', over(11));
    expect(shown).toMatchObject({ done: 1, refused: 0, summary: '5 sales linked to 1 benchmark' });
    expect(notes(shown)).toEqual({ 'Component AAA': 'P 1: 5 sales' });
    expect(await links(1)).toEqual([]);
    const done = await run('link_sales', over(11), shown);
    expect(done.json).toMatchObject({
      state: 'done',
      result: { done: 1, undo: true, summary: '5 sales linked to 1 benchmark' },
    });
    // 102 and 104 are just beyond the band, 105 is not suitable, 106 a day too old, 108 the sixth, 109 too large, 111 without a value.
    expect(await links(1)).toEqual([101, 103, 107, 110, 112]);
    expect(
      await rows(`select comparison as c, difference::float8 as d, text as t, component_code as k from analysis_benchmark
        where analysis_id in (101, 103, 110) order by analysis_id`),
    ).toEqual([
      { c: 'SUP', d: 30, t: 'Superior', k: 'AAA' },
      { c: 'INF', d: -30, t: 'Inferior', k: 'AAA' },
      { c: 'COM', d: 0, t: 'Comparable', k: 'AAA' },
    ]);
    expect(
      await rows(`select n_components as c, n_sales as s, n_benchmarks as b, n_added as a, n_removed as r, state, kind,
        (select username from app_user where id = link_run.created_by) as by from link_run`),
    ).toEqual([{ c: 1, s: 5, b: 1, a: 5, r: 0, state: 'APPLIED', kind: 'LINK', by: 'vic' }]);
    expect(
      await rows(
        `select last_link_on > '2025-10-01' as later from component_year where component_code = 'AAA'`,
      ),
    ).toEqual([{ later: true }]);
  });

  it('measures place where both positions are known, and links both of two primaries', async () => {
    const near =
      await rows(`select benchmark_id as b, analysis_id as a, distance::float8 as d, comparison as c, difference::float8 as x
      from link_candidates('{001}', '{12}') order by 1, place`);
    expect(near).toEqual([
      { b: 2, a: 201, d: 0, c: 'COM', x: 0 },
      // 183 days; no area and no position.
      { b: 2, a: 203, d: 0.501, c: 'COM', x: 0 },
      // 0.01° of latitude are 1,112 m.
      { b: 2, a: 202, d: 0.556, c: 'COM', x: 0 },
      { b: 3, a: 201, d: 0, c: 'INF', x: -3.2 },
      { b: 3, a: 202, d: 0, c: 'INF', x: -3.2 },
      { b: 3, a: 203, d: 0.501, c: 'INF', x: -3.2 },
    ]);
    expect((await run('link_sales', over(11, 12))).json.result.summary).toBe(
      '8 sales linked to 3 benchmarks',
    );
  });

  it('asks the settings how many and how near', async () => {
    await owner(`update setting set number = 2 where key = 'link.nearest'`);
    expect((await look('link_sales', over(11))).summary).toBe('2 sales linked to 1 benchmark');
    await owner(`update setting set number = 29 where key = 'link.band'`);
    await owner(`update setting set number = 50 where key = 'link.nearest'`);
    expect((await look('link_sales', over(11))).summary).toBe('4 sales linked to 1 benchmark');
    await owner(`update setting set number = null where key in ('link.nearest', 'link.band')`);
  });

  it('says why a component gets none', async () => {
    const shown = await look('link_sales', { params: { district: '001' } });
    expect([shown.done, shown.refused]).toEqual([2, 4]);
    expect(notes(shown)).toMatchObject({
      'Component CCC': 'It has no benchmark. Give one of its properties a benchmark type.',
      'Component DDD': 'Its benchmark has no value at 1-Jul-2026. Value it first.',
      'Component EEE': 'No analysed sale of it lies between 1-Jul-2025 and 31-Dec-2026.',
      'Component FFF': 'Its one analysed sale is not near enough to a benchmark.',
    });
    // And of another district nothing is seen.
    expect(await look('link_sales', over(17))).toMatchObject({ found: 0 });
    expect(await look('link_sales', { params: { district: '002' } })).toMatchObject({ found: 0 });
  });

  it('leaves what was linked by hand, which takes a place', async () => {
    expect((await byHand(108)).status).toBe(201);
    expect((await byHand(102)).status).toBe(201);
    const shown = await look('link_sales', over(11));
    expect(notes(shown)).toEqual({ 'Component AAA': 'P 1: 3 sales · 2 links by hand kept' });
    expect(shown.summary).toBe('5 sales linked to 1 benchmark');
    await run('link_sales', over(11), shown);
    expect(await links(1)).toEqual([101, '102 by hand', 103, '108 by hand', 110]);
  });

  it('again does nothing; after a change it replaces; undone all stands as before, the day too', async () => {
    await byHand(102);
    const untouched = await whole();
    const first = await run('link_sales', over(11, 12));
    expect((await look('link_sales', over(11, 12))).same).toBe(2);
    const before = await whole();
    await owner('update analysis set alv_future = 410000 where id = 110');
    await owner(`update analysis set suitability = 'NO' where id = 101`);
    const shown = await look('link_sales', over(11, 12));
    expect([shown.done, shown.same, notes(shown)]).toEqual([
      1,
      1,
      { 'Component AAA': 'P 1: 4 sales · 1 link by hand kept · 2 of an earlier run replaced' },
    ]);
    const second = await run('link_sales', over(11, 12), shown);
    expect(await links(1)).toEqual(['102 by hand', 103, 107, 110, 112]);
    // The later of two goes first.
    const refused = await undo(first.json.id);
    expect(refused.json.problem ?? refused.json.detail ?? refused.text).toMatch(
      /Run \d+ changed links of component AAA since\. Undo that first\./,
    );
    expect((await undo(second.json.id)).json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect(await whole()).toEqual(before);
    expect((await undo(first.json.id)).json).toMatchObject({ state: 'done', result: { done: 2 } });
    expect(await whole()).toEqual(untouched);
    expect(await rows('select state, n_added as a, n_removed as r from link_run order by id')).toEqual([
      { state: 'UNDONE', a: 10, r: 0 },
      { state: 'UNDONE', a: 2, r: 2 },
    ]);
  });

  it('is undone over the runs themselves, two at once in their order', async () => {
    const untouched = await whole();
    await run('link_sales', over(11));
    await owner(`update analysis set suitability = 'NO' where id = 101`);
    await run('link_sales', over(11, 12));
    const runs = (await rows('select id from link_run order by id')).map(({ id }) => Number(id));
    const [oldest = 0] = runs;
    expect(await look('link_undo', over(oldest))).toMatchObject({ done: 0, refused: 1 });
    const shown = await look('link_undo', over(...runs));
    expect(Object.values(notes(shown))).toEqual([
      '7 links made by it go, 1 comes back',
      '5 links made by it go',
    ]);
    expect((await run('link_undo', over(...runs), shown)).json).toMatchObject({
      state: 'done',
      result: { done: 2 },
    });
    expect(await whole()).toEqual(untouched);
    expect(notes(await look('link_undo', over(oldest)))).toEqual({
      [`Linking run ${oldest}`]: 'It is undone already.',
    });
  });

  it('leaves a link that somebody corrected: it is theirs, no run replaces it and no undo takes it', async () => {
    const first = await run('link_sales', over(11));
    const [link] = await rows('select id, version from analysis_benchmark where analysis_id = 103');
    const saved = await server.call('PUT', `/benchmarklinks/${link?.id}`, {
      token: valuer,
      body: { version: link?.version, comparison: 'COM', text: 'Sloping, and priced so.' },
    });
    expect(saved.status).toBe(200);
    expect(await links(1)).toEqual([101, '103 by hand', 107, 110, 112]);
    expect((await undo(first.json.id)).json.state).toBe('done');
    expect(await links(1)).toEqual(['103 by hand']);
  });

  it('by two at once is written once; the other is told to look again', async () => {
    const shown = await look('link_sales', over(11));
    const answers = await Promise.all([
      run('link_sales', over(11), shown),
      run('link_sales', over(11), shown),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('select n_added as n from link_run')).toEqual([{ n: 5 }]);
    // And what changed between look and run is not run over.
    const again = await look('link_sales', over(12));
    await byHand(201, 2);
    expect((await run('link_sales', over(12), again)).status).toBe(409);
  });

  it('leaves all as it was when it is stopped half way', async () => {
    await run('link_sales', over(11));
    await owner(`update analysis set suitability = 'NO' where id = 101`);
    const before = await whole();
    await server.database.owner((client) =>
      client.script(`create function stop_half_way() returns trigger language plpgsql as $$
          begin if new.analysis_id = 202 then raise exception 'stopped'; end if; return new; end $$;
        create trigger stop_half_way before insert on analysis_benchmark for each row execute function stop_half_way()`),
    );
    const answer = await run('link_sales', over(11, 12));
    await owner('drop function stop_half_way cascade');
    expect(answer.json.state ?? 'failed').toBe('failed');
    expect([await whole(), await rows('select id from link_run')]).toEqual([before, [expect.anything()]]);
    expect((await run('link_sales', over(11, 12))).json.state).toBe('done');
  });

  it('is refused to whom may not change components', async () => {
    expect((await command('preview', 'link_sales', over(11), office)).status).toBe(403);
    expect((await command('preview', 'unlink_sales', { params: {} }, office)).status).toBe(403);
  });

  it('in a locked year is refused with who and when, and so are undo, a link by hand and its removal', async () => {
    const first = await run('link_sales', over(11));
    await owner(`insert into district_year (district_code, base_date, state, locked_at, locked_by)
      select '001', '2026-07-01', 'LOCKED', '2026-11-10 03:00Z', id from app_user where username = 'vic'`);
    const before = await whole();
    const why = /^Values of district 001 .* locked by vic since 10-Nov-2026\.$/;
    const shown = await look('link_sales', over(11, 12));
    expect([shown.done, shown.refused, shown.rows[0].message]).toEqual([0, 2, expect.stringMatching(why)]);
    const back = await undo(first.json.id);
    expect(back.json.problem ?? back.json.message ?? back.text).toMatch(/locked by vic since 10-Nov-2026/);
    const made = await byHand(102);
    expect([made.status, made.json.errors?.[0]?.message]).toEqual([422, expect.stringMatching(why)]);
    const [link] = await rows('select id, version from analysis_benchmark limit 1');
    const gone = await server.call('DELETE', `/benchmarklinks/${link?.id}?version=${link?.version}`, {
      token: valuer,
    });
    expect(gone.status).toBe(422);
    const unlinked = await look('unlink_sales', over(Number(link?.id)));
    expect([unlinked.done, unlinked.rows[0].message]).toEqual([0, expect.stringMatching(why)]);
    expect(await whole()).toEqual(before);
  });
});

describe('a link by hand', () => {
  it('of a sale of another component is refused at its field', async () => {
    const answer = await byHand(101, 2);
    expect([answer.status, answer.json.errors]).toEqual([
      422,
      [
        expect.objectContaining({
          pointer: '/property_id',
          message:
            'Property 2 lies in component BBB, the sale in component AAA. A sale is linked to benchmarks of its own component.',
        }),
      ],
    ]);
    expect(await rows('select from analysis_benchmark')).toEqual([]);
  });
});

describe('unlinking', () => {
  it('takes one, or all that runs made of a component, or those by hand too, and brings them back', async () => {
    await byHand(102);
    await run('link_sales', over(11, 12));
    const before = await whole();
    const [one] = await rows('select id from analysis_benchmark where analysis_id = 101');
    const single = await run('unlink_sales', over(Number(one?.id)));
    expect(single.json).toMatchObject({ state: 'done', result: { done: 1 } });
    expect(await links(1)).toEqual(['102 by hand', 103, 107, 110]);
    expect((await undo(single.json.id)).json.state).toBe('done');
    expect(await whole()).toEqual(before);
    const all = { params: { district: '001', component: 'aaa' } };
    const shown = await look('unlink_sales', all);
    expect([shown.done, shown.refused]).toEqual([4, 1]);
    const whole4 = await run('unlink_sales', all, shown);
    expect([await links(1), (await links(2)).length]).toEqual([['102 by hand'], 3]);
    expect((await undo(whole4.json.id)).json).toMatchObject({ state: 'done', result: { done: 4 } });
    expect(await whole()).toEqual(before);
    const hand = await run('unlink_sales', { params: { ...all.params, hand: true } });
    expect(hand.json.result.done).toBe(5);
    expect(
      await rows(
        `select kind, n_sales as s, n_benchmarks as b, n_removed as r from link_run order by id desc limit 1`,
      ),
    ).toEqual([{ kind: 'UNLINK', s: 5, b: 1, r: 5 }]);
    // Without a district nothing is meant.
    expect(await look('unlink_sales', { params: { hand: true } })).toMatchObject({ found: 0 });
  });
});
