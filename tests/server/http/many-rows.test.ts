// What is asked of more rows than a page loads: a sample of them, what of some columns occurs together, and the years of sales.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/access/caller.ts';
import type { Database } from '#server/database/open-database.ts';
import { dataThere } from '#server/reports/dataset.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { propertiesFile, reportFiles } from '#tests/support/report-files.ts';

const many = 20_000;

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({
    screens: {
      ...screens,
      ...reportFiles(
        'many',
        `select ${many} - g as id, case when g <= 5000 then 'early' when g % 2 = 0 then 'even' end as kind,
           json_build_object('a', 1) as more
         from generate_series(1, ${many}) g order by g`,
        ['id', 'kind', 'more'],
      ),
      ...reportFiles('too-many', 'select g % 2 as odd from generate_series(1, 100001) g', ['odd']),
      ...propertiesFile('long', ['id', 'suburb']),
    },
  });
  await addSales(server.database);
  await server.database.owner(async (client) => {
    await client.query(
      `insert into sale (source, district_code, contract_date, dealing_number, synthetic)
       values ('LPI', '002', '2019-12-31', 'Y1', false), ('LPI', '002', '2021-01-01', 'Y2', true)`,
    );
    await client.query(
      `insert into property (id, district_code, suburb) select 700000 + g, '001', 'S' || g % 3 from generate_series(1, 400) g`,
    );
  });
  await server.addUser('both', 'viewer', ['001', '002']);
  await server.addUser('one', 'viewer', ['001']);
  await server.addUser('none', 'viewer', []);
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const query = (body: object) => server.call('POST', '/query', { token, body });
const report = (body: object) => query({ screen: 'report/many', source: 'rows', ...body });
const numbers = (json: { columns: { id: string }[]; values: unknown[][] }, id: string): number[] =>
  (json.values[json.columns.findIndex((column) => column.id === id)] ?? []).map(Number);
const rowsOf = ({ values }: { values: unknown[][] }) =>
  (values[0] ?? []).map((_, i) => values.map((column) => column[i]));

describe('a sample of the rows of a report', () => {
  it('is of all of them, in their order, and the same whenever it is asked for', async () => {
    const { status, json } = await report({ limit: 500, sample: 500 });
    expect(status).toBe(200);
    expect(json).toMatchObject({ count: 500, total: many, limited: false });
    const ids = numbers(json, 'id');
    expect(new Set(ids).size).toBe(500);
    // The report's own order, which is none of a column.
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const quarters = [0, 0, 0, 0];
    for (const id of ids) {
      const at = Math.floor((id / many) * 4);
      quarters[at] = (quarters[at] ?? 0) + 1;
    }
    // A quarter has 125 and by chance some thirty more or less; which rows come is decided by their places alone.
    for (const found of quarters) expect(found).toBeGreaterThan(90);
    expect((await report({ limit: 500, sample: 500 })).json.values).toEqual(json.values);
  });

  it('is paged as the rows are, and sorted', async () => {
    const whole = (await report({ limit: 500, sample: 500, sort: ['id'] })).json;
    const rest = (await report({ limit: 500, offset: 300, sample: 500, sort: ['id'] })).json;
    expect(rest.count).toBe(200);
    expect(numbers(rest, 'id')).toEqual(numbers(whole, 'id').slice(300));
    expect(numbers(whole, 'id')).toEqual(numbers(whole, 'id').toSorted((a, b) => a - b));
  });

  it('is of the rows that a filter leaves, and all of them where there are no more', async () => {
    const filter = [{ column: 'kind', op: 'eq', value: 'even' }];
    const { json } = await report({ limit: 100, sample: 100, filter });
    expect(json).toMatchObject({ count: 100, total: 7_500 });
    const all = (await report({ limit: many, filter: [{ column: 'id', op: 'lt', value: 300 }] })).json;
    const sampled = await report({
      limit: many,
      sample: 5_000,
      filter: [{ column: 'id', op: 'lt', value: 300 }],
    });
    expect(sampled.json.values).toEqual(all.values);
  });

  it('is taken of a list of records by their numbers', async () => {
    const { json } = await query({ screen: 'long', source: 'rows', limit: 50, sample: 50 });
    expect(json.count).toBe(50);
    expect(json.total).toBeGreaterThanOrEqual(400);
    const ids = numbers(json, 'id');
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(Math.max(...ids)).toBeGreaterThan(700_200);
  });
});

describe('what occurs together', () => {
  it('is counted over all rows, of which none are left out', async () => {
    const { status, json } = await report({ counted: ['kind'], limit: 100 });
    expect(status).toBe(200);
    expect(json.columns).toEqual([
      { id: 'kind', type: 'text' },
      { id: '#rows', type: 'integer' },
    ]);
    expect(json).toMatchObject({ count: 3, total: 3 });
    expect(rowsOf(json)).toEqual([
      ['early', 5_000],
      ['even', 7_500],
      [null, 7_500],
    ]);
  });

  it('is counted of those that a filter leaves, page by page', async () => {
    const first = (await report({ counted: ['id'], limit: 5, sort: ['id'] })).json;
    const next = (await report({ counted: ['id'], limit: 5, offset: 5, sort: ['id'] })).json;
    expect([...numbers(first, 'id'), ...numbers(next, 'id')]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const filter = [{ column: 'kind', op: 'eq', value: 'even' }];
    expect(rowsOf((await report({ counted: ['kind'], limit: 100, filter })).json)).toEqual([['even', 7_500]]);
  });

  it('is counted of a list of records', async () => {
    const { json } = await query({ screen: 'long', source: 'rows', counted: ['suburb'], limit: 100 });
    const ours = rowsOf(json).filter(([suburb]) => /^S\d$/.test(String(suburb)));
    expect(ours).toEqual([
      ['S0', 133],
      ['S1', 134],
      ['S2', 133],
    ]);
  });

  it('is told to be of the rows at which a report stopped', async () => {
    const { json } = await query({ screen: 'report/too-many', source: 'rows', counted: ['odd'], limit: 100 });
    expect(json.limited).toBe(true);
    expect(rowsOf(json).reduce((sum, [, n]) => sum + Number(n), 0)).toBe(100_000);
  });

  it.each([
    ['unknown', 'id" or true --'],
    ['without values that can be told apart', 'more'],
  ])('is refused of a column %s', async (_, id) => {
    const { status, json } = await report({ counted: ['kind', id] });
    expect(status).toBe(400);
    expect(json.errors[0].pointer).toBe('/counted/1');
  });
});

describe('the years in which sales were contracted', () => {
  it('are those of somebody’s own districts', async () => {
    const yearsOf = async (name: string) =>
      (await server.call('GET', '/app/userinfo', { token: await server.tokenOf(name) })).json.userInfo.data
        .years;
    const all = { real: [2022, 2019], synthetic: [2022, 2021] };
    expect(await yearsOf('admin')).toEqual(all);
    expect(await yearsOf('both')).toEqual(all);
    expect(await yearsOf('one')).toEqual({ real: [2022], synthetic: [2022] });
    expect(await yearsOf('none')).toEqual({ real: [], synthetic: [] });
  });

  it('are asked of the database once for all who want them at the same time', async () => {
    let asked = 0;
    const read: Database['read'] = (...args) => {
      asked += 1;
      return server.database.read(...args);
    };
    const database: Database = { ...server.database, read };
    const caller = { id: 1, districts: '*', workDistricts: '*' } as Caller;
    const now = new Date();
    const answers = await Promise.all([1, 2, 3].map(() => dataThere(caller, database, now)));
    expect(answers[0]?.years.real).toEqual([2022, 2019]);
    expect(new Set(answers).size).toBe(1);
    // Which kinds there are, and the years of both.
    expect(asked).toBe(3);
    await dataThere(caller, database, new Date(now.getTime() + 60_000));
    expect(asked).toBe(6);
  });

  it('are asked again after a failure', async () => {
    let fails = true;
    const read: Database['read'] = (...args) =>
      fails ? Promise.reject(new Error('No connection.')) : server.database.read(...args);
    const database: Database = { ...server.database, read };
    const caller = { id: 1, districts: '*', workDistricts: '*' } as Caller;
    const now = new Date();
    await expect(dataThere(caller, database, now)).rejects.toThrow('No connection.');
    fails = false;
    expect((await dataThere(caller, database, now)).years.real).toEqual([2022, 2019]);
  });
});
