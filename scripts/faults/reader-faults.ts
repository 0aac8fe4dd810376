// The reader role holds nothing.
import { reportFiles } from '#tests/support/report-files.ts';
import { demand, type Fault } from './fault.ts';

/** Refused when its file is checked: its page is broken, everything else is served. */
const refusedAtStart: { readonly [name: string]: string } = {
  lock: 'select pg_advisory_lock(42)::text as id',
  messages: "select pg_logical_emit_message(false, 'x', repeat('y', 100000000))::text as id",
  objects: 'select lo_create(0)::text as id',
  settings: "select set_config('statement_timeout', '0', false) as id",
};

/** Stopped while it runs, each with the problem that tells it. */
const stopped: { readonly [name: string]: readonly [sql: string, code: string] } = {
  memory: [
    `select length(array_agg(repeat('x', 400000000) || g)::text) as id from generate_series(1, 12) g`,
    'query-too-large',
  ],
  files: [
    `select count(*) as id from (select repeat(md5(g::text), 40) as t from generate_series(1, 1500000) g order by 1 offset 10) x`,
    'query-too-large',
  ],
  division: ['select 1 / (count(*) - 1) as id from generate_series(1, 1)', 'query-failed'],
  endless: ['select count(*) as id from (select generate_series(1, 100000000000)) g', 'query-too-long'],
};

export const readerFaults: readonly Fault[] = [
  {
    name: 'reports that lock, write messages, make objects and change settings',
    files: Object.assign(
      {},
      ...Object.entries(refusedAtStart).map(([name, sql]) => reportFiles(name, sql, ['id'])),
    ),
    run: async (office) => {
      for (const name of Object.keys(refusedAtStart))
        demand(
          new RegExp(`screens/report/${name}\\.sql.*permission denied`).test(office.output()),
          `No finding refuses ${name}.sql.`,
        );
      const [row] = await office.sql(
        "select count(*)::integer as n from pg_locks where locktype = 'advisory'",
      );
      demand(JSON.stringify(row) === '{"n":0}', `Locks are held: ${JSON.stringify(row)}`);
    },
  },
  ...Object.entries(stopped).map(
    ([name, [sql, code]]): Fault => ({
      name: `a report that is stopped for its ${name}`,
      files: reportFiles(name, sql, ['id']),
      run: async (office) => {
        const before = office.databasePid();
        const { status, body } = await office.query(`report/${name}`);
        demand(
          status === 422 && body.code === code,
          `It answered ${status} ${JSON.stringify(body).slice(0, 300)}`,
        );
        demand(JSON.stringify(body.errors).includes('/source'), 'It does not say its place.');
        demand(office.databasePid() === before, 'The database was started again.');
      },
    }),
  ),
];
