// What a land value may carry, areas that are overridden, groups, and what is done to selected properties.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let valuer: string;
let admin: string;
let value = 0;
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  const { rows } = await server.database.owner(async (client) => {
    await client.query(`insert into property (id, district_code, area, zone_code, heritage) values (1, '001', 650, 'R2', true),
      (2, '001', 700, 'R2', false), (3, '002', 700, 'R2', false)`);
    return client.query<{ id: number }>(
      `insert into property_value (property_id, base_date, land_value, basis_code) values (1, '2026-07-01', 500000, '6A(1)'),
        (2, '2026-07-01', 0, '6A(1)') returning id`,
    );
  });
  value = rows[0]?.id ?? 0;
  await server.addUser('vic', 'valuer', ['001']);
  [valuer, admin] = [await server.tokenOf('vic'), await server.tokenOf('admin')];
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object, token = valuer) =>
  server.call(method, path, { token, ...(body ? { body } : {}) });
const save = async (path: string, body: object) =>
  call('PUT', path, { version: (await call('GET', path)).json.version, ...body });
const refused = async (body: object, id = value) => {
  const { status, json } = await save(`/propertyvalues/${id}`, body);
  return status === 200
    ? []
    : (json.errors ?? []).map(
        ({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message.slice(0, 3)}`,
      );
};
const command = async (id: string, body: object, token = valuer) => {
  const shown = (await call('POST', `/commands/${id}/preview`, body, token)).json;
  if (!shown.result) return shown;
  const { done, same, stamp } = shown.result;
  return (
    await call(
      'POST',
      `/commands/${id}/run`,
      { ...body, expected: done + same, stamp, request_id: randomUUID() },
      token,
    )
  ).json;
};

describe('what a land value carries', () => {
  it('follows the checks before it is sent, at each field', async () => {
    expect(await refused({ stratum_allowance: 100_000, muaf_pct: 40 })).toEqual([
      '/muaf_pct 006',
      '/stratum_allowance 007',
    ]);
    expect(await refused({ heritage_value: 500_000 })).toEqual(['/heritage_value 009']);
    expect(await refused({ onsite_allowance: 0 })).toEqual(['/onsite_allowance 002']);
    expect(await refused({ offsite_allowance: 500_000 })).toEqual(['/offsite_allowance 003']);
    expect(await refused({ subdivider_allowance: 600_000 })).toEqual(['/subdivider_allowance 005']);
    expect(await refused({ muaf_pct: 40, mdaf_pct: 30 })).toEqual(['/muaf_pct 006', '/mdaf_pct 008']);
    expect(await refused({ mdaf_pct: 100 })).toEqual(['/mdaf_pct 008']);
    expect(await refused({ unutilised_value: 500_000 })).toEqual(['/unutilised_value 011']);
    expect(await refused({ heritage_value: 300_000, basis_code: '14G' })).toEqual(['/basis_code 009']);
    expect(await refused({ onsite_allowance: 10_000 }, value + 1)).toEqual([' 001']);
    expect(
      await refused({ onsite_allowance: 10_000, offsite_allowance: 5_000, unutilised_value: 0 }),
    ).toEqual([]);
    expect((await call('GET', `/propertyvalues/${value}`)).json).toMatchObject({
      onsite_allowance: 10_000,
      land_value: 500_000,
    });
  });

  it('is kept as it is in a locked year, with who and when', async () => {
    await server.database.owner((client) =>
      client.query(`insert into district_year (district_code, base_date, state, locked_at, locked_by)
        select '001', '2026-07-01', 'LOCKED', '2026-11-10 03:00Z', id from app_user where username = 'vic'`),
    );
    const answer = await save(`/propertyvalues/${value}`, { onsite_allowance: 20_000 });
    expect([answer.status, answer.json.errors[0].message]).toEqual([
      422,
      expect.stringContaining('locked by vic since 10-Nov-2026'),
    ]);
    await server.database.owner((client) => client.query('delete from district_year'));
  });
});

describe('an area', () => {
  it('is overridden by an administrator with a reason; the Valuer General’s stays beside it', async () => {
    const body = { ids: [1], params: { area: 662.5, reason: 'Survey of 2026' } };
    expect((await call('POST', '/commands/area_override/preview', body)).status).toBe(403);
    const missing = await call(
      'POST',
      '/commands/area_override/preview',
      { ids: [1], params: { area: 662.5 } },
      admin,
    );
    expect([missing.status, missing.json.errors[0].pointer]).toEqual([400, '/params/reason']);
    expect((await command('area_override', body, admin)).result).toMatchObject({ done: 1, undo: true });
    expect((await call('GET', '/properties/1')).json).toMatchObject({
      area: 662.5,
      area_vg: 650,
      area_reason: 'Survey of 2026',
    });
    const log = (
      await server.database.owner((client) =>
        client.query('select old_area::float8 as old, new_area::float8 as new, reason from area_change'),
      )
    ).rows;
    expect(log).toEqual([{ old: 650, new: 662.5, reason: 'Survey of 2026' }]);
    // An ordinary save has no reason of its own, and the Valuer General's area is still the first.
    await save('/properties/1', { area: 640 });
    expect((await call('GET', '/properties/1')).json).toMatchObject({
      area: 640,
      area_vg: 650,
      area_reason: null,
    });
  });
});

describe('selected properties', () => {
  it('get their default rating, and it goes back', async () => {
    const job = await command('set_default_risk', { ids: [1, 2], params: {} });
    expect(job.result).toMatchObject({ done: 2, undo: true });
    expect((await call('GET', '/properties/2')).json.risk_rating).toBe('3-RESIDENT');
    await call('POST', `/bulk/${job.id}/undo`, { request_id: randomUUID() });
    expect((await call('GET', '/properties/2')).json.risk_rating).toBeNull();
  });

  it('are verified, and their values follow', async () => {
    const job = await command('verify_values', {
      ids: [1, 3],
      params: { type: 'DESKTOP', verified_on: '2026-10-05' },
    });
    expect(job.result).toMatchObject({ done: 1 });
    expect((await call('GET', `/propertyvalues/${value}`)).json).toMatchObject({
      verification_type: 'DESKTOP',
      verified_on: '2026-10-05',
    });
  });
});

describe('a section 28 group', () => {
  it('is kept with members and lines; a property is in one group of a base date, of its district', async () => {
    const made = await call('POST', '/sectiongroups', {
      request_id: randomUUID(),
      district_code: '001',
      name: 'Wharf',
      value: 1_240_000,
      members: [
        { property_id: 1, weight: 2 },
        { property_id: 2, weight: 1 },
      ],
      lines: [{ description: 'Main', qty: 2, rate: 618_706 }],
    });
    expect([made.status, made.json]).toMatchObject([
      201,
      { n_members: 2, lines_total: 1_237_412, base_date: '2026-07-01' },
    ]);
    const again = (members: object[]) =>
      call('POST', '/sectiongroups', {
        request_id: randomUUID(),
        district_code: '001',
        name: 'Other',
        members,
      });
    const said = async (members: object[]) =>
      (await again(members)).json.errors?.map(({ pointer }: { pointer: string }) => pointer);
    expect(await said([{ property_id: 1, weight: 1 }])).toEqual(['/members/0/property_id']);
    expect(await said([{ property_id: 3, weight: 1 }])).toEqual(['/members/0/property_id']);
  });
});

describe('legal lots', () => {
  const lotsOf = async (id = 2) => (await call('GET', `/properties/${id}`)).json.lots;
  const wrong = async (lots: readonly object[], id = 2) => {
    const { json } = await save(`/properties/${id}`, { lots });
    return (json.errors ?? []).map(
      ({ pointer, message }: { pointer: string; message: string }) => `${pointer} ${message}`,
    );
  };
  const lot = (number: string, plan: string, more: object = {}) => ({
    lot: number,
    plan_type: 'DP',
    plan,
    ...more,
  });

  it('are saved with their property, whose legal description and history tell them', async () => {
    const answer = await save('/properties/2', {
      lots: [
        lot('12', '754816', { tail: 'EnclosurePermit 30750' }),
        lot('53', '754816', { part: true }),
        lot('7', '758003', { section: '22' }),
        lot('3', '65328', { plan_type: 'SP' }),
      ],
    });
    expect([answer.status, answer.json.legal_description]).toEqual([
      200,
      '12, PT 53/754816 7/22/758003 3/SP65328 Enclosure Permit 30750',
    ]);
    const [first, ...others] = await lotsOf();
    await save('/properties/2', { lots: [{ ...first, tail: null }, ...others.slice(1)] });
    const after = (await call('GET', '/properties/2')).json;
    expect(after.legal_description).toBe('12/754816 7/22/758003 3/SP65328');
    expect(after.lots.map(({ id }: { id: number }) => id)).toEqual([first.id, others[1].id, others[2].id]);
    const [entry] = (await call('GET', '/properties/2/history')).json.items;
    const told = (field: string) => entry.fields.find(({ id }: { id: string }) => id === field);
    expect(told('lots').old.map((row: { lot: string }) => row.lot)).toEqual(['12', '53']);
    expect(told('lots').new).toEqual([expect.objectContaining({ lot: '12', tail: null })]);
    expect(told('legal_description').new).toBe('12/754816 7/22/758003 3/SP65328');
  });

  it('are refused at their row', async () => {
    expect(await wrong([{ lot: '12' }, { plan: '754816', plan_type: 'DP' }, { part: true }])).toEqual([
      '/lots/0/plan_type Choose deposited plan or strata plan.',
      '/lots/0/plan Enter the number of the plan that this lot is in.',
      '/lots/1/lot Enter the lot in this plan.',
      '/lots/2/lot Enter a lot and its plan.',
    ]);
    expect(await wrong([lot('12-13', 'DP 754', { section: 'a' })])).toEqual([
      '/lots/0/lot A lot is a number such as 12 or 7A, or capital letters such as B or CP.',
      '/lots/0/section A section is up to four capital letters or figures, such as 16 or G.',
      '/lots/0/plan A plan is a number of up to eight figures, such as 1032686.',
    ]);
    expect(
      await wrong([
        lot('1', '100'),
        lot('2', '100'),
        lot('1', '100', { section: 'A' }),
        lot('1', '100', { plan_type: 'SP' }),
        lot('1', '100', { part: true }),
      ]),
    ).toEqual(['/lots/4/lot This lot stands here twice.']);
    expect(await wrong([lot('1', '100', { plan_type: 'XP' })])).toEqual([
      expect.stringMatching(/^\/lots\/0\/plan_type /),
    ]);
    expect((await lotsOf()).length).toBe(3);
  });

  it('that came with a file stay as they came while others are changed', async () => {
    await server.database.owner((client) =>
      client.query(`insert into legal_lot (property_id, lot, plan_type, plan, tail)
        values (1, '1ABC', 'DP', '7', null), (1, '1ABC', 'DP', '7', null), (1, null, null, null, 'Foreshore')`),
    );
    const [one, two, three] = await lotsOf(1);
    expect(await wrong([one, two, three, lot('8', '7')], 1)).toEqual([]);
    expect(await wrong([one, { ...two, part: true }, three], 1)).toEqual([
      '/lots/1/lot A lot is a number such as 12 or 7A, or capital letters such as B or CP.',
    ]);
    const before = (await call('GET', '/properties/1')).json.legal_description;
    expect(await wrong([...(await lotsOf(1))], 1)).toEqual([]);
    expect(before).toBe('1ABC, 1ABC, 8/7 Foreshore');
    // A save of something else asks nothing of the lots and leaves the description.
    await server.database.owner((client) =>
      client.query("update property set legal_description = 'AS RECEIVED' where id = 1"),
    );
    const named = await save('/properties/1', { prop_name: 'THE SHED' });
    expect([named.status, named.json.legal_description]).toEqual([200, 'AS RECEIVED']);
  });

  it('belong to whoever may change the property, and to the version that was read', async () => {
    const { version } = (await call('GET', '/properties/2')).json;
    const lots = [lot('9', '9')];
    expect((await call('PUT', '/properties/2', { version: version - 1, lots })).status).toBe(409);
    expect((await call('PUT', '/properties/3', { version: 1, lots })).status).toBe(404);
    await server.addUser('rae', 'viewer', ['001']);
    const reader = await server.tokenOf('rae');
    expect((await call('PUT', '/properties/2', { version, lots }, reader)).status).toBe(403);
    expect((await call('GET', '/properties/2', undefined, reader)).json.lots.length).toBe(3);
  });
});
