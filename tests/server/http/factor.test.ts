// A factor over a component: what it writes, what it leaves, again, back, and by two at once.
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

// 1 the known answer; 2 handcrafted; 3 a benchmark; 4 a group; 5 no V0; 6 heritage; 7 stratum; 8 set by hand; 9 cancelled;
// 10 another component; 11 another district; 12 percentages; 13 another component's factor.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      delete from component_year; delete from factor_run; delete from district_year; delete from s28_group; delete from property; delete from component;
      insert into component (district_code, code) values ('001', 'AAA'), ('001', 'BBB'), ('002', 'AAA');
      insert into property (id, district_code, component_code) select n, '001', 'AAA' from generate_series(1, 9) n;
      insert into property (id, district_code, component_code) values (10, '001', 'BBB'), (11, '002', 'AAA'), (12, '001', 'AAA'), (13, '001', 'AAA');
      update property set handcrafted = true where id = 2;
      update property set benchmark_type = 'R' where id = 3;
      insert into s28_group (district_code, name) values ('001', 'G1');
      insert into s28_member (group_id, property_id, weight) select id, 4, 1 from s28_group;
      update property set heritage = true where id = 6;
      update property set status = 'X' where id = 9;
      insert into property_value (property_id, base_date, land_value, method, authority_code)
        select id, '2025-07-01', 240000, 'I', '14A' from property where id <> 5;
      update property_value set heritage_value = 180000 where property_id = 6;
      update property_value set stratum_allowance = 12345 where property_id = 7;
      update property_value set muaf_pct = 40 where property_id = 12;
      insert into property_value (property_id, base_date, land_value, method, handcrafted, factor_component) values
        (2, '2026-07-01', 300000, 'H', true, null), (8, '2026-07-01', 310000, 'H', false, null), (13, '2026-07-01', 250000, 'F', false, 'BBB')`),
  ),
);

const command = (verb: string, id: string, body: object, token = valuer) =>
  server.call('POST', `/commands/${id}/${verb}`, { token, body });
const preview = async (factor: unknown, more: object = {}) =>
  (
    await command('preview', 'factor_apply', {
      params: { factor, district: '001', component: 'aaa', ...more },
    })
  ).json.result;
const run = (
  factor: unknown,
  shown: { done: number; same: number; stamp: string },
  more: object = {},
  token = valuer,
) =>
  command(
    'run',
    'factor_apply',
    {
      params: { factor, district: '001', component: 'aaa', ...more },
      expected: shown.done + shown.same,
      stamp: shown.stamp,
      request_id: randomUUID(),
    },
    token,
  );
const apply = async (factor: number) => run(factor, await preview(factor));
const rows = async (text: string) => (await server.database.owner((client) => client.query(text))).rows;
const values = async () =>
  Object.fromEntries(
    (
      await rows(`select property_id as id, land_value::integer as v, method as m from property_value
        where base_date = '2026-07-01' order by 1`)
    ).map(({ id, v, m }) => [id, `${v} ${m}`]),
  );
const whole = () =>
  rows(`select to_jsonb(v) - '{id,version,created_at,updated_at,created_by,updated_by}'::text[] as v from property_value v
    order by property_id, base_date`);
const byHand = { 2: '300000 H', 8: '310000 H', 13: '250000 F' };

describe('a factor', () => {
  it('gives 254,000, again 257,000, undone 254,000 and then nothing; what is handcrafted stays', async () => {
    const before = await whole();
    const first = await preview(1.0583);
    expect(first).toMatchObject({ preview: true, found: 10, done: 4, same: 0, refused: 6 });
    expect(await values()).toEqual(byHand);
    expect((await run(1.0583, first)).json).toMatchObject({ state: 'done', result: { done: 4, undo: true } });
    const factored = { 1: '254000 F', 6: '254000 F', 7: '254000 F', 12: '254000 F' };
    expect(await values()).toEqual({ ...byHand, ...factored });
    expect(await preview(1.0583)).toMatchObject({ done: 0, same: 4 });
    const second = await apply(1.07);
    expect((await values())[1]).toBe('257000 F');
    const undo = (job: number) =>
      server.call('POST', `/bulk/${job}/undo`, { token: valuer, body: { request_id: randomUUID() } });
    expect((await undo(second.json.id)).json).toMatchObject({ state: 'done', result: { done: 4 } });
    expect(await values()).toEqual({ ...byHand, ...factored });
    const [oldest] = await rows(`select id from factor_run where state = 'APPLIED'`);
    const back = { params: {}, ids: [oldest?.id] };
    const shown = (await command('preview', 'factor_undo', back)).json.result;
    expect(shown).toMatchObject({ done: 1, rows: [{ message: '4 of 4 values go back' }] });
    expect(
      (
        await command('run', 'factor_undo', {
          ...back,
          expected: 1,
          stamp: shown.stamp,
          request_id: randomUUID(),
        })
      ).json,
    ).toMatchObject({ state: 'done', result: { done: 1 } });
    expect(await whole()).toEqual(before);
    expect(await rows(`select state, n from factor_run order by id`)).toEqual([
      { state: 'UNDONE', n: 4 },
      { state: 'UNDONE', n: 4 },
    ]);
    expect((await command('preview', 'factor_undo', back)).json.result).toMatchObject({
      refused: 1,
      rows: [{ message: 'This run is undone already.' }],
    });
  });

  it('is taken back after a later one that stands on it, also where that is the same factor again', async () => {
    const undo = async (job: number) =>
      (await server.call('POST', `/bulk/${job}/undo`, { token: valuer, body: { request_id: randomUUID() } }))
        .json;
    const before = await whole();
    const jobs: number[] = [];
    for (const factor of [1.0583, 1.07, 1.0583]) jobs.push((await apply(factor)).json.id);
    const third = await whole();
    const first = 'A later factor was applied over its values. Take that one back first.';
    for (const early of jobs.slice(0, 2)) expect((await undo(early)).message).toBe(first);
    const [oldest] = await rows('select id from factor_run order by id limit 1');
    const told = (await command('preview', 'factor_undo', { params: {}, ids: [oldest?.id] })).json.result;
    expect(told).toMatchObject({ refused: 1, rows: [{ message: first }] });
    expect(await whole()).toEqual(third);
    for (const late of jobs.toReversed()) expect(await undo(late)).toMatchObject({ result: { done: 4 } });
    expect(await whole()).toEqual(before);
    expect(await rows('select distinct state from factor_run')).toEqual([{ state: 'UNDONE' }]);
  });

  it('of which nothing would go back is not called undone', async () => {
    const applied = await apply(1.0583);
    await rows(`update property_value set land_value = 260000, method = 'H' where base_date = '2026-07-01'`);
    const answer = await server.call('POST', `/bulk/${applied.json.id}/undo`, {
      token: valuer,
      body: { request_id: randomUUID() },
    });
    expect(answer.json.message).toBe('All of its values were changed since. Nothing goes back.');
    expect(await rows('select state from factor_run')).toEqual([{ state: 'APPLIED' }]);
  });

  it('names what it leaves with the reason, and first what is to be reviewed', async () => {
    const { rows: shown } = await preview(1.0583);
    expect(
      shown.map(({ id, outcome, message }: { id: number; outcome: string; message: string }) => [
        id,
        outcome,
        message,
      ]),
    ).toEqual([
      [6, 'done', 'Heritage: review it.'],
      [7, 'done', 'Stratum: review it.'],
      [1, 'done', null],
      [12, 'done', null],
      [2, 'refused', 'It is handcrafted.'],
      [3, 'refused', 'It is a benchmark, which is valued one by one.'],
      [4, 'refused', 'It is in a section 28 group, which is valued as a whole.'],
      [5, 'refused', 'It has no land value at the base date in force.'],
      [8, 'refused', 'Its value is set by hand.'],
      [13, 'refused', 'Its value has the factor of component BBB.'],
    ]);
    expect(shown.find(({ id }: { id: number }) => id === 1)).toMatchObject({
      label: 'Property 1',
      changes: [{ id: 'land_value_future', old: null, new: 254_000, new_text: '$254,000' }],
    });
  });

  it('moves amounts by the same rounding, keeps percentages, and tells the component’s year', async () => {
    await apply(1.0583);
    expect(
      await rows(`select property_id as id, heritage_value::integer as heritage, stratum_allowance::integer as stratum,
          muaf_pct::float8 as muaf, factor_applied::float8 as f, factor_component as c, authority_code as a
        from property_value where base_date = '2026-07-01' and property_id in (6, 7, 12) order by 1`),
    ).toEqual([
      { id: 6, heritage: 190_000, stratum: null, muaf: null, f: 1.0583, c: 'AAA', a: '14A' },
      { id: 7, heritage: null, stratum: 13_100, muaf: null, f: 1.0583, c: 'AAA', a: '14A' },
      { id: 12, heritage: null, stratum: null, muaf: 40, f: 1.0583, c: 'AAA', a: '14A' },
    ]);
    expect(
      await rows(`select y.factor::float8 as f, y.n_applied as n, u.username as by, r.n_review as review
        from component_year y join app_user u on u.id = y.applied_by cross join factor_run r`),
    ).toEqual([{ f: 1.0583, n: 4, by: 'vic', review: 2 }]);
  });

  it('is refused where it is none: 0, −1, 1000, 1,05, nothing', async () => {
    for (const factor of [0, -1, 1000, '1,05', '', null]) {
      const answer = await command('preview', 'factor_apply', { params: { factor, district: '001' } });
      expect([factor, answer.status, answer.json.errors?.[0]?.pointer]).toEqual([
        factor,
        400,
        '/params/factor',
      ]);
    }
    expect((await command('preview', 'factor_apply', { params: { factor: 1.05 } }, office)).status).toBe(403);
    expect(await preview(1.05, { district: '002' })).toMatchObject({ found: 0 });
  });

  it('over a selection is about just these, each with its component', async () => {
    const over = { ids: [1, 9, 10, 11], params: { factor: 1.1 } };
    const { result } = (await command('preview', 'factor_apply', over)).json;
    expect(result).toMatchObject({
      found: 3,
      done: 2,
      refused: 1,
      rows: [{ id: 1 }, { id: 10 }, { id: 9, message: 'It is not active.' }],
    });
    await command('run', 'factor_apply', {
      ...over,
      expected: 2,
      stamp: result.stamp,
      request_id: randomUUID(),
    });
    expect(await rows('select component_code as c, n from factor_run order by 1')).toEqual([
      { c: 'AAA', n: 1 },
      { c: 'BBB', n: 1 },
    ]);
  });

  it('by two at once is written once; the other is told to look again', async () => {
    const shown = await preview(1.0583);
    const answers = await Promise.all([run(1.0583, shown), run(1.0583, shown)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('select n, state from factor_run')).toEqual([{ n: 4, state: 'APPLIED' }]);
    // And what somebody saved between look and run is not run over.
    const again = await preview(1.07);
    await server.database.owner((client) =>
      client.query('update property set handcrafted = true where id = 1'),
    );
    expect((await run(1.07, again)).status).toBeGreaterThanOrEqual(409);
    expect((await values())[1]).toBe('254000 F');
  });

  it.each([
    [
      'a value that another changes',
      `update property_value set land_value = 999000, version = version + 1 where property_id = 12 and base_date = '2026-07-01'`,
    ],
    ['a property that another changes', 'update property set version = version + 1 where id = 12'],
    [
      'what another takes it of',
      `update property_value set land_value = 250000, version = version + 1 where property_id = 12 and base_date = '2025-07-01'`,
    ],
    [
      'a value that another makes',
      `insert into property_value (property_id, base_date, land_value, method) values (1, '2026-07-01', 999000, 'I')`,
    ],
  ])('is not written over %s between its look and its write', async (_, change) => {
    await apply(1.0583);
    await rows(`delete from property_value where property_id = 1 and base_date = '2026-07-01'`);
    const shown = await preview(1.07);
    const { answer, changed } = await server.database.connection(async (other) => {
      await other.query('begin');
      // What the look does not read and the write needs first: it waits here.
      await other.query('lock table factor_run in access exclusive mode');
      const answer = run(1.07, shown);
      await expect
        .poll(() => rows(`select from pg_locks where not granted and relation = 'factor_run'::regclass`))
        .toHaveLength(1);
      await other.query(change);
      await other.query('commit');
      return { answer: await answer, changed: await whole() };
    });
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('3 of 4 could be written');
    expect(await whole()).toEqual(changed);
    expect(await rows('select n from factor_run')).toEqual([{ n: 4 }]);
  });

  it('leaves all as it was when it is stopped half way', async () => {
    const before = await whole();
    await server.database.owner((client) =>
      client.script(`create function stop_half_way() returns trigger language plpgsql as $$
          begin if new.property_id = 12 then raise exception 'stopped'; end if; return new; end $$;
        create trigger stop_half_way before insert on factor_run_value for each row execute function stop_half_way()`),
    );
    const answer = await apply(1.0583);
    await server.database.owner((client) => client.query('drop function stop_half_way cascade'));
    expect(answer.json.state ?? 'failed').toBe('failed');
    expect([await whole(), await rows('select from factor_run')]).toEqual([before, []]);
  });

  it('has as much time to be taken back as to be applied', async () => {
    const { json } = await apply(1.0583);
    await server.database.owner((client) =>
      client.script(`create function tell_time() returns trigger language plpgsql as $$
          begin raise exception 'It may take %.', current_setting('statement_timeout'); end $$;
        create trigger tell_time before insert or update on factor_run for each row execute function tell_time()`),
    );
    const undo = await server.call('POST', `/bulk/${json.id}/undo`, {
      token: valuer,
      body: { request_id: randomUUID() },
    });
    const again = await apply(1.07);
    await server.database.owner((client) => client.query('drop function tell_time cascade'));
    expect([undo.json.message, again.json.message]).toEqual(Array(2).fill('It may take 20min.'));
  });

  it('in a locked district is refused with who and when', async () => {
    const applied = await apply(1.0583);
    await server.database.owner((client) =>
      client.query(`insert into district_year (district_code, base_date, state, locked_at, locked_by)
        select '001', '2026-07-01', 'LOCKED', '2026-11-10 03:00Z', id from app_user where username = 'vic'`),
    );
    const { done, rows: shown } = await preview(1.07);
    expect([done, shown[0].message]).toEqual([
      0,
      expect.stringMatching(/^Values of district 001 .* locked by vic since 10-Nov-2026\.$/),
    ]);
    const back = await server.call('POST', `/bulk/${applied.json.id}/undo`, {
      token: valuer,
      body: { request_id: randomUUID() },
    });
    expect(back.json.message ?? back.json.title).toMatch(/locked by vic since 10-Nov-2026/);
    expect((await values())[1]).toBe('254000 F');
    expect(await rows(`select state from factor_run`)).toEqual([{ state: 'APPLIED' }]);
  });

  it('undone leaves what somebody changed since', async () => {
    const applied = await apply(1.0583);
    await server.database.owner((client) =>
      client.query(
        `update property_value set land_value = 260000, method = 'H' where property_id = 1 and base_date = '2026-07-01'`,
      ),
    );
    await server.call('POST', `/bulk/${applied.json.id}/undo`, {
      token: valuer,
      body: { request_id: randomUUID() },
    });
    expect(await values()).toEqual({ ...byHand, 1: '260000 H' });
  });
});
