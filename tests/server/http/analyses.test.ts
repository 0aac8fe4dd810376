// Analyses of sales: what they rest on line by line, their calculation and their life.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.database.owner(async (client) => {
    await client.query(
      `insert into property (id, district_code, zone_code, component_code, area, benchmark_property_type)
       values (11, '001', 'R2', 'AA', 650, 'RES'), (12, '001', 'E1', 'BA', 400, 'COM'), (13, '002', 'R2', 'AA', 700, 'RES'),
         (14, '001', 'R2', null, 600, 'RES'), (15, '001', 'R2', null, 600, 'RES'), (16, '001', 'R2', null, 600, 'RES')`,
    );
    await client.query(
      `insert into property_value (property_id, base_date, land_value)
       values (11, '2023-07-01', 500000), (11, '2024-07-01', 520000), (11, '2025-07-01', 540000)`,
    );
    await client.query(
      `insert into sale (id, district_code, property_id, contract_date, purchase_price, area, zone_code, component_code)
       overriding system value values
       (21, '001', 11, '2024-10-15', 850000, 650, 'R2', 'AA'), (22, '001', 12, '2025-02-01', 1200000, 400, 'E1', 'BA'),
       (23, '002', 13, '2025-02-01', 600000, 700, 'R2', 'AA')`,
    );
    await client.query(
      `insert into analysis (id, sale_id, property_id, district_code, contract_date, purchase_price, area, zone_code,
         component_code) overriding system value
       values (31, 21, 11, '001', '2024-10-15', 850000, 650, 'R2', 'AA'),
         (32, 22, 12, '001', '2025-02-01', 1200000, 400, 'E1', 'BA'),
         (33, 23, 13, '002', '2025-02-01', 600000, 700, 'R2', 'AA')`,
    );
  });
  await server.addUser('vic', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [valuer, viewer] = [await server.tokenOf('vic'), await server.tokenOf('vera')];
});
afterAll(() => server.close());

const read = async (id: number) => (await server.call('GET', `/anlys/${id}`, { token: valuer })).json;
const save = async (id: number, body: object) =>
  server.call('PUT', `/anlys/${id}`, { token: valuer, body: { version: (await read(id)).version, ...body } });

describe('an analysis', () => {
  it('is worth line by line what is typed, else quantity × rate, less the depreciation of a cost', async () => {
    const { status, json } = await save(32, {
      improvements: [
        { type: 'MA', description: 'Shop', quantity: 180, unit: 'm²', rate: 1450 },
        { type: 'FE', quantity: 10, rate: 100, value: 900 },
      ],
      plant: [{ type: 'PL', description: 'Cold room', quantity: 2, rate: 3000 }],
      costs: [{ description: 'Shell', quantity: 200, rate: 1000, depreciation: 25 }],
    });
    expect([status, json.errors]).toEqual([200, undefined]);
    const amounts = (rows: readonly { amount: number }[]) => rows.map(({ amount }) => amount);
    expect([json.improvements, json.plant, json.costs].map(amounts)).toEqual([
      [261_000, 900],
      [6_000],
      [150_000],
    ]);
  });

  it('takes formatted text alone for its notes', async () => {
    const internal_notes = { blocks: [{ type: 'p', text: 'Seen with the neighbour' }] };
    expect((await save(32, { internal_notes: 'Seen' })).json.errors).toMatchObject([
      { pointer: '/internal_notes' },
    ]);
    expect((await save(32, { internal_notes })).json.internal_notes).toEqual(internal_notes);
  });

  it('takes no plant among its improvements', async () => {
    expect((await save(32, { improvements: [{ type: 'PL' }] })).json.errors).toMatchObject([
      { pointer: '/improvements/0/type' },
    ]);
    expect((await save(32, { plant: [{ type: 'MA' }] })).json.errors).toMatchObject([
      { pointer: '/plant/0/type' },
    ]);
  });

  it('is seen and changed by those of its district who may', async () => {
    expect((await server.call('GET', '/anlys/33', { token: valuer })).status).toBe(404);
    expect((await server.call('GET', '/anlys/31', { token: viewer })).status).toBe(403);
  });
});

interface Step {
  readonly step: string;
  readonly what: string;
  readonly result: number | null;
  readonly problem: string | null;
}

const steps = async (id: number) =>
  (
    await server.database.owner((client) =>
      client.query<Step>('select step, what, result::float8 as result, problem from analysis_steps($1)', [
        id,
      ]),
    )
  ).rows;
const results = async (id: number) => (await steps(id)).map(({ step, result }) => [step, result]);

/** The known answer of the specification of analyses. */
const known = {
  interest_pct: null,
  monthly_pct: 0.5,
  time_method: 'COMPOUND',
  plant: [{ type: 'PL', description: 'Chattels', value: 10_000 }],
  adjustments: [{ reason: 'Bought by the neighbour', amount: 15_000 }],
  improvements: [
    { type: 'MA', description: 'Dwelling', quantity: 180, unit: 'm²', rate: 1450 },
    { type: 'PO', description: 'Pool', value: 25_000 },
    { type: 'FE', description: 'Fencing', value: 12_000 },
  ],
};

describe('the calculation', () => {
  it('takes the price apart to the land value at the contract date, and moves it to the base dates', async () => {
    const { status, json } = await save(31, known);
    expect([status, json.errors]).toEqual([200, undefined]);
    expect(json).toMatchObject({
      chattels: 10_000,
      circumstances_adjustment: 15_000,
      added_value: 298_000,
      analysed_lv: 527_000,
      analysed_rate: 810,
      alv_lt: 550_000,
      alv_future: 584_000,
    });
    expect(await results(31)).toEqual([
      ['A', 850_000],
      ['B', 840_000],
      ['C', 825_000],
      ['D', 527_000],
      ['D', 810],
      ['E', 0.5],
      ['E', 8.5092],
      ['E', 549_847],
      ['S0', 550_000],
      ['E', 20.501],
      ['E', 583_737],
      ['S1', 584_000],
    ]);
  });

  it('tells in the history what it wrote beside what was changed, and both are taken back', async () => {
    const { json } = await save(31, { time_method: 'LINEAR' });
    expect(json).toMatchObject({ analysed_lv: 527_000, alv_lt: 549_000, alv_future: 581_000 });
    expect(await results(31)).toEqual(
      expect.arrayContaining([
        ['E', 549_422],
        ['S0', 549_000],
        ['E', 581_020],
        ['S1', 581_000],
      ]),
    );
    const { items } = (await server.call('GET', '/anlys/31/history', { token: valuer })).json;
    expect(items[0].fields.map(({ id }: { id: string }) => id).sort()).toEqual([
      'alv_future',
      'alv_lt',
      'time_method',
    ]);
    const undone = await server.call('POST', '/anlys/31/undo', {
      token: valuer,
      body: { version: json.version },
    });
    expect([undone.status, undone.json.time_method, undone.json.alv_lt]).toEqual([200, 'COMPOUND', 550_000]);
  });

  it('brings the price of a part interest to the whole', async () => {
    const { json } = await save(32, {
      purchase_price: 300_000,
      interest_pct: 50,
      improvements: [],
      plant: [],
    });
    expect((await results(32))[0]).toEqual(['A', 600_000]);
    expect(json.analysed_lv).toBe(600_000);
  });

  it('has no rate without an area, and moves a value back whose contract is after the base date', async () => {
    const { json } = await save(32, {
      area: 0,
      contract_date: '2026-01-01',
      monthly_pct: 1,
      time_method: 'COMPOUND',
    });
    expect(json.analysed_rate).toBeNull();
    expect(json.alv_lt).toBeLessThan(600_000);
    expect(json.alv_future).toBeGreaterThan(600_000);
  });

  it('refuses to go on where nothing is left for the land, or a linear change comes to nothing', async () => {
    const none = await save(32, { improvements: [{ type: 'MA', value: 600_000 }] });
    expect(none.json).toMatchObject({
      added_value: 600_000,
      analysed_lv: null,
      alv_lt: null,
      alv_future: null,
    });
    expect((await steps(32)).at(-1)).toMatchObject({
      step: 'D',
      result: 0,
      problem: 'Nothing is left for the land. Look at price, circumstances and improvements.',
    });
    const linear = await save(32, {
      improvements: [],
      time_method: 'LINEAR',
      monthly_pct: -9,
      contract_date: '2025-02-01',
    });
    expect(linear.json).toMatchObject({ analysed_lv: 600_000, alv_future: null });
    expect(linear.json.alv_lt).toBeGreaterThan(0);
  });

  it('is written by nobody', async () => {
    for (const field of ['analysed_lv', 'added_value', 'alv_lt', 'alv_future', 'chattels'])
      expect((await save(31, { [field]: 1 })).json.errors).toMatchObject([{ pointer: `/${field}` }]);
  });

  it('begins with what the sale says, and does not touch the sale', async () => {
    const { json: sale } = await server.call('GET', '/sales/21', { token: valuer });
    const { status, json } = await server.call('POST', '/anlys', {
      token: valuer,
      body: {
        request_id: randomUUID(),
        district_code: '001',
        sale_id: 21,
        property_id: 11,
        contract_date: sale.contract_date,
        purchase_price: sale.purchase_price,
        area: sale.area,
        monthly_pct: 0,
      },
    });
    expect([status, json.errors]).toEqual([201, undefined]);
    expect(json).toMatchObject({
      analysed_lv: 850_000,
      analysed_rate: 1_300,
      alv_lt: 850_000,
      state: 'DRAFT',
    });
    await server.call('PUT', `/anlys/${json.id}`, {
      token: valuer,
      body: { version: 1, purchase_price: 900_000 },
    });
    expect((await server.call('GET', '/sales/21', { token: valuer })).json.version).toBe(sale.version);
  });
});

describe('an analysis of several properties', () => {
  const sold = async (id: number) =>
    (await read(id)).sold_with.map(({ property_id }: { property_id: number }) => property_id);

  it('begins with those of the dealing, in its district and of its date', async () => {
    await server.database.owner((client) =>
      client.query(
        `insert into sale (id, district_code, property_id, contract_date, purchase_price, dealing_number, multi_property, status)
         overriding system value values
         (24, '001', 11, '2025-03-01', 900000, 'SY7', true, 'A'), (25, '001', 14, '2025-03-01', 900000, 'SY7', true, 'A'),
         (26, '001', 12, '2025-03-01', 900000, 'SY7', true, 'X'), (27, '001', 15, '2019-03-01', 900000, 'SY7', true, 'A'),
         (28, '001', 16, '2025-03-01', 900000, 'SY8', true, 'A')`,
      ),
    );
    const { status, json } = await server.call('POST', '/anlys', {
      token: valuer,
      body: {
        request_id: randomUUID(),
        district_code: '001',
        sale_id: 24,
        property_id: 11,
        contract_date: '2025-03-01',
        purchase_price: 900_000,
      },
    });
    expect([status, json.errors]).toEqual([201, undefined]);
    expect(await sold(json.id)).toEqual([14]);
  });

  it('names each once, and not the one that it stands at', async () => {
    expect((await save(31, { sold_with: [{ property_id: 12 }] })).status).toBe(200);
    expect(await sold(31)).toEqual([12]);
    const wrong = [{ property_id: 12 }, { property_id: 11 }, { property_id: 12 }];
    expect((await save(31, { sold_with: wrong })).json.errors).toMatchObject([
      { pointer: '/sold_with/1/property_id', message: 'This is the property that is analysed.' },
      { pointer: '/sold_with/2/property_id', message: 'It stands here twice.' },
    ]);
    expect((await save(31, { sold_with: [] })).status).toBe(200);
  });
});

const move = async (id: number, name: string, token = valuer) =>
  server.call('POST', `/anlys/${id}/move`, {
    token,
    body: { version: (await read(id)).version, move: name },
  });
const pointers = ({ json }: { json: { errors?: readonly { pointer: string }[] } }) =>
  (json.errors ?? []).map(({ pointer }) => pointer).sort();
const sql = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await server.database.owner((client) => client.query<Row>(text, [...values]))).rows;

describe('the life of an analysis', () => {
  it('demands what an export needs, each at its field, and only while it is to be exportable', async () => {
    expect(pointers(await move(31, 'exportable'))).toEqual([
      '/analysis_date',
      '/inspection_date',
      '/suitability',
      '/valuer_id',
    ]);
    const { status } = await save(31, {
      valuer_id: 1,
      inspection_date: '2025-03-01',
      analysis_date: '2025-03-04',
      suitability: 'NO',
    });
    expect(status).toBe(200);
    expect(pointers(await move(31, 'exportable'))).toEqual(['/suitability_reason']);
    await save(31, { suitability: 'IN', improvements: [] });
    expect(pointers(await move(31, 'exportable'))).toEqual(['/has_photo']);
    await save(31, { has_photo: true });
    const { status: moved, json } = await move(31, 'exportable');
    expect([moved, json.errors]).toEqual([200, undefined]);
    expect(json).toMatchObject({ state: 'EXPORTABLE', exportable: true, exported: false, exported_on: null });
    expect(json.exportable_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(pointers(await save(31, { valuer_id: null }))).toEqual(['/valuer_id']);
    expect(
      await sql(`select base_date::text as base, verification_type as type, verified_on::text as day
        from property_value where property_id = 11 and verified_on is not null`),
    ).toEqual([{ base: '2024-07-01', type: 'INSPECTD', day: '2025-03-01' }]);
  });

  it('is exported by who may export, rates the property by it, and is closed until it is a draft again', async () => {
    expect((await move(31, 'exported')).json.errors).toMatchObject([
      { message: 'You may not do this: Mark as exported. Ask somebody who may.' },
    ]);
    const exported = await move(31, 'exported', await server.tokenOf('admin'));
    expect(exported.json).toMatchObject({ state: 'EXPORTED', exported: true });
    expect(await sql('select risk_rating, version from property where id = 11')).toEqual([
      { risk_rating: '1-ANLYSALE', version: 2 },
    ]);
    const { items } = (await server.call('GET', '/properties/11/history', { token: valuer })).json;
    expect(items[0].fields).toMatchObject([{ id: 'risk_rating', new: '1-ANLYSALE' }]);
    expect((await save(31, { sale_code: 'RVI' })).status).toBe(422);
    const draft = await move(31, 'draft');
    expect(draft.json).toMatchObject({
      state: 'DRAFT',
      exportable: false,
      exportable_on: null,
      exported: true,
    });
  });

  it('clears the export where the option says so', async () => {
    await sql("update setting set flag = true where key = 'anly.untick.exported'");
    await move(31, 'exportable');
    await move(31, 'exported', await server.tokenOf('admin'));
    expect((await move(31, 'draft')).json).toMatchObject({ exported: false, exported_on: null });
  });
});

describe('who an analysis is given to', () => {
  it('is told of it, and of another stage of its review', async () => {
    const [vic] = await sql<{ id: number }>("select id from app_user where username = 'vic'");
    const admin = await server.tokenOf('admin');
    const put = async (body: object) =>
      server.call('PUT', '/anlys/32', { token: admin, body: { version: (await read(32)).version, ...body } });
    const told = (type: string) =>
      sql('select notify_detail from notification where to_user_id = $1 and notify_type = $2 order by id', [
        vic?.id,
        type,
      ]);
    expect((await put({ valuer_id: vic?.id })).status).toBe(200);
    await expect.poll(() => told('ANLYASND')).toEqual([{ notify_detail: { ids: [32] } }]);
    expect((await put({ stage: 'REVIEWED' })).status).toBe(200);
    await expect
      .poll(() => told('STGECHGD'))
      .toMatchObject([{ notify_detail: { item_type: 'AN', ids: [32] } }]);
  });
});

describe('the sale summary', () => {
  it('is made of the answers as their questions say, and edited afterwards', async () => {
    const answers = [
      { question: 'LAND', answer: 'corner lot; level; fenced' },
      { question: 'SLOPE', answer: 'gentle slope' },
      { question: 'BUILDINGS', answer: 'dwelling of 1980; garage; shed' },
      { question: 'ADDED', answer: '298000' },
      { question: 'SEEN', answer: '2025-03-01' },
    ];
    const { status, json } = await save(31, { answers });
    expect([status, json.sale_summary]).toEqual([
      200,
      'Corner lot, level and fenced, gentle slope.\n\nDwelling of 1980; garage and shed; $298,000. 1-Mar-2025.',
    ]);
    expect((await save(31, { sale_summary: 'By hand.' })).json.sale_summary).toBe('By hand.');
  });

  it.each([
    ['NS', 'A. B. C'],
    ['CO', 'a, b, c'],
    ['CA', 'a, b and c'],
    ['SE', 'a; b; c'],
    ['SA', 'a; b and c'],
    ['SP', 'a b c'],
  ])('joins several answers: %s', async (how, joined) => {
    expect(await sql("select joined_answers('{a,b,c}', $1) as joined", [how])).toEqual([{ joined }]);
  });
});

describe('a sale beside a benchmark', () => {
  const x = async (...values: readonly (number | null)[]) =>
    (await sql<{ x: number | null }>('select compared($1, $2, $3, $4, $5, $6)::float8 as x', values))[0]?.x;

  it('is compared lot by lot within 25 % of area, by the slope up to twice, and beyond not at all', async () => {
    expect(await x(110, 1, 100, 750, 600, 0.5)).toBe(1.1);
    expect(await x(110, 1, 100, null, 600, 0.5)).toBe(1.1);
    expect(await x(100, 0.9, 100, 600, 600, 0.5)).toBe(0.9);
    expect(await x(120, 1, 100, 864, 600, 0.5)).toBe(1);
    expect(await x(144, 1, 100, 864, 600, null)).toBe(1);
    expect(await x(100, 1, 100, 1201, 600, 0.5)).toBeNull();
    expect(await x(100, 1, 100, 299, 600, 0.5)).toBeNull();
  });

  it('is comparable within the band, otherwise superior or inferior', async () => {
    expect(
      await sql(
        "select array(select comparison_of(v) from unnest('{1.031,1.03,0.97,0.969}'::numeric[]) v) as found",
      ),
    ).toEqual([{ found: ['SUP', 'COM', 'COM', 'INF'] }]);
  });

  it('is linked once to a benchmark of its district, and the link is taken away again', async () => {
    const link = () =>
      server.call('POST', '/benchmarklinks', {
        token: valuer,
        body: {
          request_id: randomUUID(),
          district_code: '001',
          analysis_id: 31,
          property_id: 11,
          comparison: 'SUP',
        },
      });
    const { status, json } = await link();
    expect([status, json.comparison, json.base_date]).toEqual([201, 'SUP', '2026-07-01']);
    expect((await link()).status).toBeGreaterThanOrEqual(400);
    const gone = await server.call('DELETE', `/benchmarklinks/${json.id}?version=${json.version}`, {
      token: valuer,
    });
    expect(gone.status).toBeLessThan(300);
  });
});

describe('the usual rate of an improvement', () => {
  it('is that of the narrowest schedule in force, of its condition and unit where these are told', async () => {
    await sql(
      `insert into improvement_schedule (scope, name, district) values ('GLOBAL', 'Everywhere', null), ('DISTRICT', 'Here', '001')`,
    );
    await sql(`insert into improvement_rate (schedule_id, type, unit, low, high, condition)
      select id, 'MA', 'm²', case scope when 'GLOBAL' then 500 else 900 end, 2000, null from improvement_schedule union all
      select id, 'MA', 'm²', 100, 400, 'Poor' from improvement_schedule where scope = 'DISTRICT'`);
    const usual = (district: string, condition: string) =>
      sql('select schedule, low::float8 as low, high::float8 as high from usual_rate($1, null, $2, $3, $4)', [
        district,
        'MA',
        'm²',
        condition,
      ]);
    expect(await usual('001', 'Good')).toEqual([{ schedule: 'Here', low: 900, high: 2000 }]);
    expect(await usual('001', 'Poor')).toEqual([{ schedule: 'Here', low: 100, high: 400 }]);
    expect(await usual('002', 'Good')).toEqual([{ schedule: 'Everywhere', low: 500, high: 2000 }]);
  });

  it('is kept in schedules by who keeps the lists; a region or a district is named where it holds there', async () => {
    const admin = await server.tokenOf('admin');
    const make = (body: object, token = admin) =>
      server.call('POST', '/schedules', { token, body: { request_id: randomUUID(), ...body } });
    const rate = { type: 'SH', unit: 'm²', low: 200, high: 320 };
    const made = await make({ name: 'Sheds', scope: 'DISTRICT', district: '002', rates: [rate] });
    expect([made.status, made.json.rates?.length]).toEqual([201, 1]);
    expect((await make({ name: 'Other sheds', scope: 'GLOBAL' }, valuer)).status).toBe(403);
    const said = async (body: object) =>
      (await make(body)).json.errors?.map(({ pointer }: { pointer: string }) => pointer);
    expect(await said({ name: 'A', scope: 'DISTRICT' })).toEqual(['/district']);
    expect(await said({ name: 'B', scope: 'GLOBAL', district: '001' })).toEqual(['/district']);
    expect(await said({ name: 'C', scope: 'GLOBAL', rates: [{ ...rate, high: 100 }] })).toEqual([
      '/rates/0/high',
    ]);
    expect(
      await said({ name: 'D', scope: 'GLOBAL', valid_from: '2026-01-01', valid_to: '2025-01-01' }),
    ).toEqual(['/valid_to']);
    const { id, version } = made.json;
    const cleared = await server.call('PUT', `/schedules/${id}`, {
      token: admin,
      body: { version, valid_from: null },
    });
    expect([cleared.status, cleared.json.errors?.[0]?.pointer]).toEqual([422, '/valid_from']);
    expect(await sql(`select schedule from usual_rate('002', null, 'SH', 'm²', null)`)).toEqual([
      { schedule: 'Sheds' },
    ]);
  });
});

describe('paired sales', () => {
  it('are two analyses of a district that differ in one thing, once, whichever is named first', async () => {
    const pair = (body: object, token = valuer) =>
      server.call('POST', '/salepairs', {
        token,
        body: { request_id: randomUUID(), district_code: '001', kind: 'VACIMP', ...body },
      });
    const said = ({ status, json }: { status: number; json: { errors?: { message: string }[] } }) => [
      status,
      json.errors?.[0]?.message,
    ];
    const made = await pair({ analysis_a: 31, analysis_b: 32, adjustment: 12.5 });
    expect(made.status).toBe(201);
    expect(said(await pair({ analysis_a: 32, analysis_b: 31 }))).toEqual([
      422,
      'They are paired in this already. Change that pair.',
    ]);
    expect(said(await pair({ analysis_a: 31, analysis_b: 31 }))).toEqual([
      422,
      'An analysis is paired with another one.',
    ]);
    expect((await pair({ analysis_a: 31, analysis_b: 33 })).status).toBe(422);
    expect((await pair({ analysis_a: 31, analysis_b: 32, kind: 'FEATURE' }, viewer)).status).toBe(403);
    const { id, version } = made.json;
    expect(
      (await server.call('DELETE', `/salepairs/${id}?version=${version}`, { token: valuer })).status,
    ).toBeLessThan(300);
  });
});
