import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const counts = screens['screens/report/counts.json'];
const report = (id: string, more: object) => ({
  [`screens/report/${id}.json`]: {
    ...counts,
    id: `report/${id}`,
    route: `/report/${id}/:dst`,
    title: `${id}, {params.dst}`,
    group: 'qa',
    params: [{ id: 'dst', in: 'route', entity: 'district' }],
    data: { rows: { sql: id } },
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'id',
        columns: [{ id: 'id' }, { id: 'rule_severity' }],
      },
    ],
    ...more,
  },
});
/** Sales from 200,000 on are errors, cheaper ones warnings. */
const judged = `select s.id, case when s.purchase_price >= 200000 then 'E' else 'W' end as rule_severity
  from sale s where s.district_code = any(:districts::text[])`;
const counted = {
  ...screens,
  ...report('prices', {}),
  'screens/report/prices.sql': judged,
  ...report('cheap', {}),
  'screens/report/cheap.sql': `${judged} and s.purchase_price < 200000`,
  ...report('none', {}),
  'screens/report/none.sql': `${judged} and s.purchase_price < 0`,
  ...report('plain', {
    blocks: [{ id: 'list', type: 'grid', data: 'rows', rowKey: 'id', columns: [{ id: 'id' }] }],
  }),
  'screens/report/plain.sql': 'select s.id from sale s where s.district_code = any(:districts::text[])',
  ...report('failing', {
    blocks: [
      {
        id: 'list',
        type: 'grid',
        data: 'rows',
        rowKey: 'id',
        columns: [{ id: 'id' }, { id: 'purchase_price' }],
      },
    ],
  }),
  'screens/report/failing.sql': `select s.id, s.purchase_price::bigint as purchase_price from sale s
    where s.district_code = any(:districts::text[]) and 1 / (s.purchase_price - 300000) < 9`,
  ...report('hidden', { needs: 'admnU' }),
  'screens/report/hidden.sql': judged,
};

let server: TestServer;
let admin: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens: counted, start: '2026-07-01T00:00:00Z' });
  await addSales(server.database);
  await server.addUser('viewer', 'viewer', ['001']);
  admin = await server.tokenOf('admin');
  viewer = await server.tokenOf('viewer');
});
afterAll(() => server.close());

async function ask(district: string, token = viewer) {
  const answer = await server.call(
    'GET',
    `/reports/counts?group=qa&severity=rule_severity&district=${district}`,
    {
      token,
    },
  );
  return answer;
}
const told = (json: {
  reports: { page: string; found: number; errors: number; warnings: number; state: string }[];
}) =>
  Object.fromEntries(
    json.reports.map(({ page, found, errors, warnings, state }) => [
      page.slice(7),
      [found, errors, warnings, state],
    ]),
  );
const jobs = async () => {
  const { rows } = await server.database.owner((client) =>
    client.query<{ district: string; state: string }>(
      `select payload ->> 'district' as district, state from job where kind = 'counts' order by id`,
    ),
  );
  return rows.map(({ district, state }) => `${district} ${state}`);
};

describe('counts of the reports of a group', () => {
  it('begin with a job for the district, and say that nothing is counted yet', async () => {
    const { status, json } = await ask('001');
    expect(status).toBe(200);
    expect(json).toMatchObject({ districts: 1, waiting: 1, counted_at: null });
    // Those that the viewer may open, found in the definitions.
    expect(told(json)).toEqual({
      cheap: [null, null, null, 'none'],
      failing: [null, null, null, 'none'],
      none: [null, null, null, 'none'],
      plain: [null, null, null, 'none'],
      prices: [null, null, null, 'none'],
    });
    await server.context.jobs.idle();
    expect(await jobs()).toEqual(['001 done']);
  });

  it('are red with an error, amber with warnings alone, green with neither, and know the time', async () => {
    const { json } = await ask('001');
    expect(json).toMatchObject({ waiting: 0, counted_at: expect.stringMatching(/^20/) });
    // Three real sales of 001: 100,000, 200,000 and 300,000.
    expect(told(json)).toEqual({
      cheap: [1, 0, 1, 'warning'],
      failing: [null, null, null, 'none'],
      none: [0, 0, 0, 'good'],
      plain: [3, null, null, 'none'],
      prices: [3, 2, 1, 'bad'],
    });
    const failing = json.reports.find(({ page }: { page: string }) => page === 'report/failing');
    expect(failing.problem).toContain('division by zero');
  });

  it('are kept until something of the district changes', async () => {
    await ask('001');
    await server.context.jobs.idle();
    expect(await jobs()).toEqual(['001 done']);
    // Another district changes nothing here.
    const change = (district: string) =>
      server.database.owner((client) =>
        client.query(
          `insert into audit (table_name, row_id, action, district_code) values ('sale', 1, 'update', $1)`,
          [district],
        ),
      );
    await change('002');
    expect((await ask('001')).json.waiting).toBe(0);
    await server.database.owner((client) =>
      client.query('update sale set purchase_price = 150000 where id = 2'),
    );
    await change('001');
    const old = await ask('001');
    // What was counted is told until it is counted anew.
    expect([old.json.waiting, told(old.json).prices]).toEqual([1, [3, 2, 1, 'bad']]);
    await server.context.jobs.idle();
    expect(told((await ask('001')).json)).toMatchObject({
      prices: [3, 1, 2, 'bad'],
      cheap: [2, 0, 2, 'warning'],
    });
    expect(await jobs()).toEqual(['001 done', '001 done']);
  });

  it('follow an option of the contractor', async () => {
    await server.database.owner((client) =>
      client.query(
        `update setting set number = 500, updated_at = now() + interval '1 minute' where key = 'sale.nominal.price'`,
      ),
    );
    expect((await ask('001')).json.waiting).toBe(1);
    await server.context.jobs.idle();
    expect((await ask('001')).json.waiting).toBe(0);
  });

  it.each([
    [
      'a factor that is applied',
      `insert into factor_run (district_code, component_code, base_date, factor) values ('001', 'AAA', '2026-07-01', 1.05)`,
    ],
    ['a factor that is taken back', `update factor_run set state = 'UNDONE' where district_code = '001'`],
    ['a linking in bulk', `insert into link_run (district_code, base_date) values ('001', '2026-07-01')`],
    [
      'a file that reached several districts',
      `insert into import_file (name, state, districts) values ('two.DAT', 'done', '{001,002}')`,
    ],
  ])('follow %s, of which the history has no entry for each record', async (_, change) => {
    expect((await ask('001')).json.waiting).toBe(0);
    await server.database.owner((client) => client.query(change));
    expect((await ask('001')).json.waiting).toBe(1);
    await server.context.jobs.idle();
    expect((await ask('001')).json.waiting).toBe(0);
  });

  it('are shared by whoever sees the district, and tell nobody of another', async () => {
    expect((await ask('002')).status).toBe(404);
    const { json } = await ask('002', admin);
    expect(json.waiting).toBe(1);
    await server.context.jobs.idle();
    // One real sale, of 400,000; what only administrators may open is counted for them.
    expect(told((await ask('002', admin)).json)).toMatchObject({
      prices: [1, 1, 0, 'bad'],
      hidden: [1, 1, 0, 'bad'],
    });
    // All districts of the viewer are the one.
    const all = (await ask('all')).json;
    expect([all.districts, told(all).prices]).toEqual([1, [3, 1, 2, 'bad']]);
  });

  it('begin at most twenty districts at a time, and none where there is nothing', async () => {
    await server.database.owner((client) =>
      client.query(`insert into property (id, district_code)
        select 5000 + row_number() over (order by code), code from (select code from district order by code desc limit 25) d`),
    );
    const before = (await jobs()).length;
    const { json } = await ask('all', admin);
    // With the two of the sales.
    expect(json.districts).toBe(27);
    expect(json.waiting).toBeGreaterThanOrEqual(25);
    const begun = await jobs();
    expect(begun.length - before).toBeLessThanOrEqual(20);
    await server.context.jobs.idle();
  });
});
