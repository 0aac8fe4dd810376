// Worksheets through the generic calls: values, the balance of the land, what is adopted, and what is refused.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '#src/core/rows.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let viewer: string;
const call = (method: string, path: string, body?: object, token = valuer) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const owner = (text: string) =>
  server.database.owner(async (client) => (await client.query<{ [column: string]: unknown }>(text)).rows);
const begin = async (property_id: number, body: object = {}) => {
  const made = await call('POST', '/worksheets', {
    request_id: randomUUID(),
    property_id,
    district_code: '001',
    ...body,
  });
  expect(made.status).toBe(201);
  return made.json;
};
const read = async (id: number) => (await call('GET', `/worksheets/${id}`)).json;
const save = async (id: number, body: object) => {
  const { version } = await read(id);
  return call('PUT', `/worksheets/${id}`, { version, ...body });
};
const move = async (id: number, name: string, token = valuer) => {
  const { version } = await read(id);
  return call('POST', `/worksheets/${id}/move`, { version, move: name }, token);
};
const said = ({
  status,
  json,
}: {
  status: number;
  json: { errors?: { pointer: string; message: string }[] };
}) => [status, ...(json?.errors ?? []).map(({ pointer, message }) => `${pointer} ${message}`)];
const site = { description: 'House site', qty: 4000, unit: 'M', rate: 60 };
const balance = { description: 'Balance', unit: 'H', rate: 45_000, balance: true };

beforeAll(async () => {
  server = await startTestApp({});
  await server.addUser('nora', 'valuer', ['001']);
  await server.addUser('vera', 'viewer', ['001']);
  valuer = await server.tokenOf('nora');
  viewer = await server.tokenOf('vera');
  await owner(`insert into property (id, district_code, area, area_unit) values (21, '001', 25000, 'H'), (22, '001', 25000, 'H'),
    (23, '001', null, 'M'), (24, '001', 800, 'M'), (25, '001', 25000, 'H'), (26, '001', 25000, 'H')`);
  await owner(`insert into property_value (property_id, base_date, land_value, method, factor_applied, factor_component)
    values (21, '2025-07-01', 300000, 'I', null, null), (21, '2026-07-01', 312000, 'F', 1.04, 'AA')`);
});
afterAll(() => server.close());

describe('a worksheet', () => {
  it('comes to 334,500 with a house site and the balance of 2.5 ha, and adopts 335,000', async () => {
    const { id, base_date, stage } = await begin(21);
    expect([base_date, stage]).toEqual(['2026-07-01', 'DRAFT']);
    expect(said(await save(id, { main: [site, balance] }))).toEqual([200]);
    const sheet = await read(id);
    expect(sheet.main.map(({ qty, value }: { qty: number; value: number }) => [qty, value])).toEqual([
      [4000, 240_000],
      [2.1, 94_500],
    ]);
    expect([sheet.total, sheet.adopted, sheet.is_adopted]).toEqual([334_500, 335_000, false]);
    expect((await move(id, 'adopt', viewer)).status).toBe(403);
    const adopted = await move(id, 'adopt');
    expect([adopted.status, adopted.json.stage, adopted.json.is_adopted]).toEqual([200, 'DONE', true]);
    expect(
      await owner(`select land_value, method, handcrafted, factor_applied, factor_component, version from property_value
        where property_id = 21 and base_date = '2026-07-01'`),
    ).toEqual([
      {
        land_value: 335_000,
        method: 'H',
        handcrafted: true,
        factor_applied: null,
        factor_component: null,
        version: 2,
      },
    ]);
    const [told] = await owner(
      `select a.fields, a.from_version, u.username from audit a join app_user u on u.id = a.user_id where table_name = 'property_value'`,
    );
    expect(told).toMatchObject({
      username: 'nora',
      from_version: 1,
      fields: {
        land_value: { old: 312_000, new: 335_000 },
        method: { old: 'F', new: 'H' },
        worksheet: { new: id },
      },
    });
    // What is done is closed until it is opened again.
    expect((await save(id, { notes: { blocks: [{ type: 'p', text: 'later' }] } })).status).toBe(422);
    expect((await move(id, 'reopen')).status).toBe(200);
    expect((await save(id, { adopted_value: 340_000 })).json.adopted).toBe(340_000);
  });

  it('moves the balance with the other lines, works adjustments in, and keeps rates to three figures', async () => {
    const { id } = await begin(22);
    await save(id, { main: [site, balance] });
    const { main } = await read(id);
    const saved = await save(id, {
      main: [{ ...main[0], qty: 5000, adj_pct: -10 }, main[1]],
      other: [{ description: 'Bore', qty: 1, unit: 'EA', rate: 12_345 }],
    });
    expect(saved.status).toBe(200);
    const sheet = await read(id);
    expect(sheet.main.map(({ qty, value }: { qty: number; value: number }) => [qty, value])).toEqual([
      [5000, 270_000],
      [2, 90_000],
    ]);
    expect(sheet.other[0]).toMatchObject({ rate: 12_300, value: 12_300 });
    expect([sheet.total, sheet.adopted]).toEqual([372_300, 372_000]);
    expect((await save(id, { without_main: true })).json.total).toBe(12_300);
  });

  it('refuses a second balance, one below nothing, one without an area, and one that is no land', async () => {
    const { id } = await begin(25);
    const refused = async (main: object[]) => said(await save(id, { main }));
    expect(await refused([site, balance, { ...balance, unit: 'M' }])).toEqual([
      422,
      '/main/2/balance One line takes the balance, and another does already. Untick one of them.',
    ]);
    expect(await refused([{ ...site, qty: 25_500 }, balance])).toEqual([
      422,
      '/main/1/balance The other lines take 25,500 m² of the 25,000 m² that the property has: 500 m² too much.',
    ]);
    expect(await refused([site, { ...balance, unit: 'EA' }])).toEqual([
      422,
      '/main/1/unit The balance is land: choose m² or ha.',
    ]);
    expect(await refused([{ description: 'Site', unit: 'M' }])).toEqual([
      422,
      '/main/0/qty How many? Enter the quantity, or let the line take the balance.',
      '/main/0/rate At which rate? Enter the amount for one unit.',
    ]);
    const none = await begin(23);
    expect(said(await save(none.id, { main: [balance] }))).toEqual([
      422,
      '/main/0/balance The property has no area, so nothing is known to be left over. Enter its area first.',
    ]);
    // All of it and not more is a balance of nothing.
    expect((await save(id, { main: [{ ...site, qty: 25_000 }, balance] })).status).toBe(200);
    expect((await read(id)).main[1]).toMatchObject({ qty: 0, value: 0 });
  });

  it('takes no text for a quantity and no unit that there is not', async () => {
    const { id } = await begin(24);
    for (const line of [
      { qty: '1,5 ha' },
      { qty: '12 acres' },
      { unit: 'ACRE' },
      { qty: -1 },
      { rate: 'much' },
    ]) {
      const [status, message] = said(await save(id, { main: [{ ...site, ...line }] }));
      expect([status, message]).toEqual([400, expect.stringMatching(/^\/main\/0\/(qty|unit|rate) /)]);
    }
    expect((await read(id)).main).toEqual([]);
    expect(said(await move(id, 'adopt'))).toEqual([
      422,
      '/move There is no value to adopt. Fill in the lines, or the adopted value.',
    ]);
    expect(
      said(
        await call('POST', '/worksheets', {
          request_id: randomUUID(),
          property_id: 24,
          district_code: '001',
        }),
      ),
    ).toEqual([422, '/base_date Property 24 has a worksheet of 1-Jul-2026 already. Open that one.']);
  });

  it("is brought forward from last year's with its lines and comparisons, worked out anew", async () => {
    const old = await begin(26, { base_date: '2025-07-01' });
    await save(old.id, {
      main: [site, balance],
      comparisons: [{ property_id: 21, comparison: 'SUP', note: 'Nearer to town' }],
    });
    expect(said(await move(old.id, 'adopt'))[1]).toMatch(/^\/move This worksheet is of 1-Jul-2025\./);
    await owner('update property set area = 30000 where id = 26');
    const { id } = await begin(26, { copied_from: old.id });
    const copy = await read(id);
    expect([copy.total, copy.copied_from, copy.comparisons.length]).toEqual([357_000, old.id, 1]);
    expect((await read(old.id)).total).toBe(334_500);
  });

  it('is not adopted in a locked year, which says who locked it and when', async () => {
    await owner(`insert into district_year (district_code, base_date, state, locked_by, locked_at)
      values ('001', '2026-07-01', 'LOCKED', 1, '2026-11-10T03:00:00Z')`);
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>('select id from worksheet where property_id = 22'),
    );
    const [status, message] = said(await move(rows[0]?.id ?? 0, 'adopt'));
    expect([status, message]).toEqual([
      422,
      expect.stringMatching(
        /^\/move Values of district 001 at 1-Jul-2026 are locked by .* since 10-Nov-2026\.$/,
      ),
    ]);
  });

  it('of a supp gives its value to the supp at the base date, and to nothing else', async () => {
    const supp = async (body: object) =>
      (await call('POST', '/supps', { request_id: randomUUID(), supp_type: 'PR', ...body })).json;
    const { id: sid } = await supp({
      property_id: 24,
      received_on: '2026-09-01',
      supp_values: [{ base_date: '2025-07-01', series: 'LT' }],
    });
    expect(
      said(
        await call('POST', '/worksheets', {
          request_id: randomUUID(),
          property_id: 25,
          district_code: '001',
          supp_id: sid,
        }),
      ),
    ).toEqual([422, `/supp_id SID ${sid} is no supp of property 25.`]);
    const { id } = await begin(24, { supp_id: sid, base_date: '2025-07-01' });
    await save(id, { main: [{ description: 'Site', qty: 800, unit: 'M', rate: 412 }] });
    const before = (await call('GET', `/supps/${sid}`)).json;
    const adopted = await move(id, 'adopt');
    expect([adopted.status, adopted.json.is_adopted, adopted.json.land_value]).toEqual([200, true, 330_000]);
    const after = (await call('GET', `/supps/${sid}`)).json;
    expect([after.supp_values[0].land_value, after.version, after.land_value]).toEqual([
      330_000,
      before.version + 1,
      330_000,
    ]);
    const history = (await call('GET', `/supps/${sid}/history`)).json;
    expect(JSON.stringify(history)).toContain('330000');
    // The property's own values are those of completed supps only.
    expect(await owner('select count(*)::int as n from property_value where property_id = 24')).toEqual([
      { n: 0 },
    ]);
    // Who had the supp open before is told.
    const stale = await call('PUT', `/supps/${sid}`, { version: before.version, valuer_comment: 'Old' });
    expect(stale.status).toBe(409);
    const shown = await call('POST', '/query', {
      screen: 'supp/record',
      source: 'worksheets',
      params: { id: sid },
    });
    expect(rowsOf(shown.json)).toMatchObject([
      { worksheet_id: id, land_value: 330_000, is_adopted: true, stage: 'DONE' },
    ]);
    await owner(`update supp set transmit_status = 'S' where id = ${sid}`);
    await move(id, 'reopen');
    expect(said(await move(id, 'adopt'))).toEqual([
      422,
      `/move SID ${sid} is sent. Values are adopted while it is not ready: take it back first.`,
    ]);
  });
});
