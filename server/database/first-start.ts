import { hasDemo, loadDemo } from './demo/load.ts';
import type { Database } from './open-database.ts';
import { type Credentials, ensureAdministrator, resetPassword } from './users.ts';

export interface FirstStart {
  readonly demo: boolean;
  readonly log: (line: string) => void;
}

const step = 'first-start';

async function isFinished(database: Database): Promise<boolean> {
  return database.owner(
    async (client) => {
      const { rows } = await client.query<{ finished: boolean }>(
        `select exists (select 1 from installation where step = $1::text)
           or exists (select 1 from session) as finished`,
        [step],
      );
      return rows[0]?.finished === true;
    },
    { readOnly: true },
  );
}

/** Nobody has signed in yet: a password that a killed start may not have printed is replaced. */
async function administrator(database: Database): Promise<Credentials> {
  return database.owner(
    async (client) => (await ensureAdministrator(client)) ?? (await resetPassword(client, 'admin')),
  );
}

async function demoUsers(database: Database, log: (line: string) => void): Promise<readonly Credentials[]> {
  if (!(await hasDemo(database))) {
    let shown = -1;
    const { users, counts } = await loadDemo(database, (done, message) => {
      const percent = Math.floor(done * 100);
      if (percent === shown) return;
      shown = percent;
      log(`${String(percent).padStart(3)} % ${message}`);
    });
    log(
      `Demo data: ${Object.entries(counts)
        .map(([table, n]) => `${n} ${table}`)
        .join(', ')}.`,
    );
    return users;
  }
  return database.owner(async (client) => {
    const { rows } = await client.query<{ username: string }>(
      'select username from app_user where synthetic order by id',
    );
    const users: Credentials[] = [];
    for (const { username } of rows) users.push(await resetPassword(client, username));
    return users;
  });
}

/** Any number; the same for everybody who starts. */
const firstStartLock = 7_263_110_502;

/**
 * Makes the administrator and the demo data. A start that was killed half way is finished by the next one; of two servers
 * that start at once the second waits for the first.
 */
export async function firstStart(database: Database, options: FirstStart): Promise<void> {
  if (await isFinished(database)) return;
  await database.connection(async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1::bigint)', [firstStartLock]);
    await makeFirst(database, options);
    await client.query('commit');
  });
}

async function makeFirst(database: Database, options: FirstStart): Promise<void> {
  if (await isFinished(database)) return;
  const admin = await administrator(database);
  const users = options.demo ? await demoUsers(database, options.log) : [];
  const width = Math.max(...[admin, ...users].map(({ username }) => username.length));
  options.log('These passwords are shown this once; change them with: npm run admin -- user reset NAME');
  for (const { username, password } of [admin, ...users])
    options.log(`  ${username.padEnd(width)}  ${password}`);
  await database.owner((client) =>
    client.query('insert into installation (step) values ($1::text) on conflict do nothing', [step]),
  );
}
