// Somebody of a role, signed in without a password for as long as a picture takes.
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { createSessions } from '#server/access/sessions.ts';
import { createTokens, loadSecret } from '#server/access/tokens.ts';
import type { Config } from '#server/config.ts';
import { runningServer } from '#server/database/embedded/start.ts';
import type { Database } from '#server/database/open-database.ts';
import { createPool } from '#server/database/pool.ts';
import { owner } from '#server/database/transaction.ts';
import { suggest } from '#src/core/suggest.ts';
import type { Opener } from '../addresses.ts';
import { UsageError } from '../verb.ts';

export interface Guest extends Opener {
  readonly username: string;
  /** What the browser keeps of the session. */
  readonly kept: string;
}

/** The database of a server that runs; migrations and its end are the server's. */
export function databaseBeside(config: Config): pg.Pool {
  const log = () => {};
  if (config.databaseUrl !== null) return createPool({ url: config.databaseUrl }, { max: 2, log });
  const server = runningServer({ dataDir: config.dataDir, root: config.root });
  if (!server) throw new Error(`No database runs in ${config.dataDir}.`);
  return createPool({ connection: server.connection }, { max: 2, log });
}

async function userOf(pool: pg.Pool, role: string): Promise<{ readonly id: number; readonly name: string }> {
  return owner({ pool }, async (client) => {
    const { rows } = await client.query<{ id: number; name: string }>(
      `select u.id, u.username as name from app_user u join user_role ur on ur.user_id = u.id
         join role r on r.id = ur.role_id
       where r.name = $1::text and u.active
       order by (user_districts(u.id, true) is null) desc, u.id limit 1`,
      [role],
    );
    if (rows[0]) return rows[0];
    const known = await client.query<{ name: string; users: number }>(
      `select r.name, count(u.id)::integer as users from role r left join user_role ur on ur.role_id = r.id
         left join app_user u on u.id = ur.user_id and u.active group by r.name order by r.name`,
    );
    const names = known.rows.map(({ name }) => name);
    if (names.includes(role))
      throw new UsageError(
        `Nobody has the role "${role}". Roles with somebody: ${known.rows
          .filter(({ users }) => users > 0)
          .map(({ name }) => name)
          .join(', ')}.`,
      );
    throw new UsageError(
      `"${role}" is no role. ${suggest(role, names) ?? ''} There are ${names.join(', ')}.`.replace('  ', ' '),
    );
  });
}

interface UserInfo {
  readonly user: { readonly username: string };
  readonly userInfo: { readonly perms: { readonly perms: readonly string[] } };
}

interface Opened {
  readonly id: string;
  readonly token: string;
  readonly user: { readonly username: string };
  readonly userInfo: { readonly perms: { readonly perms: readonly string[] } };
  readonly end: () => Promise<void>;
}

/** A session of a user, opened beside the server with its own secret: without a password, and no sign-in is counted. */
export async function openSession(
  dataDir: string,
  database: Pick<Database, 'owner'>,
  url: string,
  userId: number,
  { minutes, hours }: { readonly minutes: number; readonly hours: number },
): Promise<Opened> {
  const tokens = createTokens(loadSecret(dataDir), hours);
  const sessions = createSessions(database, { minutes: async () => minutes, capHours: hours });
  const now = new Date();
  const id = await sessions.open(userId, { address: '127.0.0.1', agent: 'screens render' }, now);
  const token = tokens.sign({ userId, sessionId: id }, now);
  const answer = await fetch(`${url}/api/app/userinfo`, { headers: { authorization: `JWT ${token}` } });
  if (!answer.ok) {
    await sessions.revoke(id);
    throw new Error(`${url} does not take the session: ${answer.status} ${await answer.text()}`);
  }
  const { user, userInfo } = (await answer.json()) as UserInfo;
  return { id, token, user, userInfo, end: async () => void (await sessions.revoke(id)) };
}

/**
 * Opens a session of ten minutes for the first active user of a role, with the server's own secret, and ends it when
 * the work is done. Whoever can read the secret and the database can do no more by it than without.
 */
export async function asRole<Result>(
  config: Config,
  pool: pg.Pool,
  url: string,
  role: string,
  work: (guest: Guest) => Promise<Result>,
): Promise<Result> {
  const user = await userOf(pool, role);
  const session = await openSession(config.dataDir, { owner: (run) => owner({ pool }, run) }, url, user.id, {
    minutes: 10,
    hours: 1,
  });
  try {
    const { id, token, user: known, userInfo } = session;
    const districts = await owner({ pool }, async (client) => {
      const { rows } = await client.query<{ districts: string[] | null }>(
        'select user_districts($1::bigint, true) as districts',
        [user.id],
      );
      return rows[0]?.districts ?? ('*' as const);
    });
    return await work({
      username: user.name,
      role,
      districts,
      perms: new Set(userInfo.perms.perms),
      token,
      kept: JSON.stringify({ mvp4AuthToken: token, sessionId: `render-${id}`, user: known, userInfo }),
    });
  } finally {
    // The page's last calls are answered before its session ends.
    await wait(50);
    await session.end();
  }
}
