import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

// Supps are records: what is tried here goes through the generic calls alone.
let server: TestServer;
let token: string;
let viewer: string;
let analyst: string;

const call = (method: string, path: string, body?: object, as = token) =>
  server.call(method, path, { token: as, ...(body ? { body } : {}) });
const create = (body: object, as = token) =>
  call('POST', '/supps', { request_id: randomUUID(), received_on: '2026-11-02', ...body }, as);
const said = ({
  status,
  json,
}: {
  status: number;
  json: { errors: { pointer: string; message: string }[] };
}) => [status, ...json.errors.map(({ pointer, message }) => `${pointer} ${message}`)];

beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-23T02:00:00Z' });
  await server.database.owner(async (client) => {
    await client.query(`insert into property (id, district_code, status, street_name, hnum1, suburb, area, zone_code,
        component_code, legal_description, synthetic)
      values (101, '001', 'A', 'HIGH ST', 1, 'ALPHA', 650, 'R2', 'AA', '1/100', true),
        (102, '001', 'X', 'HIGH ST', 2, 'ALPHA', 650, 'R2', 'AA', '2/100', false),
        (103, '001', 'O', 'HIGH ST', 3, 'ALPHA', 320, 'R2', 'AA', '3/100', false),
        (201, '002', 'A', 'LOW ST', 1, 'BETA', 900, 'R1', 'BA', '1/200', false)`);
  });
  await server.addUser('val', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  await server.addUser('ann', 'analyst', ['001']);
  [token, viewer, analyst] = [
    await server.tokenOf('val'),
    await server.tokenOf('vera'),
    await server.tokenOf('ann'),
  ];
});
afterAll(() => server.close());

describe('a supp', () => {
  it('begins with what its property is, in the district and the data set of the property', async () => {
    const { status, json } = await create({
      property_id: 101,
      supp_type: 'PA',
      new_area: 655.5,
      supp_values: [{ base_date: '2025-07-01', series: 'LT', land_value: 240_000 }],
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      district_code: '001',
      synthetic: true,
      transmit_status: 'F',
      authority_code: '14B',
      old_area: 650,
      old_zone_code: 'R2',
      old_component_code: 'AA',
      old_address: '1 HIGH ST, ALPHA NSW',
      old_legal_description: '1/100',
      area: 655.5,
      zone_code: 'R2',
      land_value: 240_000,
      base_years: '2025',
      age_days: expect.any(Number),
      turnaround_days: null,
      supp_values: [{ base_date: '2025-07-01', land_value: 240_000 }],
    });
  });

  it.each([
    [
      'a property that is not there',
      { property_id: 999 },
      ['/property_id PID: 999 does not exist, or you may not see it.'],
    ],
    [
      'a property of another district',
      { property_id: 201 },
      ['/property_id PID: 201 does not exist, or you may not see it.'],
    ],
    [
      'a cancelled property',
      { property_id: 102 },
      ['/property_id Property 102 is cancelled. A cancelled property takes no supp.'],
    ],
    [
      'a related property that is not there',
      { property_id: 101, related: [{ property_id: 998, role: 'PARENT' }] },
      ['/related/0/property_id Property 998 does not exist, or you may not see it.'],
    ],
    [
      'a base date twice, and one that is none',
      {
        property_id: 101,
        supp_values: [
          { base_date: '2025-07-01', series: 'LT' },
          { base_date: '2025-07-01', series: 'LT' },
          { base_date: '2025-06-30', series: 'LT' },
        ],
      },
      [
        '/supp_values/1/base_date This base date and series stand here twice.',
        '/supp_values/2/base_date A base date is a 1 July.',
      ],
    ],
    [
      'a day of receipt that has not come',
      { property_id: 101, received_on: '2031-01-01' },
      ['/received_on Received in the future. Change the date of receipt.'],
    ],
  ])('is refused with %s', async (_, body, messages) => {
    expect(said(await create({ supp_type: 'PO', ...body }))).toEqual([422, ...messages]);
  });

  it('is seen with suppV and changed with suppU alone', async () => {
    const { id, version } = (await create({ property_id: 101, supp_type: 'PO' })).json;
    expect((await call('GET', `/supps/${id}`, undefined, viewer)).status).toBe(403);
    expect((await call('GET', `/supps/${id}`, undefined, analyst)).status).toBe(200);
    const change = { version, stage: 'ASSIGNED' };
    expect((await call('PUT', `/supps/${id}`, change, analyst)).status).toBe(403);
    expect((await call('PUT', `/supps/${id}`, change)).json).toMatchObject({ stage: 'ASSIGNED' });
    expect((await call('PUT', `/supps/${id}`, { version: version + 1, transmit_status: 'X' })).status).toBe(
      400,
    );
  });
});

describe('age and turnaround', () => {
  const figures = async (columns: string) => {
    const { rows } = await server.database.owner(async (client) => {
      await client.query(`delete from supp where batch = 'AGE'`);
      await client.query(`insert into supp (property_id, supp_type, batch, received_on, due_on, transmit_status, completed_on)
        values (103, 'PE', 'AGE', ${columns})`);
      return client.query<{ [name: string]: unknown }>(
        `select age_days, turnaround_days, overdue_days, overdue from supp_record where batch = 'AGE'`,
      );
    });
    return Object.values(rows[0] ?? {});
  };

  it('are counted from the receipt, and a supp is overdue until it is sent', async () => {
    expect(await figures(`current_date - 30, null, 'F', null`)).toEqual([30, null, 30, false]);
    expect(await figures(`current_date - 31, null, 'F', null`)).toEqual([31, null, 30, true]);
    expect(await figures(`current_date - 31, null, 'T', null`)).toEqual([31, null, 30, true]);
    expect(await figures(`current_date - 31, null, 'S', null`)).toEqual([31, null, 30, false]);
    expect(await figures(`current_date - 5, current_date - 1, 'F', null`)).toEqual([5, null, 30, true]);
    expect(await figures(`date '2026-03-02', null, 'X', date '2026-03-30'`)).toEqual([null, 28, 30, false]);
  });

  it('follow the region of the district before the setting of the contractor', async () => {
    // Whoever was added above works in a region of their own that has the district.
    await server.database.owner((client) =>
      client.query('update contract_region set overdue_turnaround = 10'),
    );
    expect(await figures(`current_date - 11, null, 'F', null`)).toEqual([11, null, 10, true]);
    await server.database.owner(async (client) => {
      await client.query('update contract_region set overdue_turnaround = null');
      await client.query(
        `insert into setting (key, region_id, number) select 'supp.overdue.days', id, 20 from contract_region`,
      );
    });
    expect(await figures(`current_date - 11, null, 'F', null`)).toEqual([11, null, 20, false]);
  });
});
