// Crown Land through the generic calls: its records, rules and rights, and the addresses of its pages.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchRoute } from '#src/core/route.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let admin: string;
let nora: string;
let vera: string;
beforeAll(async () => {
  server = await startTestApp();
  await server.addUser('nora', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [admin, nora, vera] = [
    await server.tokenOf('admin'),
    await server.tokenOf('nora'),
    await server.tokenOf('vera'),
  ];
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object, token = nora) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const create = (list: string, body: object, token = nora) =>
  call('POST', `/${list}`, { request_id: randomUUID(), district_code: '001', ...body }, token);
const said = ({ status, json }: { status: number; json: { errors?: { pointer: string }[] } }) => [
  status,
  (json.errors ?? []).map(({ pointer }) => pointer),
];
const rows = async (screen: string, source: string, params: object) =>
  (await call('POST', '/query', { screen, source, params })).json;
const found = async (list: string, criteria: readonly object[]) => {
  const { json } = await call('POST', `/${list}/search`, { searchType: 'full', criteria });
  return (await rows(`${list.slice(0, -1)}/result`, 'found', { id: json.hash })).total;
};

describe('Crown Land pages', () => {
  it('are at their addresses, and LAMC valuations have no page of results', () => {
    const screens = [...server.context.definitions.current().screens.values()].map(({ screen }) => screen);
    const route = (path: string) => matchRoute(screens, path)?.entry.route ?? null;
    const at = (prefix: string) =>
      screens
        .map((screen) => screen.route)
        .filter((one) => one.startsWith(`/${prefix}/`))
        .sort();
    for (const prefix of ['clpr', 'clpa', 'clte'])
      expect(at(prefix)).toEqual([`/${prefix}/:id`, `/${prefix}/index`, `/${prefix}/result/:id`]);
    expect(at('clla')).toEqual(['/clla/:id', '/clla/index']);
    expect(['/clla/result', '/clla/result/0f3a', '/clla/result/7'].map(route)).toEqual([null, null, null]);
    expect(['/clla/index', '/clla/7', '/clpr/result/7'].map(route)).toEqual([
      '/clla/index',
      '/clla/:id',
      '/clpr/result/:id',
    ]);
  });

  it('are four entries of the menu, for who may see the records', async () => {
    const titles = async (token: string) =>
      (await call('GET', '/app/userinfo', undefined, token)).json.userInfo.menu.map(
        ({ title }: { title: string }) => title,
      );
    const entries = ['LAMC valuations', 'CLE properties', 'CLE parcels', 'Tenures'];
    expect(await titles(nora)).toEqual(expect.arrayContaining(entries));
    expect((await titles(vera)).filter((title: string) => entries.includes(title))).toEqual([]);
  });
});

describe('Crown Land records', () => {
  it('are seen with clndV and written with clndU, in the districts of who asks', async () => {
    const made = await create('clprs', { name: 'Reserve', valuation_class: 'REC' });
    expect(made.status).toBe(201);
    expect((await create('clprs', { name: 'R', valuation_class: 'REC', district_code: '002' })).status).toBe(
      403,
    );
    const elsewhere = await create(
      'clprs',
      { name: 'R', valuation_class: 'REC', district_code: '002' },
      admin,
    );
    expect((await call('GET', `/clprs/${elsewhere.json.id}`)).status).toBe(404);
    for (const list of ['clprs', 'clpas', 'cltes', 'cllas']) {
      expect((await call('GET', `/${list}/1`, undefined, vera)).status).toBe(403);
      expect((await create(list, {}, vera)).status).toBe(403);
    }
    await server.addUser('ana', 'analyst', ['001']);
    const ana = await server.tokenOf('ana');
    const path = `/clprs/${made.json.id}`;
    expect((await call('GET', path, undefined, ana)).status).toBe(200);
    expect((await call('PUT', path, { version: 1, name: 'S' }, ana)).status).toBe(403);
  });

  it('work out a value: area times rate, of the financial class net rent divided by cap rate', async () => {
    const plain = await create('clprs', { name: 'P', valuation_class: 'RUR', area: 4_000, rate: 2.5 });
    expect(plain.json.worked_value).toBe(10_000);
    const rent = { name: 'Kiosk', valuation_class: 'FIN', net_rent: 24_000, cap_rate: 0.06 };
    const { json } = await create('clprs', { ...rent, area: 900, rate: 10 });
    expect(json.worked_value).toBe(400_000);
    // Indexation moves the cap rate, and with it the value.
    const path = `/clprs/${json.id}`;
    expect((await call('PUT', path, { version: 1, cap_rate: 0.05 })).json.worked_value).toBe(480_000);
  });

  it('have one value per base date, a 1 July, and of the financial class the one that follows', async () => {
    const row = (base_date: string, more: object = {}) => ({ base_date, land_value: 1_000, ...more });
    const of = (values: readonly object[], valuation_class = 'RES') =>
      create('clprs', { name: 'V', valuation_class, values });
    expect(said(await of([row('2025-06-30')]))).toEqual([422, ['/values/0/base_date']]);
    expect(said(await of([row('2025-07-01'), row('2025-07-01')]))).toEqual([422, ['/values/1/base_date']]);
    const rent = { net_rent: 60, cap_rate: 0.06 };
    expect((await of([row('2025-07-01', rent)], 'FIN')).status).toBe(201);
    expect(said(await of([row('2025-07-01', { ...rent, net_rent: 66 })], 'FIN'))).toEqual([
      422,
      ['/values/0/land_value'],
    ]);
    const { json } = await of([row('2024-07-01'), row('2025-07-01', { land_value: 1_100, method: 'N' })]);
    expect((await call('GET', `/clprs/${json.id}`)).json).toMatchObject({
      base_date: '2025-07-01',
      land_value: 1_100,
      value_method: 'N',
      change_pct: 10,
    });
  });

  it('find a parcel by CADID and by each way of writing Lot/DP', async () => {
    const { json } = await create('clpas', { cadid: '104', lot: '7', plan_type: 'DP', plan: '755247' });
    await create('clpas', { cadid: '105', lot: '7', section: '12', plan_type: 'DP', plan: '755248' });
    expect(json.lot_dp).toBe('7/DP755247');
    for (const val of ['104', '7/DP755247', '7//DP755247', '7/755247'])
      expect([val, await found('clpas', [{ fld: 'identifiers', op: 'contains', val }])]).toEqual([val, 1]);
    expect(await found('clpas', [{ fld: 'identifiers', op: 'contains', val: '7/12/DP755248' }])).toBe(1);
    expect(said(await create('clpas', { cadid: '104' }))).toEqual([422, ['/cadid']]);
  });

  it('find a tenure by its accounts, lots and days, with rows inside in words', async () => {
    const lot = (name: string) => ({ lot: name, plan_type: 'DP', plan: '755' });
    const tenure = await create('cltes', {
      account_no: '600001',
      next_review: '2026-03-01',
      lot_rows: [lot('7'), lot('8')],
      usage_rows: [{ usage: 'Grazing' }, { usage: 'Access' }],
    });
    expect(tenure.json).toMatchObject({ redet_state: 'NONE', suspended: false });
    expect((await call('GET', `/cltes/${tenure.json.id}`)).json).toMatchObject({
      lots: '7/DP755, 8/DP755',
      usages: 'Grazing, Access',
    });
    expect(await found('cltes', [{ fld: 'account_no', op: 'oneof', val: ['600001', '600002'] }])).toBe(1);
    expect(await found('cltes', [{ fld: 'next_review', op: 'between', val: ['2026-01-01', null] }])).toBe(1);
    expect(await found('cltes', [{ fld: 'plan_numbers', op: 'contains', val: 'DP999' }])).toBe(0);
    expect(said(await create('cltes', { account_no: '600001' }))).toEqual([422, ['/account_no']]);
  });

  it('lead a LAMC valuation from its request to its end, which is locked', async () => {
    const { json: parcel } = await create('clpas', { cadid: '200', lot: '1', plan_type: 'DP', plan: '9' });
    const { json } = await create('cllas', {
      asset_name: 'Depot',
      requested_on: '2026-01-05',
      due_on: '2026-02-01',
      parcels: [{ parcel_id: parcel.id }],
    });
    expect(json.status).toBe('REQUESTED');
    const path = `/cllas/${json.id}`;
    expect((await call('GET', path)).json).toMatchObject({ parcel_names: '1/DP9', overdue: true });
    const move = (version: number, name: string) => call('POST', `${path}/move`, { version, move: name });
    expect((await move(1, 'inspect')).status).toBe(422);
    expect((await move(1, 'draft')).json.status).toBe('DRAFT');
    expect(said(await move(2, 'finish'))).toEqual([422, ['/move']]);
    const done = {
      value_date: '2026-01-05',
      method: 'RATE',
      assessed_value: 5_000,
      completed_on: '2026-01-30',
    };
    expect((await call('PUT', path, { version: 2, ...done })).status).toBe(200);
    expect((await move(3, 'finish')).json).toMatchObject({ status: 'FINAL', overdue: false });
    expect(
      (await call('PUT', path, { version: 4, notes: { blocks: [{ type: 'p', text: 'x' }] } })).status,
    ).toBe(422);
  });

  it('list LAMC valuations in place by status, district, valuer and due days', async () => {
    await create('cllas', { asset_name: 'Later', due_on: '2031-05-01' });
    const names = async (params: object) => {
      const { columns, values } = await rows('clla/index', 'rows', params);
      return values[columns.findIndex(({ id }: { id: string }) => id === 'asset_name')];
    };
    expect(await names({})).toEqual(['Depot', 'Later']);
    expect(await names({ status: ['FINAL'] })).toEqual(['Depot']);
    expect(await names({ from: '2031-01-01', to: '2031-12-31' })).toEqual(['Later']);
    expect(await names({ district: ['002'] })).toEqual([]);
    expect(await names({ valuer: [1] })).toEqual([]);
  });
});
