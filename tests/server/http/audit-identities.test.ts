// Each test of the audit finds what its report lists, district by district of the demo; notes and runs of the audit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';

type Row = { readonly [column: string]: unknown };

let server: TestServer;
let token: string;
let districts: readonly string[];
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  districts = (
    await server.database.owner((client) =>
      client.query<{ code: string }>(
        'select distinct district_code::text as code from property where synthetic order by 1',
      ),
    )
  ).rows.map(({ code }) => code);
  await server.addUser('crown', 'administrator', districts);
  token = await server.tokenOf('crown');
});
afterAll(() => server?.close());

async function rowsOf(screen: string, source: string, params: object): Promise<readonly Row[]> {
  const { status, json } = await server.call('POST', '/query', {
    token,
    body: { screen, source, params, dataset: 'synthetic', limit: 50_000 },
  });
  expect(status, JSON.stringify(json).slice(0, 400)).toBe(200);
  const { columns, values, count } = json as {
    readonly columns: readonly { readonly id: string }[];
    readonly values: readonly (readonly unknown[])[];
    readonly count: number;
  };
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(columns.map(({ id }, i) => [id, values[i]?.[n]])),
  );
}
const found = async (dst: string, test: number, screen = 'annual/audit') =>
  (await rowsOf(screen, 'rows', { dst, year: 2025, test })).filter(({ failed }) => failed === true);

describe('the tests of the audit', () => {
  it('find as many as their report, in every district', async () => {
    for (const dst of districts) {
      const at = { dst, year: 2025 };
      const bm = await rowsOf('report/bmexcept', 'rows', at);
      const of = (rule: string) => bm.filter(({ benchmark_rule: is }) => is === rule).length;
      const zones = await rowsOf('report/statsumm', 'rows', { ...at, series: 'future', with_totals: false });
      const failing = (column: string, letters?: (letter: unknown) => boolean) =>
        zones.filter((row) => row[column] === 'fail' && (!letters || letters(row.zone_letter))).length;
      const az = (letter: unknown) => letter === 'A' || letter === 'Z';
      const moved = await rowsOf('report/varbyfact', 'rows', {
        ...at,
        variance_limit: 0.3,
        include_benchmarks: true,
      });
      const relief = await rowsOf('report/conccomp', 'rows', at);
      const verified = await rowsOf('report/verifybyrisk', 'rows', at);
      const sum = (rows: readonly Row[], column: string) =>
        rows.reduce((total, row) => total + Number(row[column]), 0);
      const crown = await rowsOf('report/riincomplete', 'rows', at);
      const right: { [test: number]: number } = {
        300: failing('test_300'),
        301: failing('test_301', az),
        302: failing('test_301', (letter) => !az(letter)),
        303: failing('test_303'),
        304: failing('test_304'),
        305: (await rowsOf('report/avmcheck', 'rows', at)).filter(({ test_305: is }) => is === 'fail').length,
        901: of('B5'),
        902: of('B1'),
        904: moved.filter(({ departure }) => String(departure).startsWith('VARIANCE')).length,
        906: new Set(
          relief
            .filter(({ concession_flags: flags }) => String(flags).includes('NOTBELOW'))
            .map(({ property_id: id }) => id),
        ).size,
        907: sum(verified, 'outstanding'),
        908: (await rowsOf('report/sec28excepts', 'rows', at)).length,
        951: sum(crown, 'without_value'),
        952: sum(crown, 'without_area'),
        953: (await rowsOf('report/rinofactor', 'rows', at)).length,
        954: (await rowsOf('report/clcrcheck', 'rows', at)).length,
      };
      const left: { [test: number]: number } = {};
      for (const test of Object.keys(right)) left[Number(test)] = (await found(dst, Number(test))).length;
      expect({ dst, ...left }).toEqual({ dst, ...right });
    }
  });

  it('run by themselves where no report lists what they find, and plant a case of each', async () => {
    const empty: number[] = [];
    for (const test of [306, 311, 312, 313, 314, 315, 316, 903, 905, 910, 955]) {
      const rows = await rowsOf('annual/audit', 'rows', { dst: 'all', year: 2025, test });
      if (rows.length === 0) empty.push(test);
    }
    expect(empty).toEqual([]);
  });
});

describe('the annual statistics', () => {
  it('are the level by zone and by component, in both series', async () => {
    const kinds = [
      ['zones', 'report/statsumm'],
      ['components', 'report/statcomp'],
    ] as const;
    for (const [source, report] of kinds) {
      const mine = await rowsOf('annual/statsa', source, { dst: '005', year: 2025 });
      for (const [series, when] of [
        ['lt', 'before'],
        ['future', 'after'],
      ]) {
        const theirs = await rowsOf(report, 'rows', { dst: '005', year: 2025, series, with_totals: false });
        const names = ['n', 'median', 'mvp', 'cod', 'prd', 'prb', 'verdict'];
        // Two statements add the same ratios up in an order of their own.
        const figure = (value: unknown) =>
          typeof value === 'number' ? Number(value.toPrecision(12)) : (value ?? null);
        const told = (rows: readonly Row[], end: string) =>
          rows
            .map((row) => [row.group_code, ...names.map((name) => figure(row[`${name}${end}`]))])
            .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
        expect(told(mine, `_${when}`)).toEqual(told(theirs, ''));
      }
      if (source === 'components')
        expect(mine.filter(({ test_305: is }) => is === 'fail')).toHaveLength(
          (await found('005', 305)).length,
        );
    }
  });
});

describe('notes of the audit', () => {
  let vic: string;
  let wal: string;
  let vera: string;
  let keys: readonly { readonly key: string; readonly district: string }[];
  beforeAll(async () => {
    await server.addUser('vic', 'valuer', districts);
    await server.addUser('wal', 'valuer', districts);
    await server.addUser('vera', 'viewer', districts);
    await server.addUser('fay', 'valuer', ['002']);
    [vic, wal, vera] = [
      await server.tokenOf('vic'),
      await server.tokenOf('wal'),
      await server.tokenOf('vera'),
    ];
    keys = (
      await server.database.owner((client) =>
        client.query<{ key: string; district: string }>(
          `select p.id::text as key, p.district_code::text as district from property p where synthetic and status = 'A'
             and not exists (select from audit_note n where n.test = 905 and n.key = p.id::text) order by p.id limit 5000`,
        ),
      )
    ).rows;
  });
  const note = (n: number, text: string) => ({
    district_code: keys[n]?.district,
    base_date: '2026-07-01',
    test: 905,
    key: keys[n]?.key,
    text,
  });
  const save = (rows: readonly object[], as: string) =>
    server.call('PUT', '/auditnotes', { token: as, body: { rows, expected: rows.length } });
  const kept = async (n: number) =>
    (
      await server.database.owner((client) =>
        client.query<{ text: string }>(
          `select text from audit_note where test = 905 and base_date = '2026-07-01' and key = $1`,
          [keys[n]?.key],
        ),
      )
    ).rows.map(({ text }) => text);
  const pointers = ({ json }: { readonly json: { readonly errors?: readonly { pointer: string }[] } }) =>
    (json.errors ?? []).map(({ pointer }) => pointer);

  it('are made as they were pasted, beside those that are changed', async () => {
    const made = await save([note(0, 'A\ttab, a "quote", =SUM(A1)\nand a line'), note(1, 'Second')], vic);
    expect([made.status, made.json.rows?.length]).toEqual([200, 2]);
    expect(await kept(0)).toEqual(['A\ttab, a "quote", =SUM(A1)\nand a line']);
    const [first] = made.json.rows;
    const mixed = await save(
      [{ id: first.id, version: first.version, text: 'Changed' }, note(2, 'Third')],
      vic,
    );
    expect(mixed.status).toBe(200);
    expect([await kept(0), await kept(2)]).toEqual([['Changed'], ['Third']]);
  });

  it('of two people who write the same one are told to the second, whether it was there before or not', async () => {
    const made = await save([note(3, 'Of the first')], vic);
    const late = await save([note(4, 'Another'), note(3, 'Of the second')], wal);
    expect([late.status, late.json.rows]).toMatchObject([
      409,
      [{ row: 1, fields: ['text'], current: { text: 'Of the first' } }],
    ]);
    expect(await kept(4)).toEqual([]);
    const { id, version } = made.json.rows[0];
    expect((await save([{ id, version, text: 'Once more' }], vic)).status).toBe(200);
    const stale = await save([{ id, version, text: 'Too late' }], wal);
    expect([stale.status, stale.json.rows]).toMatchObject([409, [{ row: 0, fields: ['text'] }]]);
  });

  it('that cannot be kept say why at their row, and nothing of the rest is written', async () => {
    const long = await save([note(5, 'Short'), note(6, 'x'.repeat(10_240))], vic);
    expect([long.status >= 400, pointers(long)]).toEqual([true, ['/rows/1/text']]);
    const gone = await save([note(5, 'Short'), { ...note(6, 'Gone'), key: '999999999' }], vic);
    expect([gone.status, pointers(gone)]).toEqual([422, ['/rows/1/key']]);
    const removed = await save([{ id: 99_999_999, version: 1, text: 'Of nothing' }, note(5, 'Short')], vic);
    expect([removed.status, pointers(removed)]).toEqual([404, ['/rows/0/id']]);
    expect(await kept(5)).toEqual([]);
  });

  it('are written by who changes annual values there, also in a locked year, not in one that is rolled over', async () => {
    expect((await save([note(7, 'Of a viewer')], vera)).status).toBe(403);
    const elsewhere = keys.findIndex(({ district }) => district !== '002');
    const foreign = await save([note(elsewhere, 'Of a stranger')], await server.tokenOf('fay'));
    expect([foreign.status, pointers(foreign)]).toEqual([403, ['/rows/0/district_code']]);
    const state = (to: string) =>
      server.database.owner((client) =>
        client.query(
          `update district_year set state = $1, locked_at = now() where district_code = $2 and base_date = '2026-07-01'`,
          [to, keys[7]?.district],
        ),
      );
    await state('LOCKED');
    expect((await save([note(7, 'Locked')], vic)).status).toBe(200);
    await state('ROLLED');
    const rolled = await save([note(8, 'Rolled')], vic);
    expect([rolled.status, rolled.text]).toEqual([422, expect.stringContaining('rolled over')]);
    await state('OPEN');
  });

  it('come by thousands at once', async () => {
    const rows = keys.slice(10).map((_, i) => note(i + 10, `Pasted ${i}`));
    const made = await save(rows, vic);
    expect([made.status, made.json.rows?.length]).toEqual([200, rows.length]);
  });
});

describe('a run of the audit', () => {
  const run = (body: object, as = token) => server.call('POST', '/audits/run', { token: as, body });
  const stored = async (district: string, test: number) =>
    (
      await server.database.owner((client) =>
        client.query<{ failed: number; n: number; current: boolean }>(
          `select r.failed, (select count(*)::integer from audit_result s where s.district_code = r.district_code and s.failed
               and s.base_date = r.base_date and s.test = r.test and s.synthetic) as n, r.stamp = audit_stamp($1) as current
           from audit_run r where r.district_code = $1 and r.base_date = '2026-07-01' and r.test = $2 and r.synthetic`,
          [district, test],
        ),
      )
    ).rows[0];

  it('keeps what the page finds, of Crown land too, and tells when it is old', async () => {
    const begun = await run({ districts: ['005'], dataset: 'synthetic' });
    expect([begun.status, begun.json]).toMatchObject([200, { districts: 1, tests: 28 }]);
    await server.context.jobs.look();
    await server.context.jobs.idle();
    for (const test of [303, 305, 907, 908, 954]) {
      const failed = (await found('005', test)).length;
      expect([test, await stored('005', test)]).toEqual([test, { failed, n: failed, current: true }]);
    }
    const [row] = (await rowsOf('annual/uaudit', 'tests', { dst: '005', year: 2025 })).filter(
      ({ test_no: test }) => test === 908,
    );
    expect(row).toMatchObject({ run_state: 'NEW', failed_n: (await found('005', 908)).length });
    await server.database.owner((client) =>
      client.query(
        `insert into audit (table_name, row_id, action, district_code) values ('property', 1, 'update', '005')`,
      ),
    );
    expect(await stored('005', 908)).toMatchObject({ current: false });
  });

  it('is for districts of the caller and tests that there are', async () => {
    expect((await run({ districts: ['001'] }, await server.tokenOf('fay'))).status).toBe(404);
    expect((await run({ districts: ['005'], tests: [777] })).status).toBe(422);
  });

  it('measures nothing of a district that holds nothing, and tells it as run', async () => {
    const empty = '209';
    expect(districts).not.toContain(empty);
    const caller = { id: 1, districts: [...districts, empty], perms: new Set(['repoV', 'clndV']) };
    const payload = { districts: ['005', empty], tests: [905], dataset: 'synthetic' as const };
    const measured: string[] = [];
    const kept: [district: string, findings: number][] = [];
    await server.context.auditor.run?.(payload, caller as never, {
      told: (_, what) => void measured.push(what),
      signal: new AbortController().signal,
      keep: async ({ district, findings }) => void kept.push([district, findings.length]),
    });
    expect(measured).toEqual(['District 005: tests 905']);
    expect(kept).toEqual([
      ['005', expect.any(Number)],
      [empty, 0],
    ]);
  });

  it('that stops on its way leaves the old results of what it has not reached', async () => {
    const before = await stored('007', 905);
    const caller = { id: 1, districts: districts, perms: new Set(['repoV', 'clndV']) };
    const payload = { districts: ['005', '007'], tests: [905], dataset: 'synthetic' as const };
    const reached: string[] = [];
    const told = (share: number) => {
      if (share >= 0.5) throw new Error('Stopped.');
    };
    const keep = async ({ district }: { readonly district: string }) => void reached.push(district);
    const signal = new AbortController().signal;
    await expect(
      server.context.auditor.run?.(payload, caller as never, { told, signal, keep }),
    ).rejects.toThrow('Stopped.');
    expect(reached).toEqual(['005']);
    expect(await stored('007', 905)).toEqual(before);
  });
});
