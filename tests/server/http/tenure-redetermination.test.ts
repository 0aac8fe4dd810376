// Rents of tenures redetermined by the commands, worked out by hand, and taken back through the history.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

let server: TestServer;
let nora: string;
beforeAll(async () => {
  server = await startTestApp({ screens: {} });
  await server.addUser('nora', 'valuer', ['001']);
  nora = await server.tokenOf('nora');
});
afterAll(() => server.close());

const call = (method: string, path: string, body?: object) =>
  server.call(method, path, { token: nora, ...(body ? { body } : {}) });
const read = async (id: number, more = '') => (await call('GET', `/cltes/${id}${more}`)).json;
let account = 600_000;
async function tenure(more: object): Promise<number> {
  const body = {
    request_id: randomUUID(),
    district_code: '001',
    account_no: String(++account),
    tenure_type: 'Licence',
    latest_valuation: 40_000,
    net_rent: 1_500,
    gross_rent: 1_500,
    last_review: '2023-08-01',
    next_review: '2026-08-01',
    ...more,
  };
  const { status, json } = await call('POST', '/cltes', body);
  expect([status, json.redet_state]).toEqual([201, 'NONE']);
  return json.id;
}
interface Told {
  readonly id: number;
  readonly outcome: string;
  readonly message: string | null;
}
/** Shows what a command would do, and does it; answers what was told of each tenure. */
async function run(command: string, ids: readonly number[] | null, params: object) {
  const ask = { params, ...(ids ? { ids } : {}) };
  const preview = await call('POST', `/commands/${command}/preview`, ask);
  expect([command, preview.status, preview.json.state]).toEqual([command, 200, 'done']);
  const { done, stamp, rows } = preview.json.result;
  const told: readonly Told[] = rows;
  if (done === 0) return { job: null, done, told };
  const body = { ...ask, expected: done, stamp, request_id: randomUUID() };
  const { json } = await call('POST', `/commands/${command}/run`, body);
  expect([command, json.result?.done]).toEqual([command, done]);
  return { job: Number(json.id), done, told };
}
const redetermine = (ids: readonly number[] | null, on = '2026-08-01', due = true) =>
  run('redetermine_tenures', ids, { on, due });

describe('a redetermined rent', () => {
  // Valuation × rate, less the rebate, not below the minimum of 2026 ($650) or 2025 ($630).
  it.each([
    ['a licence at 5 %', {}, '2026-08-01', [2_000, 0, 650, 2_000, '2029-08-01']],
    [
      'a pensioner pays half',
      { rebate_category: 'Pensioner' },
      '2026-08-01',
      [2_000, 1_000, 650, 1_000, '2029-08-01'],
    ],
    [
      'little land pays the minimum',
      { latest_valuation: 4_000 },
      '2026-08-01',
      [200, 0, 650, 650, '2029-08-01'],
    ],
    [
      'the minimum of the year before',
      { latest_valuation: 4_000, next_review: '2026-06-30' },
      '2026-06-30',
      [200, 0, 630, 630, '2029-06-30'],
    ],
    [
      'each step in whole dollars',
      { latest_valuation: 41_111, rebate_category: 'hardship' },
      '2026-08-01',
      [2_056, 514, 650, 1_542, '2029-08-01'],
    ],
    [
      'a lease at 6 % for five years',
      { tenure_type: 'LEASE' },
      '2026-08-01',
      [2_400, 0, 650, 2_400, '2031-08-01'],
    ],
  ])('is worked out step by step: %s', async (_, more, on, [gross, rebate, minimum, rent, review]) => {
    const id = await tenure(more);
    await redetermine([id], on);
    expect(await read(id)).toMatchObject({
      redet_gross: gross,
      redet_rebate: rebate,
      redet_minimum: minimum,
      proposed_rent: rent,
      proposed_review: review,
      redet_state: 'PROPOSED',
      rent_before: 1_500,
      rent_change: Number(rent) - 1_500,
      net_rent: 1_500,
      next_review: on,
    });
  });

  it('is proposed for none that is suspended, unvalued, of an unknown type or rebate, or not due', async () => {
    const cases = [
      [{ suspended: true }, 'Its redetermination is suspended.'],
      [
        { suspended: true, suspended_until: '2026-12-31' },
        'Its redetermination is suspended until 31-Dec-2026.',
      ],
      [{ latest_valuation: null }, 'It has no valuation. Value it first.'],
      [{ tenure_type: 'Oddity' }, 'There is no rate for the type "Oddity".'],
      [{ rebate_category: 'Friend' }, 'There is no rebate for the category "Friend".'],
      [{ next_review: '2026-08-02' }, 'Its next review is on 02-Aug-2026.'],
    ] as const;
    const ids: number[] = [];
    for (const [more] of cases) ids.push(await tenure(more));
    const over = await tenure({ suspended: true, suspended_until: '2026-07-31' });
    const { told, done } = await redetermine([...ids, over]);
    expect(done).toBe(1);
    const reason = new Map(told.map(({ id, message }) => [id, message]));
    cases.forEach(([, sentence], i) => {
      expect(reason.get(ids[i] ?? 0)).toContain(sentence);
    });
    for (const id of ids) expect(await read(id)).toMatchObject({ redet_state: 'NONE', proposed_rent: null });
    expect((await read(over)).redet_state).toBe('PROPOSED');
  });

  it('goes from its proposal to its notice to its acceptance, and follows what a valuer corrects', async () => {
    const id = await tenure({});
    await redetermine([id]);
    const { version } = await read(id);
    const corrected = await call('PUT', `/cltes/${id}`, { version, redet_valuation: 50_000 });
    expect(corrected.json).toMatchObject({ redet_gross: 2_500, proposed_rent: 2_500 });
    await run('notice_tenures', [id], { on: '2026-08-10' });
    expect(await read(id)).toMatchObject({ redet_state: 'NOTICED', objection_until: '2026-09-07' });
    await run('accept_tenures', [id], { on: '2026-09-07' });
    expect((await read(id)).redet_state).toBe('NOTICED');
    await run('accept_tenures', [id], { on: '2026-09-08' });
    expect(await read(id)).toMatchObject({
      redet_state: 'ACCEPTED',
      prior_rent: 1_500,
      redetermined_rent: 2_500,
      net_rent: 2_500,
      gross_rent: 2_500,
      rent_before: 1_500,
      rent_change: 1_000,
      last_review: '2026-08-01',
      next_review: '2029-08-01',
    });
  });

  it('waits for the decision on an objection, which nobody has before a notice', async () => {
    const id = await tenure({});
    await redetermine([id]);
    const early = await call('PUT', `/cltes/${id}`, {
      version: (await read(id)).version,
      objected_on: '2026-08-20',
    });
    expect(early.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/objected_on']);
    await run('notice_tenures', [id], { on: '2026-08-10' });
    await call('PUT', `/cltes/${id}`, { version: (await read(id)).version, objected_on: '2026-08-20' });
    expect((await read(id)).redet_state).toBe('OBJECTED');
    await run('accept_tenures', [id], { on: '2026-10-01' });
    expect((await read(id)).redet_state).toBe('OBJECTED');
    await run('accept_tenures', [id], { on: '2026-10-01', objected: true });
    expect((await read(id)).redet_state).toBe('ACCEPTED');
  });

  it('is taken back with its run, and one tenure of it through its history', async () => {
    const [one, two] = [await tenure({}), await tenure({})];
    const { job } = await redetermine([one, two]);
    const undone = await call('POST', `/bulk/${job}/undo`, { request_id: randomUUID(), expected: 2 });
    expect(undone.json.result).toMatchObject({ done: 2 });
    for (const id of [one, two])
      expect(await read(id)).toMatchObject({ redet_state: 'NONE', proposed_rent: null, redet_rate: null });
    await redetermine([one]);
    const { version } = await read(one);
    const back = await call('POST', `/cltes/${one}/undo`, { version });
    expect([back.status, back.json.redet_state, back.json.proposed_rent]).toEqual([200, 'NONE', null]);
  });
});

describe('rates of tenures', () => {
  it('are changed in place by who may change tenures, and hold from the next proposal on', async () => {
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number; version: number }>(
        `select id, version from tenure_rate where tenure_type = 'Licence'`,
      ),
    );
    const [rate] = rows;
    const [old, fresh] = [await tenure({}), await tenure({})];
    await redetermine([old]);
    const saved = await call('PUT', `/tenurerates/${rate?.id}`, { version: rate?.version, rate: 0.1 });
    expect([saved.status, saved.json.rate]).toEqual([200, 0.1]);
    await redetermine([fresh]);
    expect([(await read(old)).proposed_rent, (await read(fresh)).proposed_rent]).toEqual([2_000, 4_000]);
    await server.addUser('ana', 'analyst', ['001']);
    const token = await server.tokenOf('ana');
    const body = { version: saved.json.version, rate: 0.2 };
    expect((await server.call('PUT', `/tenurerates/${rate?.id}`, { token, body })).status).toBe(403);
    const twice = { request_id: randomUUID(), tenure_type: 'LICENCE', rate: 0.1, review_years: 3 };
    expect((await call('POST', '/tenurerates', twice)).status).toBe(422);
  });
});
