import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whoOf } from '#server/access/caller.ts';
import { readCaller } from '#server/access/read-caller.ts';
import { moveMany } from '#server/records/bulk/move-many.ts';
import { entityFor } from '#server/records/served.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

// From not ready to completed, and what becomes of the properties: through the generic calls alone.
let server: TestServer;
let token: string;
let admin: string;
const users: { [name: string]: number } = {};

const call = (method: string, path: string, body?: object, as = token) =>
  server.call(method, path, { token: as, ...(body ? { body } : {}) });
const read = async (path: string, as = token) => (await call('GET', path, undefined, as)).json;
const rowsOf = async (sql: string, values: readonly unknown[] = []) =>
  (await server.database.owner((client) => client.query<{ [name: string]: unknown }>(sql, [...values]))).rows;

/** A supp that is in order, but for what is given. */
async function made(body: object): Promise<number> {
  const { json } = await call('POST', '/supps', {
    request_id: randomUUID(),
    supp_type: 'PO',
    received_on: '2026-11-02',
    valuer_id: users.val,
    inspected_on: '2026-11-05',
    supp_values: [{ base_date: '2025-07-01', series: 'LT', land_value: 240_000 }],
    ...body,
  });
  return json.id;
}
const save = async (id: number, body: object) =>
  call('PUT', `/supps/${id}`, { version: (await read(`/supps/${id}`)).version, ...body });
const move = async (id: number, name: string, as = token) =>
  call('POST', `/supps/${id}/move`, { version: (await read(`/supps/${id}`)).version, move: name }, as);
const state = async (id: number) => (await read(`/supps/${id}`)).transmit_status;
const findings = async (id: number) =>
  (
    await rowsOf(`select id, rule from check_result where item_type = 'SU' and item_id = $1 order by rule`, [
      id,
    ])
  ).map(({ id: number, rule }) => ({ id: Number(number), rule }));

/** What an export does with the supps that are ready, and with the answer to it: work of the server. */
async function byServer(name: string, ids: readonly number[]) {
  const caller = await readCaller(server.database, users.val ?? 0);
  if (!caller) throw new Error('There is no such user.');
  const entity = entityFor('supps', server.context);
  return server.database.write(whoOf(caller), (client) =>
    moveMany({ client, server: server.context, caller, entity }, ids, name),
  );
}
async function completed(body: object): Promise<number> {
  const id = await made(body);
  expect((await move(id, 'ready')).status).toBe(200);
  await byServer('send', [id]);
  await byServer('accept', [id]);
  expect(await state(id)).toBe('X');
  return id;
}
const property = (id: number) => read(`/properties/${id}`, admin);

beforeAll(async () => {
  server = await startTestApp({ screens: {}, start: '2026-11-23T02:00:00Z' });
  await server.database.owner(async (client) => {
    await client.query(
      `insert into component (district_code, code, zone_code) values ('001', 'AA', 'R2'), ('001', 'BB', 'R1')`,
    );
    await client.query(`insert into property (id, district_code, status, hnum1, street_name, suburb, area, zone_code,
        component_code, legal_description)
      select n, '001', case when n between 30 and 39 then 'O' else 'A' end, n, 'HIGH ST', 'ALPHA', 650, 'R2', 'AA', n || '/100'
      from generate_series(1, 60) n`);
    await client.query(`insert into property_value (property_id, base_date, land_value, authority_code, method, factor_applied)
      values (1, '2025-07-01', 200000, '14A', 'F', 1.05)`);
  });
  for (const [name, role] of [
    ['val', 'valuer'],
    ['otto', 'office'],
  ] as const)
    await server.addUser(name, role, ['001']);
  for (const row of await rowsOf('select id, username from app_user'))
    users[String(row.username)] = Number(row.id);
  [token, admin] = [await server.tokenOf('val'), await server.tokenOf('admin')];
});
afterAll(() => server.close());

describe('ready to send', () => {
  it('is a supp whose checks find nothing', async () => {
    const id = await made({ property_id: 2 });
    const { status, json } = await move(id, 'ready');
    expect([status, json.transmit_status]).toEqual([200, 'T']);
    expect(json.checked_at).not.toBeNull();
  });

  it('is refused while an error stands, until it is corrected or acknowledged with a comment', async () => {
    const id = await made({
      property_id: 3,
      supp_values: [
        {
          base_date: '2025-07-01',
          series: 'LT',
          land_value: 500_000,
          stratum_allowance: 100_000,
          muaf_pct: 40,
        },
      ],
    });
    const refused = await move(id, 'ready');
    expect([refused.status, refused.json.message]).toEqual([
      422,
      '2 findings of the checks 006, 007 stand. Run the checks, and correct or acknowledge what they find.',
    ]);
    expect(await state(id)).toBe('F');
    const version = (await read(`/supps/${id}`)).version;
    expect((await move(id, 'check')).status).toBe(200);
    // The checks are no change of the record.
    expect(await read(`/supps/${id}`)).toMatchObject({ version, failing_checks: 2, has_failing: true });
    const [six, seven] = await findings(id);
    const acknowledge = (finding: number, comment: string | null) =>
      call('PUT', `/checkfindings/${finding}`, { version: 1, acknowledged_comment: comment });
    expect((await acknowledge(six?.id ?? 0, 'As the plan says.')).json).toMatchObject({
      acknowledged_name: 'val',
      state: 'ACK',
    });
    expect((await move(id, 'ready')).json.message).toBe(
      'Check 007 fails. Run the checks, and correct or acknowledge what they find.',
    );
    await acknowledge(seven?.id ?? 0, 'As the plan says.');
    expect((await move(id, 'ready')).status).toBe(200);
  });

  it('never acknowledges a missing land value, nor any error where the contractor does not allow it', async () => {
    const id = await made({
      property_id: 4,
      supp_values: [{ base_date: '2025-07-01', series: 'LT' }],
      valuer_id: null,
    });
    await move(id, 'check');
    const [one, thirteen] = await findings(id);
    const acknowledge = (finding: { id: number } | undefined) =>
      call('PUT', `/checkfindings/${finding?.id}`, { version: 1, acknowledged_comment: 'So it is.' });
    expect((await acknowledge(one)).json.errors).toEqual([
      { pointer: '/acknowledged_comment', message: 'Check 001 is not acknowledged. Correct what it found.' },
    ]);
    await server.database.owner((client) =>
      client.query(`update setting set flag = false where key = 'supp.check.bypass'`),
    );
    expect((await acknowledge(thirteen)).json.message).toContain('Failing checks are not acknowledged here.');
    await server.database.owner((client) =>
      client.query(`update setting set flag = null where key = 'supp.check.bypass'`),
    );
    expect((await acknowledge(thirteen)).status).toBe(200);
  });

  it('is no supp whose property was cancelled meanwhile', async () => {
    const id = await made({ property_id: 5 });
    await server.database.owner((client) => client.query(`update property set status = 'X' where id = 5`));
    expect((await move(id, 'ready')).json.message).toBe(
      'Property 5 is cancelled. A supp for it goes no further.',
    );
  });

  it('is lost by a change of value, area, zone, component or comment, and by nothing else', async () => {
    for (const change of [
      { valuer_comment: 'Seen again.' },
      { new_area: 640 },
      { new_zone_code: 'R1', new_component_code: 'BB' },
      { supp_values: [{ base_date: '2025-07-01', series: 'LT', land_value: 250_000 }] },
    ]) {
      const id = await made({ property_id: 6 });
      await move(id, 'ready');
      expect((await save(id, { stage: 'REVIEWED', batch: 'B1' })).json.transmit_status).toBe('T');
      const { json } = await save(id, change);
      expect(json.transmit_status).toBe('F');
      const [entry] = (await read(`/supps/${id}/history`)).items;
      expect(entry.fields.find(({ id: name }: { id: string }) => name === 'transmit_status')).toMatchObject({
        old: 'T',
        new: 'F',
      });
    }
  });
});

describe('sending and completing', () => {
  it('are work of the export: nobody sends by hand', async () => {
    const id = await made({ property_id: 7 });
    const open = await made({ property_id: 8 });
    await move(id, 'ready');
    const refused = await move(id, 'send');
    expect([refused.status, refused.json.message]).toEqual([
      422,
      'Send is not done by hand. It follows from other work, such as an export.',
    ]);
    const tally = await byServer('send', [id, open]);
    expect([
      tally.done,
      tally.refused,
      tally.rows.find(({ outcome }) => outcome === 'refused')?.message,
    ]).toEqual([1, 1, 'Send cannot be done while it is "Not ready". Open the record again.']);
    expect(await read(`/supps/${id}`)).toMatchObject({ transmit_status: 'S', sent_on: expect.any(String) });
    expect((await save(id, { new_area: 700 })).json).toMatchObject({ transmit_status: 'F', sent_on: null });
  });

  it('need a reason by hand, and are final', async () => {
    const id = await made({ property_id: 9 });
    await move(id, 'ready');
    await byServer('send', [id]);
    expect((await move(id, 'complete')).json.message).toBe(
      'Fill in the reason for completing by hand, and save, before it is completed.',
    );
    await save(id, { completion_reason: 'The answer came by telephone.' });
    expect(await state(id)).toBe('S');
    const { json } = await move(id, 'complete');
    expect(json).toMatchObject({ transmit_status: 'X', completed_on: expect.any(String), age_days: null });
    expect((await save(id, { stage: 'RECEIVED' })).status).toBe(422);
    expect((await move(id, 'reopen')).status).toBe(422);
    expect((await move(id, 'reopen', admin)).json.message).toContain('A completed supp is final.');
  });

  it('are no matter of a supp that was not sent', async () => {
    const id = await made({ property_id: 10, completion_reason: 'Now.' });
    expect((await move(id, 'complete')).status).toBe(422);
  });
});

describe('a completed supp', () => {
  it('takes an established property into the contract with its values', async () => {
    const id = await completed({
      property_id: 30,
      supp_type: 'PE',
      supp_values: [
        { base_date: '2025-07-01', series: 'LT', land_value: 240_000, onsite_allowance: 5_000 },
        { base_date: '2026-07-01', series: 'LT', land_value: 260_000 },
      ],
    });
    expect(await property(30)).toMatchObject({
      status: 'A',
      land_value_lt: 240_000,
      land_value_future: 260_000,
    });
    expect(
      await rowsOf(`select base_date::text, land_value::integer, onsite_allowance::integer, method, authority_code
        from property_value where property_id = 30 order by base_date`),
    ).toEqual([
      {
        base_date: '2025-07-01',
        land_value: 240_000,
        onsite_allowance: 5_000,
        method: 'S',
        authority_code: '14B',
      },
      {
        base_date: '2026-07-01',
        land_value: 260_000,
        onsite_allowance: null,
        method: 'S',
        authority_code: '14B',
      },
    ]);
    const [entry] = (await read('/properties/30/history', admin)).items;
    expect(entry.fields).toMatchObject([{ id: 'status', old: 'O', new: 'A' }]);
    expect((await save(id, { stage: 'RECEIVED' })).status).toBe(422);
  });

  it('writes over the value in force, and tells of a new area', async () => {
    const id = await completed({ property_id: 1, supp_type: 'PA', reason_code: 'AREA', new_area: 612.5 });
    expect(await property(1)).toMatchObject({ area: 612.5, land_value_lt: 240_000, version: 2 });
    expect(await rowsOf('select method, factor_applied from property_value where property_id = 1')).toEqual([
      { method: 'S', factor_applied: null },
    ]);
    expect(
      await rowsOf(
        'select area_changed_by::integer as by, area_changed_at is null as never from property where id = 1',
      ),
    ).toEqual([{ by: users.val, never: false }]);
    // The log of areas is a table of its own, where the office keeps one.
    const log = await rowsOf(`select to_regclass('public.area_change') is not null as kept`);
    if (log[0]?.kept === true)
      expect(
        await rowsOf(
          'select supp_id::integer, old_area::float, new_area::float from area_change where property_id = 1',
        ),
      ).toEqual([{ supp_id: id, old_area: 650, new_area: 612.5 }]);
  });

  it('cancels a property and keeps what it was; an administrator alone takes that back', async () => {
    const id = await completed({ property_id: 11, supp_type: 'PX', supp_values: [] });
    expect(await property(11)).toMatchObject({ status: 'X', area: 650, version: 2 });
    expect((await move(id, 'reopen')).status).toBe(422);
    expect((await move(id, 'reopen', admin)).json).toMatchObject({
      transmit_status: 'F',
      completed_on: null,
    });
    expect(await property(11)).toMatchObject({ status: 'A', version: 3 });
  });

  it('divides a property: the parent goes, the children come, both stay listed', async () => {
    const id = await completed({
      property_id: 31,
      supp_type: 'PE',
      related: [
        { property_id: 12, role: 'PARENT' },
        { property_id: 32, role: 'CHILD' },
        { property_id: 31, role: 'SELF' },
      ],
    });
    expect((await Promise.all([12, 31, 32].map(property))).map(({ status }) => status)).toEqual([
      'X',
      'A',
      'A',
    ]);
    expect((await read(`/supps/${id}`)).related).toHaveLength(3);
    const [entry] = (await read('/properties/12/history', admin)).items;
    expect(entry).toMatchObject({ user_name: 'val', fields: [{ id: 'status', old: 'A', new: 'X' }] });
  });

  it('consolidates two parents into one', async () => {
    await completed({
      property_id: 33,
      supp_type: 'PE',
      reason_code: 'CONSOL',
      related: [
        { property_id: 13, role: 'PARENT' },
        { property_id: 14, role: 'PARENT' },
      ],
    });
    expect((await Promise.all([13, 14, 33].map(property))).map(({ status }) => status)).toEqual([
      'X',
      'X',
      'A',
    ]);
  });

  it('changes nothing where a child was cancelled', async () => {
    const id = await made({
      property_id: 34,
      supp_type: 'PE',
      related: [
        { property_id: 15, role: 'PARENT' },
        { property_id: 35, role: 'CHILD' },
      ],
    });
    await move(id, 'ready');
    await byServer('send', [id]);
    await server.database.owner((client) => client.query(`update property set status = 'X' where id = 35`));
    const tally = await byServer('accept', [id]);
    expect(tally.rows[0]?.message).toBe('Property 35 is cancelled. It is no child of this supp.');
    expect([await state(id), (await property(15)).status, (await property(34)).status]).toEqual([
      'S',
      'A',
      'O',
    ]);
  });
});

describe('many supps', () => {
  const told = (name: string, type: string) =>
    rowsOf(`select notify_detail from notification where to_user_id = $1 and notify_type = $2 order by id`, [
      users[name],
      type,
    ]);
  const bulk = (body: object) => call('POST', '/supps/bulk/run', { request_id: randomUUID(), ...body });

  it('are assigned at once, and the person is told once; nobody is told of what they gave themselves', async () => {
    const ids = [await made({ property_id: 20 }), await made({ property_id: 21 })];
    const { status } = await bulk({ action: 'set', values: { assigned_to: users.otto }, ids, expected: 2 });
    expect(status).toBeLessThan(300);
    await expect.poll(() => told('otto', 'SUPPASND')).toEqual([{ notify_detail: { ids } }]);
    await bulk({ action: 'set', values: { stage: 'VALUED' }, ids, expected: 2 });
    await expect
      .poll(() => told('otto', 'STGECHGD'))
      .toEqual([{ notify_detail: { item_type: 'SU', to_stage: 'Valued', ids } }]);
    await save(ids[0] ?? 0, { assigned_to: users.val });
    expect(await told('val', 'SUPPASND')).toEqual([]);
    const one = await made({ property_id: 22, assigned_to: users.otto });
    expect((await told('otto', 'SUPPASND')).at(-1)).toEqual({ notify_detail: { ids: [one] } });
  });

  it('are checked and made ready at once; one that fails is told by its name and does not stop the others', async () => {
    const sound = await made({ property_id: 23 });
    const failing = await made({ property_id: 24, valuer_id: null });
    const checked = await bulk({ action: 'move', move: 'check', ids: [sound, failing], expected: 2 });
    expect(checked.json.result).toMatchObject({ done: 2, refused: 0 });
    expect((await findings(failing)).map(({ rule }) => rule)).toEqual(['013']);
    const ready = await bulk({ action: 'move', move: 'ready', ids: [sound, failing], expected: 1 });
    expect(ready.json.result).toMatchObject({ done: 1, refused: 1 });
    expect(
      ready.json.result.rows.find(({ outcome }: { outcome: string }) => outcome === 'refused'),
    ).toMatchObject({
      id: failing,
      message: 'Check 013 fails. Run the checks, and correct or acknowledge what they find.',
    });
    expect([await state(sound), await state(failing)]).toEqual(['T', 'F']);
  });
});
