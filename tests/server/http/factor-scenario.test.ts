// Scenarios of factors: kept, tried and compared on the page of a district, applied by the run of a single factor, and taken back.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let colleague: string;
let guest: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('val', 'valuer', ['001']);
  await server.addUser('gus', 'valuer', ['002']);
  await server.addUser('ina', 'viewer', ['001']);
  [valuer, colleague, guest, viewer] = (await Promise.all(
    ['vic', 'val', 'gus', 'ina'].map((name) => server.tokenOf(name)),
  )) as [string, string, string, string];
});
afterAll(() => server?.close());

// Component AAA of zone R2: 1 has a factor already, 2 an imported value, 3 and 4 none, 5 was set by hand, 6 is the benchmark, which
// proposes 1.1. Component BBB of the same zone: 11 and 12. HHH is handcrafted. Sales on 1 to 3 and 11.
beforeEach(() =>
  server.database.owner((client) =>
    client.script(`
      delete from analysis; delete from sale; delete from benchmark_year; delete from factor_scenario; delete from component_year;
      delete from factor_run; delete from district_year; delete from property; delete from component;
      insert into component (district_code, code, zone_code, handcrafted) values ('001', 'AAA', 'R2', false), ('001', 'BBB', 'R2', false),
        ('001', 'HHH', 'R2', true), ('002', 'AAA', 'R2', false);
      insert into property (id, district_code, component_code, zone_code)
        select n, '001', 'AAA', 'R2' from generate_series(1, 6) n union all select n, '001', 'BBB', 'R2' from generate_series(11, 12) n;
      update property set benchmark_type = 'P' where id = 6;
      insert into property_value (property_id, base_date, land_value, method)
        select n, date '2025-07-01', 100000 + 100000 * n, 'I' from generate_series(1, 6) n
        union all select n, date '2025-07-01', 300000, 'I' from generate_series(11, 12) n;
      insert into property_value (property_id, base_date, land_value, method, factor_applied, factor_component) values
        (1, '2026-07-01', 210000, 'F', 1.05, 'AAA'), (2, '2026-07-01', 300000, 'I', null, null), (5, '2026-07-01', 900000, 'H', null, null),
        (6, '2026-07-01', 770000, 'H', null, null), (11, '2026-07-01', 330000, 'I', null, null);
      insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type)
        values (6, '001', 'AAA', '2026-07-01', 'P') on conflict do nothing;
      insert into sale (district_code, property_id, contract_date, purchase_price, confirmed)
        select '001', n, date '2026-01-15', 500000, true from unnest(array[1, 2, 3, 11]) n;
      insert into analysis (sale_id, property_id, district_code, contract_date, purchase_price, alv_lt, alv_future)
        select s.id, s.property_id, '001', s.contract_date, s.purchase_price, v.land_value::bigint * 1.02, v.land_value::bigint * 1.1
        from sale s join property_value v on v.property_id = s.property_id and v.base_date = '2025-07-01'`),
  ),
);

// biome-ignore lint/suspicious/noExplicitAny: as an answer's own body
type Rows = readonly { readonly [column: string]: any }[];
const owned = async (text: string) =>
  (await server.database.owner((client) => client.query(text))).rows as Rows;
const ask = async (source: string, params: object = {}, token = valuer): Promise<Rows> => {
  const answer = await server.call('POST', '/query', {
    token,
    body: {
      screen: 'annual/comp',
      source,
      params: {
        ...{
          district: '001',
          year: 2026,
          lt: 2025,
          part: 'try',
          tried: null,
          scenario: null,
          opened_version: null,
          beside: null,
        },
        ...params,
      },
      newer_than: new Date().toISOString(),
    },
  });
  expect(answer.status, answer.text).toBe(200);
  const { columns, values, count } = answer.json as {
    columns: readonly { id: string }[];
    values: readonly (readonly unknown[])[];
    count: number;
  };
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries(columns.map(({ id }, c) => [id, (values[c] ?? [])[i]])),
  );
};
const usual = [
  { component_code: 'AAA', factor: 1.1 },
  { component_code: 'BBB', factor: 1.2 },
];
const keep = (more: object = {}, token = valuer) =>
  server.call('POST', '/factorscenarios', {
    token,
    body: {
      ...{
        request_id: randomUUID(),
        district_code: '001',
        base_date: '2026-07-01',
        name: 'Autumn',
        lines: usual,
      },
      ...more,
    },
  });
const kept = async (more: object = {}) => {
  const answer = await keep(more);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as { id: number; version: number; tried: string; name: string };
};
const preview = async (id: number, token = valuer) => {
  const answer = await server.call('POST', '/commands/apply_scenario/preview', {
    token,
    body: { params: {}, ids: [id] },
  });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json.result as {
    found: number;
    done: number;
    same: number;
    refused: number;
    stamp: string;
    rows: Rows;
  };
};
const run = (id: number, shown: { done: number; same: number; stamp: string }, token = valuer) =>
  server.call('POST', '/commands/apply_scenario/run', {
    token,
    body: {
      params: {},
      ids: [id],
      expected: shown.done + shown.same,
      stamp: shown.stamp,
      request_id: randomUUID(),
    },
  });
const values = () =>
  owned(`select property_id, land_value::bigint as v, method, factor_applied::float8 as f, factor_component as c
    from property_value where base_date = '2026-07-01' order by 1`);
const years = () =>
  owned(
    'select component_code, factor::float8 as factor, n_applied from component_year where factor is not null order by 1',
  );
const runs = () =>
  owned('select component_code, factor::float8 as factor, n, state from factor_run order by id');
const lock = () =>
  owned(
    `insert into district_year (district_code, base_date, state, locked_at) values ('001', '2026-07-01', 'LOCKED', now())`,
  );

describe('factors that are tried for a whole district', () => {
  it('are shown component by component and together, and nothing is read until they are tried', async () => {
    expect(await ask('tries', { part: 'list' })).toEqual([]);
    const rows = await ask('tries', { tried: 'AAA=1.1;BBB=1.2' });
    // 200,000 → 220,000 to 500,000 → 550,000; 5 keeps 900,000 and 6 770,000. 300,000 → 360,000 twice.
    expect(rows).toMatchObject([
      {
        code: 'AAA',
        in_force: 1.05,
        proposed: 1.1,
        n_moved: 4,
        sum_after: 220_000 + 330_000 + 440_000 + 550_000 + 1_670_000,
        sales: 3,
      },
      { code: 'BBB', in_force: null, proposed: null, n_moved: 2, sum_after: 720_000, sales: 1 },
    ]);
    expect(rows[0]?.mvp_after).toBeCloseTo(100, 9);
    expect((await ask('tries', { tried: 'BBB=1.2' }))[0]).toMatchObject({
      code: 'AAA',
      n_moved: null,
      mvp_after: null,
    });
    const [together] = await ask('together', { tried: 'AAA=1.1;BBB=1.2;ZZZ=2' });
    expect(together).toMatchObject({
      n_tried: 2,
      factors: 'AAA 1.1000, BBB 1.2000',
      n_moved: 6,
      sum_after: 3_210_000 + 720_000,
      closed: null,
    });
    // 305 of AAA: sales imply 1.1, 4.8 % above 1.05 and level with 1.1; it passes both ways. Of one sale there is none.
    expect(together).toMatchObject({ n_turned: 0, n_failed_after: 0 });
    expect((await ask('together', { tried: 'AAA=1.3' }))[0]).toMatchObject({
      n_failed_before: 0,
      n_failed_after: 1,
      n_turned: 1,
    });
    expect((await ask('together'))[0]).toMatchObject({ n_tried: 0, n_moved: null, n_turned: 0 });
    expect(await ask('fill')).toMatchObject([
      { proposed: 'AAA=1.1', in_force: 'AAA=1.05', n_proposed: 1, n_in_force: 1 },
    ]);
    expect(await ask('typed', { tried: 'BBB=1.2;AAA=1.1;ZZZ=2' })).toEqual(usual);
    expect(await runs()).toEqual([]);
  });
});

describe('a scenario', () => {
  it('is kept, opened, kept anew, and its second writer is told', async () => {
    const made = await kept({ comment: 'As the market is' });
    expect(made).toMatchObject({ tried: 'AAA=1.1;BBB=1.2', n_lines: 2, base_year: 2026 });
    expect(await ask('opened', { scenario: made.id })).toMatchObject([{ name: 'Autumn', tried: made.tried }]);
    const save = (lines: object, version: number, token = valuer) =>
      server.call('PUT', `/factorscenarios/${made.id}`, { token, body: { version, lines } });
    const anew = await save([{ component_code: 'AAA', factor: 1.08 }], made.version);
    expect(anew.json).toMatchObject({
      tried: 'AAA=1.08',
      version: made.version + 1,
      comment: 'As the market is',
    });
    expect((await save(usual, made.version, colleague)).status).toBe(409);
    expect((await ask('opened', { scenario: made.id }))[0]?.tried).toBe('AAA=1.08');
    expect(
      (await server.call('DELETE', `/factorscenarios/${made.id}?version=${made.version}`, { token: valuer }))
        .status,
    ).toBe(409);
    expect(
      (
        await server.call('DELETE', `/factorscenarios/${made.id}?version=${made.version + 1}`, {
          token: valuer,
        })
      ).status,
    ).toBeLessThan(300);
    expect(await owned('select from factor_scenario_line')).toEqual([]);
  });

  it.each([
    ['no factor', { lines: [] }, '/lines'],
    [
      'a component that there is not',
      { lines: [...usual, { component_code: 'ZZZ', factor: 1 }] },
      '/lines/2/component_code',
    ],
    ['a handcrafted component', { lines: [{ component_code: 'HHH', factor: 1 }] }, '/lines/0/component_code'],
    [
      'a component twice',
      { lines: [...usual, { component_code: 'AAA', factor: 1 }] },
      '/lines/2/component_code',
    ],
    ['a blank factor', { lines: [{ component_code: 'AAA', factor: null }] }, '/lines/0/factor'],
    ['0', { lines: [{ component_code: 'AAA', factor: 0 }] }, '/lines/0/factor'],
    ['a negative factor', { lines: [{ component_code: 'AAA', factor: -1.05 }] }, '/lines/0/factor'],
    ['1000', { lines: [{ component_code: 'AAA', factor: 1000 }] }, '/lines/0/factor'],
    ["'1,05'", { lines: [{ component_code: 'AAA', factor: '1,05' }] }, '/lines/0/factor'],
    ['no name', { name: '' }, '/name'],
    ['a name of the year', { name: 'Taken' }, '/name'],
    ['another year', { base_date: '2025-07-01' }, '/base_date'],
  ])('with %s is refused where it is, and nothing is kept', async (_, more, pointer) => {
    await kept({ name: 'Taken' });
    const answer = await keep({ name: 'Bad', ...more });
    expect([400, 422], answer.text).toContain(answer.status);
    expect(answer.json.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect(await owned('select name from factor_scenario')).toEqual([{ name: 'Taken' }]);
  });

  it('is kept by who values the district alone, and in an open year', async () => {
    const { id, version } = await kept();
    expect((await keep({ name: 'X' }, viewer)).status).toBe(403);
    expect([403, 404, 422]).toContain((await keep({ name: 'X' }, guest)).status);
    expect((await server.call('GET', `/factorscenarios/${id}`, { token: guest })).status).toBe(404);
    expect(await ask('opened', { scenario: id, district: '001' }, viewer)).toHaveLength(1);
    await lock();
    for (const answer of [
      await keep({ name: 'Late' }),
      await server.call('PUT', `/factorscenarios/${id}`, {
        token: valuer,
        body: { version, lines: [usual[0]] },
      }),
      await server.call('DELETE', `/factorscenarios/${id}?version=${version}`, { token: valuer }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).toContain('Values of district 001 at 1-Jul-2026 are locked by the office since ');
    }
    expect(await owned('select name from factor_scenario')).toEqual([{ name: 'Autumn' }]);
  });

  it('stands beside others and the values as they are, by the figures of the trial', async () => {
    const [one, two] = [
      await kept(),
      await kept({ name: 'Bold', lines: [{ component_code: 'AAA', factor: 1.3 }] }),
    ];
    const rows = await ask('beside', { part: 'scenarios', beside: [one.id, two.id] });
    const cells = (scope: string, measure: string) =>
      rows
        .filter((row) => row.scope === scope && row.measure === measure)
        .map(({ column_title, value }) => [column_title, value]);
    const all = 'All of these components';
    expect(cells(all, 'Total value, $')).toEqual([
      ['As it stands', '2,510,000'],
      ['Autumn', '3,930,000'],
      ['Bold', '3,820,000'],
    ]);
    expect(cells('Component BBB', 'Factor')).toEqual([
      ['As it stands', null],
      ['Autumn', '1.2000'],
      ['Bold', null],
    ]);
    expect(cells(all, 'Values that change')).toEqual([
      ['As it stands', '0'],
      ['Autumn', '6'],
      ['Bold', '4'],
    ]);
    // Each column is what the trial of its factors says.
    const tried = await ask('tryLevel', { tried: two.tried });
    for (const { scope, measure, after } of tried.filter(({ level }) => level < 3))
      expect(cells(String(scope), String(measure))[2], `${scope} ${measure}`).toEqual(['Bold', after]);
    expect(rows.filter(({ test, measure }) => test === 'fail' && measure === 'Sales imply, %')).toMatchObject(
      [{ column_title: 'Bold', scope: 'Component AAA' }],
    );
    // The same order of measures in each column, each once.
    expect(new Set(rows.map(({ posn, place }) => `${posn} ${place}`)).size).toBe(rows.length);
  });
});

describe('a scenario that is applied', () => {
  it('writes what its trial has shown, value by value and figure by figure, and goes back exactly', async () => {
    const { id, tried } = await kept();
    const [before, told] = [await values(), await ask('tries', { tried })];
    const [together] = await ask('together', { tried });
    const level = await ask('tryLevel', { tried });
    const shown = await preview(id);
    expect(shown).toMatchObject({ found: 1, done: 1, refused: 0 });
    expect(shown.rows[0]?.message).toBe(
      '6 values of 2 components; total value $3,930,000, now $2,510,000; beyond the limit of change 1; 2 keep their value',
    );
    expect(together).toMatchObject({ n_moved: 6, sum_after: 3_930_000, n_beyond_after: 1 });
    expect(await values()).toEqual(before);

    const done = await run(id, shown);
    expect(done.json, done.text).toMatchObject({ state: 'done' });
    expect(await values()).toMatchObject([
      { property_id: 1, v: 220_000, method: 'F', f: 1.1, c: 'AAA' },
      { property_id: 2, v: 330_000, method: 'F', f: 1.1, c: 'AAA' },
      { property_id: 3, v: 440_000, method: 'F', f: 1.1, c: 'AAA' },
      { property_id: 4, v: 550_000, method: 'F', f: 1.1, c: 'AAA' },
      { property_id: 5, v: 900_000, method: 'H', f: null },
      { property_id: 6, v: 770_000, method: 'H', f: null },
      { property_id: 11, v: 360_000, method: 'F', f: 1.2, c: 'BBB' },
      { property_id: 12, v: 360_000, method: 'F', f: 1.2, c: 'BBB' },
    ]);
    expect(await runs()).toEqual([
      { component_code: 'AAA', factor: 1.1, n: 4, state: 'APPLIED' },
      { component_code: 'BBB', factor: 1.2, n: 2, state: 'APPLIED' },
    ]);
    const stands = await ask('tries');
    for (const [i, row] of told.entries()) expect(stands[i]?.mvp_before).toBeCloseTo(row.mvp_after, 9);
    const now = await ask('tryLevel', { tried });
    for (const [i, row] of level.entries())
      expect(now[i]).toMatchObject({ before: row.after, test_before: row.test_after });
    expect((await ask('together', { tried }))[0]).toMatchObject({
      n_moved: 0,
      sum_after: together?.sum_after,
    });
    // Everything stands so already.
    expect(await preview(id)).toMatchObject({ done: 0, same: 1 });

    const back = await server.call('POST', `/bulk/${done.json.id}/undo`, {
      token: valuer,
      body: { request_id: randomUUID() },
    });
    expect(back.json, back.text).toMatchObject({ state: 'done' });
    expect(await values()).toEqual(before);
    expect((await runs()).map(({ state }) => state)).toEqual(['UNDONE', 'UNDONE']);
    expect(await years()).toEqual([]);
  });

  it('tells the line that cannot be applied any more, and writes nothing of the others', async () => {
    const { id } = await kept();
    const before = await values();
    await owned(`update component set active = false where district_code = '001' and code = 'BBB'`);
    let shown = await preview(id);
    expect(shown).toMatchObject({ done: 0, refused: 1 });
    expect(shown.rows[0]?.message).toBe(
      'Line 2: Component BBB is not active any more. Nothing of the scenario is applied.',
    );
    await owned(`update property set component_code = 'AAA' where component_code = 'BBB'`);
    await owned(`delete from component where district_code = '001' and code = 'BBB'`);
    shown = await preview(id);
    expect(shown.rows[0]?.message).toBe(
      'Line 2: There is no component BBB in district 001. Nothing of the scenario is applied.',
    );
    await run(id, shown);
    expect(await values()).toEqual(before);
    expect(await runs()).toEqual([]);
  });

  it('is refused in a locked year, and is nothing to other districts', async () => {
    const { id } = await kept();
    const shown = await preview(id);
    await lock();
    expect((await preview(id)).rows[0]?.message).toMatch(
      /^Values of district 001 at 1-Jul-2026 are locked by the office since /,
    );
    const late = await run(id, shown);
    expect(late.status).toBe(422);
    expect(late.text).toContain('are locked by the office since ');
    expect(await runs()).toEqual([]);
    expect(
      (
        await server.call('POST', '/commands/apply_scenario/preview', {
          token: viewer,
          body: { params: {}, ids: [id] },
        })
      ).status,
    ).toBe(403);
    expect((await preview(id, guest)).done).toBe(0);
  });

  it('is done by one of two who run it at once, and not over what somebody else applied since it was shown', async () => {
    const { id } = await kept();
    const [one, two] = [await preview(id), await preview(id, colleague)];
    const answers = await Promise.all([run(id, one), run(id, two, colleague)]);
    const outcome = (answer: (typeof answers)[number]) => answer.json.state ?? answer.status;
    expect(answers.map(outcome).filter((state) => state === 'done')).toHaveLength(1);
    expect(JSON.stringify(answers.map(({ json }) => json))).toMatch(/look again|changed since|conflict/i);
    expect((await runs()).map(({ n }) => n)).toEqual([4, 2]);

    const { id: other } = await kept({ name: 'Bold', lines: [{ component_code: 'BBB', factor: 1.3 }] });
    const shown = await preview(other);
    const single = { factor: 1.25, district: '001', component: 'BBB' };
    const look = (
      await server.call('POST', '/commands/factor_apply/preview', {
        token: colleague,
        body: { params: single },
      })
    ).json.result;
    const first = await server.call('POST', '/commands/factor_apply/run', {
      token: colleague,
      body: { params: single, expected: look.done + look.same, stamp: look.stamp, request_id: randomUUID() },
    });
    expect(first.json.state).toBe('done');
    const late = await run(other, shown);
    expect(late.json.state, late.text).not.toBe('done');
    expect((await runs()).at(-1)).toMatchObject({ component_code: 'BBB', factor: 1.25 });
  });

  it('is not written over a value that another changes between its look and its write', async () => {
    const { id } = await kept();
    const shown = await preview(id);
    const before = await server.database.connection(async (other) => {
      await other.query('begin');
      // Whoever applies a single factor is waited for, after the look.
      await other.query(`select pg_advisory_xact_lock(hashtextextended('command factor_apply', 0))`);
      const answer = run(id, shown);
      await expect
        .poll(() => owned(`select from pg_locks where not granted and locktype = 'advisory'`))
        .toHaveLength(1);
      await other.query(
        `update property_value set land_value = 345000, version = version + 1 where property_id = 11 and base_date = '2026-07-01'`,
      );
      await other.query('commit');
      expect((await answer).text).toContain(
        'Values were changed meanwhile. Nothing was changed; look again.',
      );
      return values();
    });
    expect(before.find(({ property_id }) => property_id === 11)?.v).toBe(345_000);
    expect(await runs()).toEqual([]);
  });

  it('is applied without another that has a factor for the same component', async () => {
    const ids = [(await kept()).id, (await kept({ name: 'Bold' })).id];
    const body = { params: {}, ids };
    const { result } = (
      await server.call('POST', '/commands/apply_scenario/preview', { token: valuer, body })
    ).json;
    const answer = await server.call('POST', '/commands/apply_scenario/run', {
      token: valuer,
      body: { ...body, expected: result.done, stamp: result.stamp, request_id: randomUUID() },
    });
    expect(answer.text).toMatch(
      /Two of these scenarios have a factor for component AAA. Apply one of them alone./,
    );
    expect(await runs()).toEqual([]);
  });
});
