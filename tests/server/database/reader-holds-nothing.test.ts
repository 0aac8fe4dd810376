import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '#server/database/errors.ts';
import { type RequestLimits, requestLimits } from '#server/database/roles.ts';
import { databaseFault } from '#server/reports/fault.ts';
import { createTestDatabase, everybody, type TestDatabase } from '#tests/support/database.ts';

/** Each keeps something beyond its transaction, or writes in one that only reads. */
const holding = [
  'select pg_advisory_lock(4711)',
  'select pg_try_advisory_lock_shared(4711)',
  'select pg_advisory_xact_lock(4711)',
  "select pg_logical_emit_message(false, 'x', repeat('y', 1000000))",
  "select pg_logical_emit_message(true, 'x', repeat('y', 1000000)::bytea)",
  "select pg_notify('x', 'y')",
  'select lo_create(0)',
  "select lo_from_bytea(0, 'x')",
  'select pg_export_snapshot()',
  "select set_config('statement_timeout', '0', false)",
];

describe('the reader', () => {
  let test: TestDatabase;
  let limits: RequestLimits;
  const reading = (text: string) =>
    test.database.read(everybody, {}, async (client) => (await client.query(text)).rows);
  const codeFor = (text: string) =>
    reading(text).then(
      () => null,
      (error: unknown) => codeOf(error),
    );
  beforeAll(async () => {
    test = await createTestDatabase();
    limits = await test.database.connection((client) => requestLimits(client));
  });
  afterAll(() => test.drop());

  it.each(holding)('keeps nothing by %s', async (text) => {
    // On a PostgreSQL whose superuser has not closed them, the connection is cleaned behind the report.
    if (limits.holds) await codeFor(text);
    else expect(await codeFor(text)).toBe('42501');
    const { rows } = await test.database.owner((client) =>
      client.query(
        `select (select count(*) from pg_locks where locktype = 'advisory' and database =
           (select oid from pg_database where datname = current_database())) as locks,
           current_setting('statement_timeout') as timeout, current_setting('timezone') as zone`,
      ),
    );
    expect(rows).toEqual([{ locks: 0, timeout: '0', zone: 'UTC' }]);
  });

  it('has a limit for time, locks, idleness and temporary files, which it cannot lift', async () => {
    const [row] = await reading(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle, current_setting('temp_file_limit') as files`,
    );
    expect(row).toMatchObject({ statement: '30s', lock: '5s', idle: '90s' });
    if (!limits.temporaryFiles) return;
    expect(row).toMatchObject({ files: '1GB' });
    expect(await codeFor("set local temp_file_limit = '-1'")).toBe('42501');
  });

  it('is compiled nowhere, whatever the settings of the PostgreSQL say', async () => {
    const asked = `select setting, source from pg_settings where name = 'jit'`;
    const set = [{ setting: 'off', source: 'session' }];
    expect(await reading(asked)).toEqual(set);
    expect((await test.database.owner((client) => client.query(asked))).rows).toEqual(set);
  });

  it('lets the server itself and its writer lock for a transaction', async () => {
    const locked = 'select pg_advisory_xact_lock(4711)';
    await test.database.write(everybody, (client) => client.query(locked));
    await test.database.owner((client) => client.query(locked));
  });

  it('is refused what needs more memory than it may, and the database goes on', async () => {
    const started = 'select pg_postmaster_start_time()::text as at';
    const before = await reading(started);
    const code = await codeFor(
      `select length(array_agg(repeat('x', 400000000) || g)::text) as n from generate_series(1, 3) g`,
    );
    expect(code).toMatch(/^(53200|54000)$/);
    expect(await reading(started)).toEqual(before);
  });
});

describe('what a report meets while it runs', () => {
  const ask = { screen: 'report/counts', source: 'rows' };
  const caller = { id: 5 } as Parameters<typeof databaseFault>[2];
  const told = (code: string) => {
    const events: string[] = [];
    const error = Object.assign(new Error('the words of the database'), { code });
    const fault = databaseFault(error, ask, caller, { security: (event) => events.push(event) });
    return { fault, events };
  };

  it.each([
    ['22012', 'query-failed', []],
    ['42501', 'query-failed', []],
    ['XX000', 'query-failed', []],
    ['P0001', 'query-failed', []],
    ['57014', 'query-too-long', ['report-stopped']],
    ['55P03', 'query-too-long', ['report-stopped']],
    ['53400', 'query-too-large', ['report-stopped']],
    ['53200', 'query-too-large', ['report-stopped']],
    ['54000', 'query-too-large', ['report-stopped']],
  ])('is 422 with its place, never 500: %s', (code, problem, events) => {
    expect(told(code)).toMatchObject({
      fault: {
        status: 422,
        code: problem,
        errors: [
          { pointer: '/source', message: 'Source "rows" of page "report/counts": the words of the database' },
        ],
      },
      events,
    });
  });

  it.each(['57P01', '53300', '40001'])('is the moment, not the report: %s', (code) => {
    expect(told(code).fault).not.toHaveProperty('status');
  });
});
