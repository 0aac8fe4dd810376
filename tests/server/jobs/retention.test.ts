import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearExpired, isClearingDue, lookAtRetention } from '#server/jobs/retention/clear.ts';
import { isForDays, retentionRules } from '#server/jobs/retention/rules.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const now = new Date('2026-03-04T05:06:07Z');
const ask = async (text: string, values: readonly unknown[] = []) =>
  (await test.database.owner((client) => client.query(text, values))).rows;

/** Without a version and yet no table that grows: each has as many rows as something that people keep. */
const bounded = [
  'audit_run',
  'check_rule',
  'installation',
  'number_series',
  'passkey',
  'phrase',
  'property_in_force',
  'property_last_sale',
  'recovery_code',
  'reference_link',
  'report_count',
  'role_permission',
  'schema_view',
  'search_text',
  'setting_kind',
  'user_activity',
  'user_factor',
  'user_password',
  'user_written',
];

/** Rows inside a record, written and deleted with it. */
const inside = [
  'analysis_adjustment',
  'analysis_answer',
  'analysis_cost',
  'analysis_improvement',
  'analysis_lease',
  'analysis_plant',
  'analysis_rural',
  'analysis_sold_with',
  'crown_value',
  'factor_scenario_line',
  'journey_stop',
  'lamc_parcel',
  's28_line',
  's28_member',
  'supp_property',
  'supp_value',
  'tenure_lot',
  'tenure_structure',
  'tenure_usage',
  'worksheet_comparison',
  'worksheet_line',
];

describe('how long rows are kept', () => {
  it('is said of every table that only grows', async () => {
    // What has no version is no record that people change: it is written once, row after row.
    const tables = await ask(
      `select c.relname::text as table from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'version' and not a.attisdropped)
       order by 1`,
    );
    const ruled = retentionRules.map(({ table }) => table);
    const known = [...ruled, ...bounded, ...inside];
    expect(tables.map((row) => String(row.table)).filter((table) => !known.includes(table))).toEqual([]);
    expect(new Set(ruled).size).toBe(ruled.length);
  });

  it('names columns that are there, and finds them by an index where a table grows by the million', async () => {
    const timed = retentionRules.filter(isForDays);
    for (const { table, since } of timed) await ask(`select ${since} from ${table} limit 0`);
    const indexed = await ask(
      `select i.indrelid::regclass::text as table, a.attname::text as column from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`,
    );
    for (const table of ['hit_log', 'session', 'notification', 'job', 'slow_query']) {
      const column = timed.find((rule) => rule.table === table)?.since;
      expect(indexed).toContainEqual({ table, column });
    }
  });

  it('lets audit, history and what was received stay', () => {
    for (const table of ['audit', 'sale_received', 'received_land_value', 'import_log', 'export_job'])
      expect(retentionRules.find((rule) => rule.table === table)).toMatchObject({ keeps: 'for good' });
  });

  it('is looked at without a change, and then what has had its time goes, batch by batch', async () => {
    await ask(
      `insert into hit_log (user_id, path, created_at)
       select 1, '/', $1::timestamptz - make_interval(days => d) from unnest($2::integer[]) d, generate_series(1, 2600)`,
      [now.toISOString(), [399, 401, 500]],
    );
    const notified = (archived: boolean, days: number) =>
      ask(
        `insert into notification (to_user_id, notify_type, is_archived, updated_at)
         select min(id), 'NOTEMESS', $1::boolean, $2::timestamptz - make_interval(days => $3::integer) from app_user`,
        [archived, now.toISOString(), days],
      );
    await ask(`insert into app_user (username, full_name) values ('somebody', 'Somebody')`);
    await notified(true, 401);
    await notified(false, 401);
    await notified(true, 10);
    const jobs = (state: string, finished: string | null) =>
      ask(`insert into job (kind, state, finished_at) values ('counts', $1, $2) returning id`, [
        state,
        finished,
      ]);
    await jobs('done', '2020-01-01T00:00:00Z');
    await jobs('queued', null);
    const [held] = await jobs('done', '2020-01-01T00:00:00Z');
    await ask(`insert into export_job (type, districts, job_id) values ('supps', '{001}', $1)`, [held?.id]);
    await ask(
      `insert into audit (at, table_name, row_id, action) values ('1999-01-01', 'sale', 1, 'insert')`,
    );

    const due = async () =>
      Object.fromEntries(
        (await lookAtRetention(test.database, now)).map((line) => [line.table, line.due] as const),
      );
    const before = await due();
    expect(before).toMatchObject({ hit_log: 5_200, notification: 1, job: 1, audit: null, session: 0 });
    expect(await due()).toEqual(before);

    const told: string[] = [];
    const cleared = await clearExpired(test.database, now, {
      signal: new AbortController().signal,
      told: (_share, what) => told.push(what),
    });
    expect(cleared).toEqual([
      { table: 'hit_log', rows: 5_200 },
      { table: 'notification', rows: 1 },
      { table: 'job', rows: 1 },
    ]);
    expect(told).toContain('session');
    expect(await ask('select count(*)::integer as n from hit_log')).toEqual([{ n: 2_600 }]);
    expect(await ask('select is_archived from notification order by 1')).toEqual([
      { is_archived: false },
      { is_archived: true },
    ]);
    expect(await ask('select state from job order by 1')).toEqual([{ state: 'done' }, { state: 'queued' }]);
    expect(await ask(`select count(*)::integer as n from audit where at = '1999-01-01'`)).toEqual([{ n: 1 }]);
    expect(await due()).toMatchObject({ hit_log: 0, notification: 0, job: 0 });
  });

  it('comes to be looked after once a night, where something can be old', async () => {
    const due = (at: string) =>
      isClearingDue(test.database, 'retention', 2, new Date(at), 'Australia/Sydney');
    const [{ day } = { day: '' }] = await ask(
      `select to_char(now() + interval '3 days', 'YYYY-MM-DD') as day`,
    );
    // Noon of Sydney; what was set up today has nothing old.
    expect(await due(new Date().toISOString())).toBeNull();
    expect(await due(`${day}T02:00:00Z`)).toBe(day);
    // Half past one of the night there is half past two or three of the afternoon before.
    expect(await due(`${day}T14:30:00Z`)).toBeNull();
    await ask(`insert into job (kind, state, created_at) values ('retention', 'done', $1)`, [
      `${day}T01:00:00Z`,
    ]);
    expect(await due(`${day}T02:00:00Z`)).toBeNull();
  });
});
