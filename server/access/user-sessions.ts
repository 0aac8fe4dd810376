// Where people are signed in: one's own sessions under row security, those of others for who manages users.
import type { DatabaseClient } from '../database/client.ts';
import { momentText } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';
import { type Caller, whoOf } from './caller.ts';

export interface OpenSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen: string;
  readonly expires_at: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly [column: string]: unknown;
}

interface When {
  readonly capHours: number;
  readonly now: Date;
}

type Owner = Pick<Database, 'owner'>;

const open = `s.user_id = $1::bigint and s.revoked_at is null and s.created_at >= coalesce(u.sessions_from, '-infinity')
  and least(s.expires_at, s.created_at + make_interval(hours => $2::integer)) > $3::timestamptz`;

/** Those neither over nor ended, the latest first. */
async function sessionsOf(client: DatabaseClient, userId: number, { capHours, now }: When) {
  const moments = ['created_at', 'last_seen', 'expires_at'].map((id) => `${momentText(`s.${id}`)} as ${id}`);
  const { rows } = await client.query<OpenSession>(
    `select s.id, ${moments.join(', ')}, s.address, s.agent from session s join app_user u on u.id = s.user_id
     where ${open} order by s.last_seen desc, s.id`,
    [userId, capHours, now.toISOString()],
  );
  return rows;
}

/** Null where there is no such user. */
export async function openSessions(
  database: Owner,
  userId: number,
  when: When,
): Promise<readonly OpenSession[] | null> {
  return database.owner(
    async (client) => {
      const known = await client.query('select from app_user where id = $1::bigint', [userId]);
      return known.rowCount === 0 ? null : sessionsOf(client, userId, when);
    },
    { readOnly: true },
  );
}

export function ownSessions(
  database: Pick<Database, 'write'>,
  caller: Caller,
  when: When,
): Promise<readonly OpenSession[]> {
  return database.write(whoOf(caller), (client) => sessionsOf(client, caller.id, when));
}

interface Which {
  readonly only?: string | null;
  readonly but?: string | null;
}

async function end(client: DatabaseClient, userId: number, { only = null, but = null }: Which) {
  const { rowCount } = await client.query(
    `update session set revoked_at = now() where user_id = $1::bigint and revoked_at is null
       and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
    [userId, only, but],
  );
  return rowCount;
}

/** Ends one session of a user, or all but one; answers how many. */
export function endSessions(database: Owner, userId: number, which: Which): Promise<number> {
  return database.owner((client) => end(client, userId, which));
}

export function endOwnSessions(
  database: Pick<Database, 'write'>,
  caller: Caller,
  which: Which,
): Promise<number> {
  return database.write(whoOf(caller), (client) => end(client, caller.id, which));
}
