import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';
import { addInspections, inspectionFiles } from '#tests/support/inspection.ts';

const command = (id: string, more: object = {}) => ({
  id,
  title: id,
  description: 'For a test.',
  entity: 'sale',
  needs: 'saleU',
  ...more,
});
const commands = {
  'schemas/commands/raise.json': command('raise', {
    undo: true,
    most: 100,
    params: [{ id: 'by', title: 'By', type: 'integer', required: true, minimum: 1 }],
  }),
  'schemas/commands/raise.sql': `select s.id, s.version, s.purchase_price + :by::bigint as purchase_price,
      case when s.id = 14 then 'Fourteen stays.' end as refused
    from sale s where s.id = any(:ids::bigint[]) order by s.id desc`,
  'schemas/commands/secret.json': command('secret', { needs: 'admnU' }),
  'schemas/commands/secret.sql': 'select id, version, true as confirmed from sale',
  'schemas/commands/sneaky.json': command('sneaky'),
  'schemas/commands/sneaky.sql': `select id, version, nextval('sale_id_seq') as purchase_price from sale`,
  'schemas/commands/burning.json': command('burning'),
  'schemas/commands/burning.sql': 'delete from sale returning id, version',
  'schemas/commands/found.json': command('found', {
    entity: 'inspection',
    does: 'create',
    undo: true,
    params: [{ id: 'label', title: 'Label' }],
  }),
  'schemas/commands/found.sql': `select '001' as district_code, s.id as sale_id, :label::text || s.id as label
    from sale s where s.id = any(:ids::bigint[])`,
};

// Six sales of the fixture, 2,000 more in district 001, and a record type that is JSON and SQL alone.
const first = 7;
const last = 2_006;
const many = Array.from({ length: 2_000 }, (_, i) => first + i);

let server: TestServer;
let office: string;
let viewer: string;
beforeAll(async () => {
  server = await startTestApp({ screens: { ...screens, ...inspectionFiles, ...commands } });
  await addSales(server.database);
  await addInspections(server.database);
  await server.database.owner((client) =>
    client.query(
      `insert into sale (source, district_code, street_name, suburb, purchase_price, dealing_number)
       select 'LPI', '001', 'LONG RD', 'MANY', 1000, 'M' || n from generate_series(1, 2000) n`,
    ),
  );
  await server.addUser('otto', 'office', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  [office, viewer] = [await server.tokenOf('otto'), await server.tokenOf('vera')];
});
afterAll(() => server.close());

const ask = (list: string, verb: string, body: object, token = office) =>
  server.call('POST', `/${list}/bulk/${verb}`, { token, body });
const preview = (body: object) => ask('sales', 'preview', body);
const run = (body: object, list = 'sales') => ask(list, 'run', { request_id: randomUUID(), ...body });
const undo = (job: number, more: object = {}, token = office) =>
  server.call('POST', `/bulk/${job}/undo`, { token, body: { request_id: randomUUID(), ...more } });
const get = async (path: string) => (await server.call('GET', path, { token: office })).json;
const change = async (id: number, body: object) => {
  const { version } = await get(`/sales/${id}`);
  return server.call('PUT', `/sales/${id}`, { token: office, body: { version, ...body } });
};
const rowsOf = (job: number, query = '') => get(`/bulk/${job}/rows${query}`);
const suburbs = async () => {
  const { rows } = await server.database.owner((client) =>
    client.query<{ suburb: string; n: number }>(
      `select suburb, count(*)::integer as n from sale where id >= $1 group by 1 order by 1`,
      [first],
    ),
  );
  return Object.fromEntries(rows.map(({ suburb, n }) => [suburb, n]));
};
const ended = async (job: number) => {
  await server.context.jobs.idle();
  return get(`/jobs/${job}`);
};
const search = async (criteria: object[]) =>
  (
    await server.call('POST', '/sales/search', {
      token: office,
      body: { searchType: 'full', criteria },
    })
  ).json.hash;

describe('a change of many records', () => {
  it('is shown before it is written, with the counts and the first rows', async () => {
    const { status, json } = await preview({
      action: 'set',
      values: { suburb: 'BETA' },
      ids: [1, 3, 5, 9_999],
    });
    expect([status, json.state]).toEqual([200, 'done']);
    expect(json.result).toMatchObject({ preview: true, found: 4, done: 1, same: 1, refused: 2 });
    expect(json.result.rows).toMatchObject([
      {
        id: 1,
        outcome: 'done',
        label: 'Sale 1',
        changes: [{ id: 'suburb', title: 'Suburb', old: 'ALPHA', new: 'BETA' }],
      },
      { id: 5, outcome: 'refused', message: 'Sale 5 does not exist, or you may not see it.' },
      { id: 9_999, outcome: 'refused' },
    ]);
    expect(await get('/sales/1')).toMatchObject({ version: 1, suburb: 'ALPHA' });
    expect((await rowsOf(json.id)).count).toBe(0);
  });

  it('is written in one go over all that a search finds, each row with its version and its history', async () => {
    const hash = await search([{ fld: 'suburb', op: 'eq', val: 'MANY' }]);
    const { json } = await run({ action: 'set', values: { suburb: 'BULK' }, hash, expected: 2_000 });
    const job = await ended(json.id);
    expect(job).toMatchObject({ state: 'done', progress: 100 });
    expect(job.result).toMatchObject({ found: 2_000, done: 2_000, refused: 0, undo: true });
    expect(await suburbs()).toEqual({ BULK: 2_000 });
    expect((await get(`/sales/${last}/history`)).items).toMatchObject([
      { action: 'update', from_version: 1, fields: [{ id: 'suburb', old: 'MANY', new: 'BULK' }] },
    ]);
    const { count, rows } = await rowsOf(json.id, '?outcome=done&offset=1999');
    expect([count, rows]).toEqual([
      2_000,
      [{ place: 2_000, id: last, outcome: 'done', message: null, version: 2 }],
    ]);
  });

  it('writes nothing of 2,000 where one is refused that was expected, and the others once that is agreed to', async () => {
    const ids = [...many.slice(1), 5];
    const change = { action: 'set', values: { suburb: 'ONE OUT' }, ids };
    const { json } = await run({ ...change, expected: 2_000 });
    const refused = await ended(json.id ?? 0).catch(() => null);
    const told = json.code === undefined ? refused?.result.refusal : json;
    expect(told).toMatchObject({
      code: 'refused',
      message:
        '1999 of 2000 records can be changed, 2000 were expected. Nothing was changed. ' +
        'The first refusal, of 5: Sale 5 does not exist, or you may not see it.',
      errors: [{ pointer: '/5', message: 'Sale 5 does not exist, or you may not see it.' }],
    });
    expect(await suburbs()).toEqual({ BULK: 2_000 });
    const agreed = await run({ ...change, expected: 1_999 });
    expect((await ended(agreed.json.id)).result).toMatchObject({ done: 1_999, refused: 1 });
    expect(await suburbs()).toEqual({ BULK: 1, 'ONE OUT': 1_999 });
    expect((await rowsOf(agreed.json.id, '?outcome=refused')).rows).toMatchObject([{ id: 5 }]);
  });

  it('is cancelled half way with nothing written, and can be asked again', async () => {
    const change = { action: 'set', values: { suburb: 'HALF' }, ids: many, expected: 2_000 };
    let job = 0;
    // Somebody holds the last row: three batches are written, the fourth waits.
    await server.database.owner(async (client) => {
      await client.query('select from sale where id = $1 for update', [last]);
      const { json } = await run(change);
      expect(json.state).toBe('running');
      job = json.id;
      expect((await server.call('PUT', `/jobs/${job}/cancel`, { token: office })).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 700));
    });
    expect(await ended(job)).toMatchObject({ state: 'cancelled', result: null });
    expect((await rowsOf(job)).count).toBe(0);
    expect(await suburbs()).toEqual({ BULK: 1, 'ONE OUT': 1_999 });
    const again = await run(change);
    expect(await ended(again.json.id)).toMatchObject({ state: 'done', result: { done: 2_000 } });
    expect(await suburbs()).toEqual({ HALF: 2_000 });
  });

  it('is one run where it is sent twice, and refuses the same id for something else', async () => {
    const body = {
      action: 'set',
      values: { suburb: 'TWICE' },
      ids: [7, 8],
      expected: 2,
      request_id: randomUUID(),
    };
    const [one, two] = await Promise.all([ask('sales', 'run', body), ask('sales', 'run', body)]);
    expect(two.json.id).toBe(one.json.id);
    expect((await get('/sales/7/history')).items.length).toBe(3);
    expect((await ask('sales', 'run', { ...body, ids: [9], expected: 1 })).status).toBe(422);
  });

  it('writes what was shown, or nothing', async () => {
    const asked = { action: 'set', values: { suburb: 'SHOWN' }, ids: [7, 8] };
    const { stamp } = (await preview(asked)).json.result;
    await change(8, { postcode: '2000' });
    const late = await run({ ...asked, expected: 2, stamp });
    expect([late.status, late.json.code]).toEqual([409, 'conflict']);
    expect(await get('/sales/7')).toMatchObject({ suburb: 'TWICE' });
    const seen = (await preview(asked)).json.result;
    expect((await run({ ...asked, expected: 2, stamp: seen.stamp })).json.result.done).toBe(2);
  });

  it('is taken back but for what others changed since', async () => {
    const { json } = await run({ action: 'set', values: { suburb: 'BACK' }, ids: [7, 8, 9], expected: 3 });
    await change(8, { suburb: 'MINE' });
    await change(9, { postcode: '2001' });
    const shown = await undo(json.id, { preview: true });
    expect(shown.json.result).toMatchObject({ preview: true, done: 2, refused: 1 });
    const refused = await undo(json.id, { expected: 3 });
    expect(refused.status).toBe(422);
    expect(refused.json.message).toContain('The first refusal, of Sale 8: ');
    expect((await undo(json.id, {}, viewer)).status).toBe(404);
    const { result } = (await undo(json.id, { expected: 2, stamp: shown.json.result.stamp })).json;
    expect(result.rows).toContainEqual(
      expect.objectContaining({
        id: 8,
        outcome: 'refused',
        message: 'You have changed this record since you opened it.',
      }),
    );
    expect(await get('/sales/7')).toMatchObject({ suburb: 'SHOWN' });
    expect(await get('/sales/8')).toMatchObject({ suburb: 'MINE' });
    expect(await get('/sales/9')).toMatchObject({ suburb: 'HALF', postcode: '2001' });
    expect((await undo(json.id, { expected: 2 })).json.code).toBe('refused');
  });

  it.each([
    ['a field that there is not', { action: 'set', values: { colour: 1 }, ids: [7], expected: 1 }, 422],
    ['a field that nobody writes', { action: 'set', values: { address: 'X' }, ids: [7], expected: 1 }, 422],
    ['no field', { action: 'set', values: {}, ids: [7], expected: 1 }, 400],
    ['no records', { action: 'delete', expected: 1 }, 400],
    ['a move of a type without a life', { action: 'move', move: 'finish', ids: [7], expected: 1 }, 422],
    ['another action', { action: 'burn', ids: [7], expected: 1 }, 400],
    ['no count', { action: 'delete', ids: [7] }, 400],
    ['a search that is not there', { action: 'delete', hash: 'nope', expected: 1 }, 404],
  ])('refuses %s', async (_, body, status) => {
    expect((await run(body)).status).toBe(status);
  });

  it('is not for those who may only look', async () => {
    const body = { action: 'delete', ids: [7], expected: 1, request_id: randomUUID() };
    expect((await ask('sales', 'run', body, viewer)).status).toBe(403);
    expect((await ask('sales', 'preview', { action: 'delete', ids: [7] }, viewer)).status).toBe(403);
  });

  it('deletes, and what is deleted is not brought back', async () => {
    const { json } = await run({ action: 'delete', ids: [10, 11], expected: 2 });
    expect(json.result).toMatchObject({ done: 2, undo: false });
    expect((await server.call('GET', '/sales/10', { token: office })).status).toBe(404);
    expect((await undo(json.id)).json.message).toBe('What this did cannot be taken back.');
  });
});

describe('a change of many records of a type that is JSON and SQL alone', () => {
  const create = async (label: string, rate: number) =>
    (
      await server.call('POST', '/inspections', {
        token: office,
        body: {
          request_id: randomUUID(),
          district_code: '001',
          sale_id: 1,
          label,
          rate,
          rooms: [{ name: 'Hall', size: 4 }],
        },
      })
    ).json.id;
  let ids: number[] = [];

  it('sets fields, computes what follows, and takes both back', async () => {
    ids = [await create('A', 2), await create('B', 13), await create('C', 4)];
    const { json } = await run(
      { action: 'set', values: { rate: 5 }, ids: [1, 3], expected: 2 },
      'inspections',
    );
    expect(json.result).toMatchObject({ done: 2 });
    expect(await get('/inspections/3')).toMatchObject({ rate: 5, cost: 20, version: 2 });
    expect((await undo(json.id, { expected: 2 })).json.result).toMatchObject({ done: 2 });
    expect(await get('/inspections/3')).toMatchObject({ rate: 4, cost: 16, version: 3 });
  });

  it('writes the rows that the database accepts, and tells the one that it does not', async () => {
    const change = { action: 'set', values: { label: 'SAME', kind: 'OUT' }, ids };
    const { result } = (await ask('inspections', 'preview', change)).json;
    expect(result).toMatchObject({ done: 1, refused: 2 });
    const kind = { id: 'kind', old: 'IN', new: 'OUT', old_text: 'Inside', new_text: 'Outside' };
    expect(result.rows[0].changes).toContainEqual(expect.objectContaining(kind));
    expect(result.rows).toMatchObject([
      { id: 1, outcome: 'done', label: 'Inspection I001-001' },
      { id: 2, outcome: 'refused', message: 'There is such a inspection already.' },
      { id: 3, outcome: 'refused' },
    ]);
  });

  it('moves in the life; what the function of a move refuses stays where it was', async () => {
    const { json } = await run({ action: 'move', move: 'finish', ids, expected: 2 }, 'inspections');
    expect(json.result).toMatchObject({ done: 2, refused: 1, undo: false });
    expect((await rowsOf(json.id)).rows).toMatchObject([
      { id: 1, outcome: 'done' },
      { id: 2, outcome: 'refused', message: 'Thirteen is no rate. Change it.' },
      { id: 3, outcome: 'done' },
    ]);
    expect(await get('/inspections/2')).toMatchObject({ state: 'PLANNED', version: 1 });
    expect(await get('/inspections/3')).toMatchObject({ state: 'DONE', version: 4 });
  });
});

describe('a command', () => {
  const run = (id: string, body: object, token = office) =>
    server.call('POST', `/commands/${id}/run`, { token, body: { request_id: randomUUID(), ...body } });
  const preview = (id: string, body: object, token = office) =>
    server.call('POST', `/commands/${id}/preview`, { token, body });

  it('shows what its SQL proposes, writes it with versions and history, and takes it back', async () => {
    const asked = { params: { by: 50 }, ids: [12, 13, 14] };
    const { result } = (await preview('raise', asked)).json;
    expect(result).toMatchObject({ preview: true, found: 3, done: 2, refused: 1, undo: true });
    expect(result.rows).toMatchObject([
      {
        id: 12,
        outcome: 'done',
        changes: [{ id: 'purchase_price', old_text: '$1,000', new_text: '$1,050' }],
      },
      { id: 13, outcome: 'done' },
      { id: 14, outcome: 'refused', message: 'Fourteen stays.' },
    ]);
    expect((await run('raise', { ...asked, expected: 3 })).status).toBe(422);
    const { json } = await run('raise', { ...asked, expected: 2, stamp: result.stamp });
    expect(json.result).toMatchObject({ done: 2, refused: 1 });
    expect(await get('/sales/12')).toMatchObject({ purchase_price: 1_050 });
    expect((await get('/sales/12/history')).items[0]).toMatchObject({ action: 'update', user_name: 'otto' });
    expect((await undo(json.id, { expected: 2 })).json.result).toMatchObject({ done: 2 });
    expect(await get('/sales/12')).toMatchObject({ purchase_price: 1_000 });
  });

  it('runs once where it is sent twice', async () => {
    const body = { params: { by: 1 }, ids: [15], expected: 1, request_id: randomUUID() };
    const [one, two] = [await run('raise', body), await run('raise', body)];
    expect(two.json.id).toBe(one.json.id);
    expect(await get('/sales/15')).toMatchObject({ purchase_price: 1_001 });
  });

  it('sees and changes the rows of the person who runs it, and no others', async () => {
    const { result } = (await preview('raise', { params: { by: 1 }, ids: [1, 5, 6] })).json;
    expect(result).toMatchObject({ found: 1, rows: [{ id: 1 }] });
  });

  it('makes records, and takes them back', async () => {
    const { json } = await run('found', { params: { label: 'NEW' }, ids: [20, 21], expected: 2 });
    expect(json.result).toMatchObject({ done: 2 });
    const [made] = (await rowsOf(json.id)).rows;
    expect(await get(`/inspections/${made.id}`)).toMatchObject({ label: 'NEW20', sale_id: 20, version: 1 });
    await undo(json.id, { expected: 2 });
    expect((await server.call('GET', `/inspections/${made.id}`, { token: office })).status).toBe(404);
  });

  it.each([
    ['another parameter', 'raise', { params: { by: 1, per: 2 }, ids: [12] }, 400, '/params/per'],
    ['a missing parameter', 'raise', { ids: [12] }, 400, '/params/by'],
    ['a text for a number', 'raise', { params: { by: 'much' }, ids: [12] }, 400, '/params/by'],
    ['a number below the least', 'raise', { params: { by: 0 }, ids: [12] }, 400, '/params/by'],
    ['a command that there is not', 'nothing', {}, 404, undefined],
    ['a command of another right', 'secret', {}, 403, undefined],
    ['a command whose SQL writes: it is not there', 'burning', {}, 404, undefined],
  ])('refuses %s', async (_, id, body, status, pointer) => {
    const answer = await preview(id, body);
    expect([answer.status, answer.json.errors?.[0]?.pointer]).toEqual([status, pointer]);
  });

  it('is found by check where its SQL writes, and cannot write where check does not see it', async () => {
    const { diagnostics } = server.context.definitions.current();
    expect(
      diagnostics.filter(({ file }) => file.includes('commands/')).map(({ file, rule }) => [file, rule]),
    ).toEqual([['schemas/commands/burning.sql', 'query-error']]);
    const { json } = await preview('sneaky', {});
    expect(json.message).toBe(
      'sneaky cannot be done: the database refuses its SQL (permission denied for sequence sale_id_seq). Nothing was changed.',
    );
  });

  it('is refused whole with more rows than it may propose', async () => {
    const { json } = await run('raise', { params: { by: 1 }, ids: many, expected: 2_000 });
    expect(json.message).toBe('raise would change more than 100 records. Nothing was changed; narrow it.');
  });

  it('of the office: marks cheap sales as unsuitable, and leaves those that an analysis found suitable', async () => {
    await server.database.owner((client) =>
      client.query(`insert into analysis (district_code, sale_id, suitability) values ('001', 30, 'IN')`),
    );
    const asked = { params: { below: 1_001, part: false }, ids: [29, 30] };
    const { json } = await run('mark_unsuitable_sales', { ...asked, expected: 1 });
    expect(json.result).toMatchObject({ done: 1, refused: 1, undo: true });
    expect(json.result.rows[1].message).toBe(
      'An analysis found this sale suitable. Change the analysis first.',
    );
    expect([(await get('/sales/29')).suitable, (await get('/sales/30')).suitable]).toEqual([false, null]);
  });
});
