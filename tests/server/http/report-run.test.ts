import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseClient } from '#server/database/client.ts';
import type { Database } from '#server/database/open-database.ts';
import { keptForMs } from '#server/database/run-store.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

// Every type that a run has to give back as it came, and texts that a line of CSV might lose.
const kinds = `select v.* from (values
    (1, 0.1::numeric(12,4), 1.0::float8 / 3, date '0017-02-17', timestamptz '2026-01-02 03:04:05.678901+00', 'a "quoted", one'::text,
      true, '{"a": [1, null]}'::jsonb, array['x,y', null, '"']::text[], 'ABCDE'::character(5)),
    (2, null, 'NaN', null, null, '', false, null, '{}', null),
    (3, 12345678901234.5678, 'Infinity', '2022-07-08', '2022-07-08', E'line\\nbreak\\\\.', null, 'null', null, 'x'),
    (4, -1, 0, '2022-07-08', '2022-07-08', null, null, '"é"', null, '\\.'))
  as v(id, amount, share, day, moment, words, flag, doc, list, code)
  where :dst::text = 'all' or v.id = 0`;
const shown = ['id', 'amount', 'share', 'day', 'moment', 'words', 'flag', 'code'];
const marks = ['from sale s', 'as v(id, amount'];

/** A named query with a parameter that may be left out, and a page that reads it in each way. */
const shared = {
  'schemas/queries/sold.json': {
    id: 'sold',
    title: 'Sold',
    description: 'Sales.',
    params: [{ id: 'least', type: 'integer' }],
  },
  'schemas/queries/sold.sql': `-- One line each;
    select s.id, s.district_code::text as district_code, s.purchase_price::bigint as purchase_price
    from sale s where s.district_code = any(:districts::text[])
      and (:least::bigint is null or s.purchase_price >= :least::bigint);`,
  'screens/report/shared.sql': `-- uses: sold
    with dear as (select * from sold where purchase_price > :above::bigint) select id, purchase_price from dear order by id desc`,
  'screens/report/shared.json': {
    format: 1,
    id: 'report/shared',
    route: '/report/shared/:dst',
    title: 'Shared {params.dst}',
    needs: 'repoV',
    params: [
      { id: 'dst', in: 'route', entity: 'district' },
      { id: 'above', type: 'integer', default: 350_000 },
    ],
    data: {
      sold: { query: 'sold', params: { least: '{params.above}' } },
      districts: {
        from: 'sold',
        groupBy: ['district_code'],
        measures: {
          sales: { how: 'count' },
          total: { how: 'sum', of: 'purchase_price' },
          middle: { how: 'median', of: 'purchase_price' },
        },
      },
      dear: { sql: 'shared' },
    },
    blocks: [
      ...['sold', 'districts', 'dear'].map((data) => ({ id: data, type: 'grid', data })),
      {
        id: 'side',
        type: 'grid',
        data: 'sold',
        columns: ['id'],
        columnsFrom: { each: { data: 'districts', id: 'district_code' }, cells: ['purchase_price'] },
      },
    ],
  },
};

let executed = 0;
/** Counts the statements that hold a report's SQL, whichever way they are sent. */
function counting(database: Database): Database {
  const watched = (client: DatabaseClient): DatabaseClient => {
    const seen = (text: string) => {
      if (marks.some((mark) => text.includes(mark))) executed += 1;
    };
    return {
      ...client,
      query: (text, values) => {
        seen(text);
        return client.query(text, values);
      },
      batches: (text, values, size) => {
        seen(text);
        return client.batches(text, values, size);
      },
    };
  };
  return { ...database, read: (who, options, work) => database.read(who, options, (c) => work(watched(c))) };
}

let server: TestServer;
let admin: string;
let one: string;
beforeAll(async () => {
  server = await startTestApp({
    wrapDatabase: counting,
    screens: {
      ...screens,
      ...shared,
      'screens/report/kinds.sql': kinds,
      'screens/report/kinds.json': {
        format: 1,
        id: 'report/kinds',
        route: '/report/kinds/:dst',
        title: 'Kinds {params.dst}',
        needs: 'repoV',
        params: [{ id: 'dst', in: 'route', entity: 'district' }],
        data: { rows: { sql: 'kinds' } },
        blocks: [
          {
            id: 'list',
            type: 'grid',
            data: 'rows',
            rowKey: 'id',
            columns: shown.map((id) => ({ id, title: id })),
          },
        ],
      },
    },
  });
  await addSales(server.database);
  await server.addUser('one', 'viewer', ['001']);
  [admin, one] = [await server.tokenOf('admin'), await server.tokenOf('one')];
});
beforeEach(() => {
  // Whatever was kept has had its time.
  server.wait(keptForMs + 1);
  executed = 0;
});
afterAll(() => server.close());

const report = (body: object = {}, token = admin) =>
  server.call('POST', '/query', {
    token,
    body: { screen: 'report/counts', source: 'rows', params: { dst: 'all' }, dataset: 'both', ...body },
  });

describe('a run of a report', () => {
  it('is read by pages, sorts, totals, groups, finds and the file', async () => {
    const first = await report({ limit: 2 });
    expect(first.json).toMatchObject({ count: 2, total: 6, limited: false });
    server.wait(1_000);
    const sorted = await report({ sort: ['-purchase_price'], offset: 1, limit: 2, totals: { id: 'count' } });
    expect(sorted.json).toMatchObject({ total: 6, totals: { id: 6 }, run_at: first.json.run_at });
    const grouped = await report({ group: ['district_code'], limit: 0 });
    expect(grouped.json.groups.map(({ count }: { count: number }) => count)).toEqual([4, 2]);
    expect((await report({ find: 'demo' })).json.total).toBe(2);
    const file = await server.call('POST', '/query/export', {
      token: admin,
      body: {
        screen: 'report/counts',
        source: 'rows',
        params: { dst: 'all' },
        dataset: 'both',
        format: 'csv',
        columns: ['street_name', 'purchase_price'],
        sort: ['-purchase_price'],
      },
    });
    expect(file.text.split('\r\n').slice(1, 3)).toEqual(['DEMO ST,900000', 'DEMO RD,800000']);
    expect(executed).toBe(1);
  });

  it('is one for questions that come at once, and another for other parameters', async () => {
    const [a, b] = await Promise.all([report({ limit: 5000 }), report({ sort: ['-id'] })]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(executed).toBe(1);
    await report({ params: { dst: 'all', least: 200_000 } });
    await report({ dataset: 'real' });
    expect(executed).toBe(3);
  });

  it('is each user’s own, with the rows of their districts', async () => {
    expect((await report()).json.total).toBe(6);
    expect((await report({}, one)).json.total).toBe(4);
    expect(executed).toBe(2);
  });

  it('is made anew for whoever asks for a newer one, and then read by all that follows', async () => {
    const first = (await report()).json;
    const newer = (await report({ newer_than: first.run_at })).json;
    expect(newer.run_at > first.run_at).toBe(true);
    expect((await report({ newer_than: first.run_at, sort: ['id'] })).json.run_at).toBe(newer.run_at);
    expect((await report()).json.run_at).toBe(newer.run_at);
    expect(executed).toBe(2);
  });

  it('is made anew after a change of one’s own, and when its minutes are over', async () => {
    const before = (await report()).json;
    const { json: sale } = await server.call('GET', '/sales/1', { token: admin });
    const saved = await server.call('PUT', '/sales/1', {
      token: admin,
      body: { version: sale.version, purchase_price: 123_456 },
    });
    expect(saved.status).toBe(200);
    const { json } = await report();
    expect(json.run_at >= before.run_at).toBe(true);
    expect(executed).toBe(2);
    const prices = json.columns.findIndex(({ id }: { id: string }) => id === 'purchase_price');
    expect(json.values[prices][0]).toBe(123_456);
    server.wait(keptForMs);
    await report();
    expect(executed).toBe(3);
  });

  it('gives back every type as the statement does', async () => {
    const ask = { screen: 'report/kinds', dataset: undefined };
    const { json } = await report(ask);
    expect(json).toMatchObject({ total: 4 });
    const { rows } = await server.database.read({ userId: 1, districts: '*' }, {}, (client) =>
      client.query<{ row: string }>(
        `select json_agg(json_build_array(${shown.join(', ')}))::text as row
         from (${kinds.replace(':dst', '$1')}) q`,
        ['all'],
      ),
    );
    const direct = JSON.parse(rows[0]?.row ?? '').map((row: unknown[]) =>
      row.map((value) => (typeof value === 'string' ? value.replace(/\+00:00$/, 'Z') : value)),
    );
    const kept = json.values[0].map((_: unknown, i: number) =>
      shown.map((id) => json.values[json.columns.findIndex((c: { id: string }) => c.id === id)][i]),
    );
    expect(kept).toEqual(direct);
    expect(json.values[json.columns.findIndex((c: { id: string }) => c.id === 'list')][0]).toEqual([
      'x,y',
      null,
      '"',
    ]);
    expect(executed).toBe(1);
  });

  it('is out of reach of the SQL of reports, and its table goes with it', async () => {
    await report();
    await expect(
      server.database.read({ userId: 1, districts: '*' }, {}, (client) =>
        client.query('select * from report_runs.run'),
      ),
    ).rejects.toThrow('permission denied');
    server.wait(keptForMs + 1);
    await report({ params: { dst: 'all', least: 1 } });
    const { rows } = await server.database.owner((client) =>
      client.query<{ n: number }>(
        `select count(*) as n from pg_tables where schemaname = 'report_runs' and tablename ~ '^r[0-9a-f]{24}$'`,
      ),
    );
    expect(rows[0]?.n).toBe(1);
  });
});

describe('a named query', () => {
  const rowsOf = async (source: string, body: object = {}) => {
    const { json } = await report({ screen: 'report/shared', source, dataset: undefined, ...body });
    return json.values;
  };

  it('is read by a source with values of its own, and grouped from the same run', async () => {
    const [, districts, prices] = await rowsOf('sold', { sort: ['id'] });
    expect([districts, prices]).toEqual([
      ['001', '002', '002'],
      [900_000, 400_000, 800_000],
    ]);
    expect(await rowsOf('districts')).toEqual([
      ['001', '002'],
      [1, 2],
      [900_000, 1_200_000],
      [900_000, 600_000],
    ]);
    expect(await rowsOf('districts', { sort: ['-sales'], limit: 1 })).toEqual([
      ['002'],
      [2],
      [1_200_000],
      [600_000],
    ]);
    expect(executed).toBe(1);
  });

  it('is a table in the SQL that says to use it, whose parameters pass through', async () => {
    expect((await rowsOf('dear'))[1]).toEqual([800_000, 400_000, 900_000]);
    expect((await rowsOf('dear', { params: { dst: '001', above: 150_000 } }))[1]).toEqual([
      900_000, 300_000, 200_000,
    ]);
  });

  it('shows each reader their districts', async () => {
    const { json } = await report({ screen: 'report/shared', source: 'districts', dataset: undefined }, one);
    expect(json.values[0]).toEqual(['001']);
  });

  it('gives a file its rows side by side under columns that the data made', async () => {
    const file = (block: string) =>
      server.call('POST', '/query/export', {
        token: admin,
        body: {
          screen: 'report/shared',
          source: 'sold',
          params: { dst: 'all' },
          format: 'csv',
          block,
          columns: ['purchase_price__a', 'purchase_price__b', 'purchase_price__c'],
          titles: { purchase_price__a: '001', purchase_price__b: '002', purchase_price__c: 'None' },
          across: [
            { id: 'a', value: '001' },
            { id: 'b', value: '002' },
            { id: 'c', value: "0'; select 1" },
          ],
          sort: ['purchase_price__b'],
        },
      });
    const { text, headers } = await file('side');
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head?.replaceAll(/ \(.*?\)/g, '')).toContain('001,002,None');
    expect(lines).toEqual([',400000,', ',800000,', '900000,,']);
    expect(headers['x-cadastre-rows']).toBe('3');
    expect((await file('sold')).status).toBe(400);
  });
});
