import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { addSales, screens } from '#tests/support/http-fixture.ts';

const parcel = {
  $id: 'parcel',
  title: 'Parcel',
  type: 'object',
  scope: 'all',
  record: {
    prefix: 'parcel',
    list: 'parcels',
    itemType: 'PA',
    table: 'parcel',
    label: 'Parcel {id}',
    permissions: { view: 'saleV', update: 'saleU' },
  },
  properties: {
    weight: { type: 'integer', title: 'Weight' },
    lines: {
      type: 'array',
      title: 'Contents',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', title: 'Name', maxLength: 10 },
          grams: { type: 'integer', title: 'Grams', minimum: 1 },
        },
      },
    },
  },
  check: [
    {
      id: 'heavy_enough',
      when: 'present(form.lines)',
      expr: 'sum(form.lines.filter(l, present(l.grams)).map(l, l.grams)) <= form.weight',
      message: 'The contents weigh more than the parcel. Change the weight.',
      fields: ['weight'],
    },
    { id: 'doubt', expr: 'form.weight < 1000.0', message: 'Heavy.', level: 'warning', fields: ['weight'] },
  ],
};

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens: { ...screens, 'schemas/entities/parcel.json': parcel } });
  await server.database.owner(async (client) => {
    await client.query(`create table parcel (id bigint generated always as identity primary key, weight bigint, lines jsonb,
      created_at timestamptz not null default now(), created_by bigint, updated_at timestamptz not null default now(),
      updated_by bigint, version integer not null default 1)`);
    await client.query('grant select on parcel to cadastre_reader');
    await client.query('grant select, insert, update on parcel to cadastre_writer');
  });
  await addSales(server.database);
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const create = (body: object) =>
  server.call('POST', '/parcels', { token, body: { request_id: randomUUID(), ...body } });
const save = (id: number, version: number, body: object, list = 'parcels') =>
  server.call('PUT', `/${list}/${id}`, { token, body: { version, ...body } });
const pointers = ({ json }: { json: { errors: { pointer: string }[] } }) =>
  json.errors.map(({ pointer }) => pointer);

describe('lines of a record', () => {
  it('are stored and read back as they were sent', async () => {
    const lines = [{ name: 'Tea', grams: 100 }, { name: 'Tin' }];
    const { status, json } = await create({ weight: 500, lines });
    expect(status).toBe(201);
    expect((await server.call('GET', `/parcels/${json.id}`, { token })).json.lines).toEqual(lines);
    const saved = await save(json.id, 1, { lines: lines.slice(0, 1) });
    expect(saved.json).toMatchObject({ version: 2, lines: [{ name: 'Tea', grams: 100 }] });
  });

  it('are refused each at its place', async () => {
    const answer = await create({
      weight: 500,
      lines: [{ name: 'Tea', grams: 0 }, { grams: 5 }, { name: 'A name too long', colour: 'red' }],
    });
    expect(answer.status).toBe(400);
    expect(pointers(answer)).toEqual(['/lines/0/grams', '/lines/1/name', '/lines/2/colour', '/lines/2/name']);
    expect(pointers(await create({ weight: 1, lines: [] }))).toEqual(['/lines']);
    expect(pointers(await create({ weight: 1, lines: Array(4).fill({ name: 'x' }) }))).toEqual(['/lines']);
    for (const lines of ['x', [1], [null], {}])
      expect(pointers(await create({ weight: 1, lines }))).toEqual(['/lines']);
  });
});

describe('rules between fields on the server', () => {
  it('refuse what breaks them, at the fields that they name, and change nothing', async () => {
    const broken = await create({ weight: 50, lines: [{ name: 'Tea', grams: 100 }] });
    expect(broken.status).toBe(422);
    expect(broken.json.errors).toEqual([
      { pointer: '/weight', message: 'The contents weigh more than the parcel. Change the weight.' },
    ]);
    const { json } = await create({ weight: 500, lines: [{ name: 'Tea', grams: 100 }] });
    const answer = await save(json.id, 1, { weight: 10 });
    expect([answer.status, pointers(answer)]).toEqual([422, ['/weight']]);
    expect((await server.call('GET', `/parcels/${json.id}`, { token })).json).toMatchObject({
      version: 1,
      weight: 500,
    });
  });

  it('pass warnings, and what reads a missing value', async () => {
    expect((await create({ weight: 5000, lines: [{ name: 'Tea' }] })).status).toBe(201);
    expect((await create({ lines: [{ name: 'Tea', grams: 5 }] })).status).toBe(201);
  });

  it('do not stop a save that leaves alone what they read', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(
        `insert into sale (source, district_code, contract_date, purchase_price, street_name)
         values ('LPI', '001', '2999-01-01', 1, 'LATE ST') returning id`,
      ),
    );
    const id = rows[0]?.id ?? 0;
    expect((await save(id, 1, { suburb: 'ALPHA' }, 'sales')).status).toBe(200);
    const answer = await save(id, 2, { contract_date: '2998-01-01' }, 'sales');
    expect([answer.status, pointers(answer)]).toEqual([422, ['/contract_date']]);
    expect((await save(id, 2, { contract_date: '2022-01-01' }, 'sales')).status).toBe(200);
  });
});

describe('a constraint of the table', () => {
  it('that is violated answers the field', async () => {
    await server.database.owner((client) =>
      client.query('create unique index on parcel (weight) where weight = 77'),
    );
    const body = { weight: 77, lines: [{ name: 'Tea' }] };
    expect((await create(body)).status).toBe(201);
    const { status, json } = await create(body);
    expect(status).toBe(422);
    expect(json.errors).toEqual([
      { pointer: '/weight', message: 'Weight: this is taken already. Choose another.' },
    ]);
  });
});
