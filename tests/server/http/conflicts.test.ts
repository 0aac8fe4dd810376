// What two files say of one sale: decided field by field, by one person, and taken back until the next file comes.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoFile } from '#server/import/undo-files.ts';
import { zipMembers } from '#server/import/zip-members.ts';
import type { Row } from '#src/core/values.ts';
import { HUNTER, hunterZips } from '#tests/server/import/hunter.ts';
import { importOf } from '#tests/server/import/import-of.ts';
import { psiText, type SaleLine, saleLine } from '#tests/server/import/psi-text.ts';
import { zipOf } from '#tests/server/import/zip-of.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestApp();
  for (const [name, role, districts] of [
    ['olga', 'office', ['001', '002']],
    ['otto', 'office', ['001']],
    ['fay', 'office', ['002']],
    ['val', 'valuer', ['001']],
  ] as const) {
    await server.addUser(name, role, districts);
    tokens[name] = await server.tokenOf(name);
  }
});
afterAll(() => server?.close());

const rows = async (text: string): Promise<readonly Row[]> =>
  (await server.database.owner((client) => client.query<Row>(text))).rows;
let week = 0;
/** A file that came later than all before it. */
async function file(name: string, ...lines: readonly SaleLine[]): Promise<number> {
  week += 1;
  const stamp = `2022${String(Math.ceil(week / 28)).padStart(2, '0')}${String((week % 28) + 1).padStart(2, '0')} 01:00`;
  const text = psiText(
    lines.map((line, i) => saleLine({ counter: String(i + 1), dealing: `AR${line.pid}`, ...line })),
    stamp,
  );
  return (await importOf(server.database, { [name]: text })).files[0]?.id ?? 0;
}
/** The conflicts of a property's sale, oldest first. */
const conflictsOf = (pid: string) =>
  rows(`select k.id::integer as id, k.version, k.fields, k.state, k.decided_by is not null as told
    from sale_conflict k join sale s on s.id = k.sale_id where s.property_id = ${pid} order by k.download_at`);
const conflictOf = async (pid: string) => (await conflictsOf(pid))[0] as Row;
const saleOf = async (pid: string, columns = 'purchase_price, conflict') =>
  (await rows(`select ${columns} from sale where property_id = ${pid}`))[0];
const decide = (id: unknown, body: object, by = 'olga') =>
  server.call('POST', `/conflicts/${id}/decide`, { token: tokens[by] ?? null, body });
const takeBack = (id: unknown, version: number, by = 'olga') =>
  server.call('POST', `/saleconflicts/${id}/move`, {
    token: tokens[by] ?? null,
    body: { version, move: 'reopen' },
  });
const command = (name: string, verb: string, body: object, by = 'olga') =>
  server.call('POST', `/commands/${name}/${verb}`, { token: tokens[by] ?? null, body });

/** A command as it is shown and then run: how many it found, and how many it did. */
async function run(name: string, ask: object): Promise<readonly [number, number]> {
  const shown = (await command(name, 'preview', ask)).json.result;
  const done = await command(name, 'run', {
    ...ask,
    expected: shown.done + shown.same,
    stamp: shown.stamp,
    request_id: randomUUID(),
  });
  return [shown.found, done.json.result.done];
}
async function takeAllBack(ids: readonly number[]): Promise<number> {
  const bulk = (verb: string, more: object) =>
    server.call('POST', `/saleconflicts/bulk/${verb}`, {
      token: tokens.olga ?? null,
      body: { action: 'move', move: 'reopen', ids, ...more },
    });
  const { stamp } = (await bulk('preview', {})).json.result;
  return (await bulk('run', { expected: ids.length, stamp, request_id: randomUUID() })).json.result.done;
}

describe('a conflict of a sale', () => {
  it('is kept: the sale says again what it said, with its history, by whom and when; and is taken back', async () => {
    await file('a.DAT', { pid: '11' });
    await file('b.DAT', { pid: '11', price: '510000', zone: 'R3' });
    const { id, fields } = await conflictOf('11');
    expect([fields, await saleOf('11')]).toEqual([
      ['purchase_price'],
      { purchase_price: 510000, conflict: true },
    ]);
    const kept = await decide(id, { version: 1, decision: 'keep' });
    expect([kept.status, kept.json]).toMatchObject([
      200,
      { state: 'keep', version: 2, decided_name: 'olga' },
    ]);
    // Another zone is no conflict: the later file's stands.
    expect(await saleOf('11', 'purchase_price, conflict, zone_code')).toEqual({
      purchase_price: 500000,
      conflict: false,
      zone_code: 'R3',
    });
    expect(
      await rows(`select user_id is not null as told, fields from audit where table_name = 'sale'
        and row_id = (select id from sale where property_id = 11) order by id desc limit 1`),
    ).toEqual([{ told: true, fields: { purchase_price: { old: 510000, new: 500000 } } }]);
    const back = await takeBack(id, 2);
    expect([back.status, back.json]).toMatchObject([
      200,
      { state: 'open', decided_name: null, decided_at: null },
    ]);
    expect(await saleOf('11')).toEqual({ purchase_price: 510000, conflict: true });
  });

  it('is replaced: what the later file says stands, also over what somebody typed', async () => {
    await file('a.DAT', { pid: '12' });
    await file('b.DAT', { pid: '12', price: '510000' });
    await rows('update sale set purchase_price = 505000 where property_id = 12');
    const { id } = await conflictOf('12');
    expect((await decide(id, { version: 1, decision: 'replace' })).json.state).toBe('replace');
    expect(await saleOf('12')).toEqual({ purchase_price: 510000, conflict: false });
    // Back to what was typed, to the last.
    await takeBack(id, 2);
    expect(await saleOf('12')).toEqual({ purchase_price: 505000, conflict: true });
  });

  it('is merged field by field; a field that is missing, or is not in conflict, is told at its place', async () => {
    await file('a.DAT', { pid: '13', area: '600', settlement: '20220105' });
    await file('b.DAT', { pid: '13', area: '2.5', areaType: 'H', settlement: '20220110', price: '510000' });
    const { id, fields } = await conflictOf('13');
    expect(fields).toEqual(['purchase_price', 'settlement_date', 'area']);
    const wrong = await decide(id, {
      version: 1,
      decision: 'merge',
      fields: { purchase_price: 'keep', zone_code: 'keep', area: 'replace' },
    });
    expect([wrong.status, wrong.json.errors.map((error: Row) => error.pointer)]).toEqual([
      422,
      ['/fields/settlement_date', '/fields/zone_code'],
    ]);
    expect(await conflictOf('13')).toMatchObject({ state: 'open', version: 1 });
    const chosen = { purchase_price: 'replace', settlement_date: 'keep', area: 'keep' };
    expect((await decide(id, { version: 1, decision: 'merge', fields: chosen })).json.state).toBe('merge');
    const columns = 'purchase_price, settlement_date::text, area::float, area_unit';
    const merged = { purchase_price: 510000, settlement_date: '2022-01-05', area: 600, area_unit: 'M' };
    expect(await saleOf('13', columns)).toEqual(merged);
    await takeBack(id, 2);
    const later = { purchase_price: 510000, settlement_date: '2022-01-10', area: 25000, area_unit: 'H' };
    expect(await saleOf('13', columns)).toEqual(later);
  });

  it('is decided by one of two people: the other is told what stands', async () => {
    await file('a.DAT', { pid: '14' });
    await file('b.DAT', { pid: '14', price: '510000' });
    const { id } = await conflictOf('14');
    const both = await Promise.all([
      decide(id, { version: 1, decision: 'keep' }, 'olga'),
      decide(id, { version: 1, decision: 'keep' }, 'otto'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.json.current).toMatchObject({ state: 'keep' });
    expect((await decide(id, { version: 2, decision: 'replace' })).status).toBe(422);
  });

  it('of three versions comes to the same in whatever order it is decided', async () => {
    for (const [pid, order] of [
      ['15', [0, 1]],
      ['16', [1, 0]],
    ] as const) {
      await file('a.DAT', { pid });
      await file('b.DAT', { pid, price: '510000' });
      await file('c.DAT', { pid, price: '520000' });
      const conflicts = await conflictsOf(pid);
      expect(conflicts).toHaveLength(2);
      for (const nth of order) await decide(conflicts[nth]?.id, { version: 1, decision: 'keep' });
      expect(await saleOf(pid), pid).toEqual({ purchase_price: 500000, conflict: false });
      for (const nth of [...order].reverse())
        expect((await takeBack(conflicts[nth]?.id, 2)).status).toBe(200);
      expect(await saleOf(pid), pid).toEqual({ purchase_price: 520000, conflict: true });
      // The earlier one taken as the later file has it leaves what the last file says.
      await decide(conflicts[0]?.id, { version: 3, decision: 'replace' });
      expect(await saleOf(pid), pid).toEqual({ purchase_price: 520000, conflict: true });
    }
  });

  it('is not taken back once the sale came again, or was changed by hand', async () => {
    await file('a.DAT', { pid: '17' }, { pid: '18' });
    await file('b.DAT', { pid: '17', price: '510000' }, { pid: '18', price: '510000' });
    const [of17, of18] = [await conflictOf('17'), await conflictOf('18')];
    for (const { id } of [of17, of18]) await decide(id, { version: 1, decision: 'keep' });
    await rows('update sale set purchase_price = 1 where property_id = 18');
    const changed = await takeBack(of18.id, 2);
    expect([changed.status, changed.json.errors]).toEqual([
      422,
      [{ pointer: '/move', message: expect.stringMatching(/^Sale \d+ was changed since: purchase price\./) }],
    ]);
    // The same content again changes nothing, and what was kept is kept.
    await file('c.DAT', { pid: '17', price: '510000' });
    expect(await saleOf('17')).toEqual({ purchase_price: 500000, conflict: false });
    const late = await takeBack(of17.id, 2);
    expect([late.status, late.json.errors[0].message]).toEqual([
      422,
      'A file was imported or taken back since that concerns this sale: c.DAT. The decision stands.',
    ]);
    expect(await saleOf('17')).toEqual({ purchase_price: 500000, conflict: false });
  });

  it('goes with its file or its sale, decided or not, and whoever decides it then is told', async () => {
    const first = await file('a.DAT', { pid: '19' });
    const second = await file('b.DAT', { pid: '19', price: '510000' });
    const { id } = await conflictOf('19');
    await decide(id, { version: 1, decision: 'keep' });
    await undoFile(server.database, second, null);
    expect([await conflictsOf('19'), await saleOf('19')]).toEqual([
      [],
      { purchase_price: 500000, conflict: false },
    ]);
    expect((await decide(id, { version: 2, decision: 'replace' })).status).toBe(404);
    await rows('update sale set updated_by = null where property_id = 19');
    await undoFile(server.database, first, null);
    expect(await saleOf('19')).toBeUndefined();
    const many = await command('conflict_keep', 'preview', { ids: [id] });
    expect([many.status, many.json.result.refused, many.json.result.rows[0].message]).toEqual([
      200,
      1,
      'It is gone with its sale, or you may not see it.',
    ]);
  });

  it('leaves analyses that stand on the sale as they are', async () => {
    await file('a.DAT', { pid: '20' });
    await rows(`insert into analysis (sale_id, district_code, purchase_price)
      select id, '001', 500000 from sale where property_id = 20`);
    await file('b.DAT', { pid: '20', price: '510000' });
    await decide((await conflictOf('20')).id, { version: 1, decision: 'replace' });
    expect(
      await rows(`select a.purchase_price, a.version from analysis a join sale s on s.id = a.sale_id
        where s.property_id = 20`),
    ).toEqual([{ purchase_price: 500000, version: 1 }]);
  });

  it('is not there for whoever works elsewhere, nor to be decided without the right to import', async () => {
    await file('a.DAT', { pid: '21' });
    await file('b.DAT', { pid: '21', price: '510000' });
    const { id } = await conflictOf('21');
    expect((await decide(id, { version: 1, decision: 'keep' }, 'fay')).status).toBe(404);
    expect((await decide(id, { version: 1, decision: 'merge', fields: {} }, 'fay')).status).toBe(404);
    expect((await server.call('GET', `/saleconflicts/${id}`, { token: tokens.fay ?? null })).status).toBe(
      404,
    );
    expect((await decide(id, { version: 1, decision: 'keep' }, 'val')).status).toBe(403);
    expect((await command('conflict_keep', 'preview', {}, 'val')).status).toBe(403);
    // A merge names its fields, and only its own operation does.
    const merge = { version: 1, move: 'merge' };
    expect(
      (await server.call('POST', `/saleconflicts/${id}/move`, { token: tokens.olga ?? null, body: merge }))
        .status,
    ).toBe(422);
    expect(await conflictOf('21')).toMatchObject({ state: 'open', version: 1 });
  });
});

describe('many conflicts', () => {
  it('are decided as they are ticked, or all that a filter finds, and taken back', async () => {
    const pids = ['31', '32', '33', '34'];
    await file('a.DAT', ...pids.map((pid) => ({ pid })));
    const fresh = await file(
      'b.DAT',
      ...pids.map((pid) => ({ pid, ...(pid === '34' ? { area: '700' } : { price: '510000' }) })),
    );
    const all = await Promise.all(pids.map(conflictOf));
    const state = async () => (await Promise.all(pids.map(conflictOf))).map((one) => one.state);
    expect(await run('conflict_keep', { ids: [all[0]?.id, all[3]?.id] })).toEqual([2, 2]);
    expect(await state()).toEqual(['keep', 'open', 'open', 'keep']);
    const filter = { params: { file: fresh, field: 'purchase_price', district: '001' } };
    expect(await run('conflict_replace', filter)).toEqual([2, 2]);
    expect(await state()).toEqual(['keep', 'replace', 'replace', 'keep']);
    expect(
      (await command('conflict_replace', 'preview', { params: { ...filter.params, district: '002' } })).json
        .result.found,
    ).toBe(0);
    expect(await takeAllBack(all.map(({ id }) => Number(id)))).toBe(4);
    expect(await state()).toEqual(['open', 'open', 'open', 'open']);
    expect(await saleOf('31')).toEqual({ purchase_price: 510000, conflict: true });
  });
});

describe('the pages', () => {
  const asked = async (
    screen: string,
    source: string,
    params: object,
    by = 'olga',
  ): Promise<readonly Row[]> => {
    const { json, text } = await server.call('POST', '/query', {
      token: tokens[by] ?? null,
      body: { screen, source, params, limit: 50 },
    });
    expect(json?.columns, text).toBeDefined();
    const { columns, values } = json as { columns: { id: string }[]; values: unknown[][] };
    return (values[0] ?? []).map((_, i) =>
      Object.fromEntries(columns.map(({ id }, c) => [id, values[c]?.[i] as Row[string]])),
    );
  };

  it('list a conflict by what both files say, and show its versions beside the sale, to whom it is there', async () => {
    await file('first.DAT', { pid: '41', area: '600', interest: '50' });
    const later = await file('later.DAT', { pid: '41', area: '2.5', areaType: 'H', price: '510000' });
    await rows(`insert into analysis (id, sale_id, district_code) overriding system value
      select 4100, id, '001' from sale where property_id = 41`);
    const { id } = await conflictOf('41');
    const [row, ...others] = await asked('trx/conflicts', 'rows', {
      state: 'open',
      file: later,
      field: 'area',
    });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      in_conflict: 'Purchase price, interest, area',
      existing_text: '$500,000, 50 %, 600 m²',
      incoming_text: '$510,000, whole, 2.5 ha',
      file_name: 'later.DAT',
      analyses: 1,
    });
    const versions = await asked('trx/conflicts', 'versions', { state: 'open', conflict: id });
    expect(versions.map((one) => [one.version_name, one.choice, one.purchase_price, one.area_unit])).toEqual([
      ['Existing: first.DAT', 'keep', 500000, 'M'],
      ['Incoming: later.DAT', 'replace', 510000, 'H'],
      ['The sale now', null, 510000, 'H'],
    ]);
    expect(versions[0]).toMatchObject({
      among: ['purchase_price', 'interest_pct', 'area'],
      told: 'Two files contradict each other in purchase price, interest, area. Choose a value for each, then decide.',
    });
    expect(await asked('trx/conflicts', 'built', { conflict: id })).toMatchObject([{ id: 4100 }]);
    for (const source of ['rows', 'versions', 'built'])
      expect(await asked('trx/conflicts', source, { file: later, conflict: id }, 'fay')).toEqual([]);
    // The log leads to the sale and to the conflict.
    const log = await asked('trx/datafiles/comblog', 'lines', {
      ids: `${later}, x`,
      action: 'conflict',
      kind: 'SA',
    });
    expect(log[0]).toMatchObject({
      link: `/sale/${row?.sale_id}`,
      conflict_state: 'open',
      conflict_link: `/trx/conflicts?conflict=${id}`,
    });
    await decide(id, {
      version: 1,
      decision: 'merge',
      fields: { purchase_price: 'keep', interest_pct: 'replace', area: 'keep' },
    });
    // What was clicked stays in sight, whatever the filter says.
    const [decided] = await asked('trx/conflicts', 'versions', { state: 'open', conflict: id });
    expect([decided?.among, decided?.told]).toEqual([
      [],
      expect.stringMatching(
        /^Decided by olga on .*: purchase price kept, interest replaced, area kept\. Tick it in the list to take it back\.$/,
      ),
    ]);
  });
});

const weekly = knownAnswer('data/psi/weekly/20210823.zip');
describe.skipIf(!areHere([HUNTER, weekly], 'six districts of seven years and a state-wide week'))(
  'a week that came again over six districts of seven years',
  () => {
    it('with one price changed is one conflict of the price alone, decided in bulk and taken back', {
      timeout: 600_000,
    }, async () => {
      await importOf(
        server.database,
        Object.fromEntries(hunterZips().map(({ name, bytes }) => [name, bytes])),
      );
      const count = async (what: string) => Number((await rows(`select count(*) as n from ${what}`))[0]?.n);
      const [before, sales] = [await count('sale_conflict'), await count('sale')];
      expect(sales).toBeGreaterThan(40_000);
      const last = Number((await rows('select max(id) as n from sale_conflict'))[0]?.n ?? 0);
      const { week, changed } = await weekAgain();
      expect(changed).toBe(1);
      const summary = await importOf(server.database, { '20210823.zip': week });
      expect(summary.files).toHaveLength(127);
      // The other districts of the Hunter came with the same bytes.
      expect(summary.files.filter(({ state }) => state !== 'done' && state !== 'seen')).toEqual([]);
      expect(summary.counts).toMatchObject({ conflict: 1 });
      // Of the same minute either may be the earlier of the two: the order of import does not matter.
      const found = await rows(
        `select k.id::integer, k.file_id::integer as file, k.fields, k.state, k.existing -> 'purchase_price' as existing,
           s.purchase_price::integer as stands, s.conflict
         from sale_conflict k join sale s on s.id = k.sale_id where k.id > ${last}`,
      );
      expect(found).toMatchObject([{ fields: ['purchase_price'], state: 'open', conflict: true }]);
      const { id, file, existing, stands } = found[0] as Row;
      expect([existing, stands].map(Number).sort()).toEqual([382_000, 383_000]);
      expect(await count('sale_conflict')).toBe(before + 1);
      const sale = () =>
        rows(
          `select s.purchase_price::integer as stands, s.conflict from sale_conflict k join sale s on s.id = k.sale_id where k.id = ${id}`,
        );
      expect(await run('conflict_keep', { params: { file } })).toEqual([1, 1]);
      expect(await sale()).toEqual([{ stands: Number(existing), conflict: false }]);
      expect(await takeAllBack([Number(id)])).toBe(1);
      expect(await sale()).toEqual([{ stands, conflict: true }]);
    });
  },
);

/** The week as it came, with one price of Cessnock changed. */
async function weekAgain() {
  const price = 'CESSNOCK;2325;569.1;M;20210707;20210818;382000;';
  const members: Record<string, Buffer> = {};
  let changed = 0;
  for await (const { name, bytes } of zipMembers(readFileSync(weekly))) {
    const text = bytes.toString('latin1');
    changed += text.split(price).length - 1;
    members[name] = Buffer.from(text.replace(price, price.replace('382000', '383000')), 'latin1');
  }
  return { week: await zipOf(members), changed };
}
