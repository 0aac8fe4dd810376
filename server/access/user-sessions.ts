// Sessions of other people, for who manages users.

import { momentText } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';

export interface OpenSession {
  readonly id: string;
  readonly created_at: string;
  readonly last_seen: string;
  readonly expires_at: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly [column: string]: unknown;
}

type Owner = Pick<Database, 'owner'>;

const open = `s.user_id = $1::bigint and s.revoked_at is null and s.created_at >= coalesce(u.sessions_from, '-infinity')
  and least(s.expires_at, s.created_at + make_interval(hours => $2::integer)) > $3::timestamptz`;

/** Those neither over nor ended, the latest first; null where there is no such user. */
export async function openSessions(
  database: Owner,
  userId: number,
  { capHours, now }: { readonly capHours: number; readonly now: Date },
): Promise<readonly OpenSession[] | null> {
  return database.owner(async (client) => {
    const known = await client.query('select from app_user where id = $1::bigint', [userId]);
    if (known.rowCount === 0) return null;
    const moments = ['created_at', 'last_seen', 'expires_at'].map(
      (id) => `${momentText(`s.${id}`)} as ${id}`,
    );
    const { rows } = await client.query<OpenSession>(
      `select s.id, ${moments.join(', ')}, s.address, s.agent from session s join app_user u on u.id = s.user_id
       where ${open} order by s.last_seen desc, s.id`,
      [userId, capHours, now.toISOString()],
    );
    return rows;
  });
}

/** Ends one session of a user, or all but one; answers how many. */
export async function endSessions(
  database: Owner,
  userId: number,
  { only = null, but = null }: { readonly only?: string | null; readonly but?: string | null },
): Promise<number> {
  const { rowCount } = await database.owner((client) =>
    client.query(
      `update session set revoked_at = now() where user_id = $1::bigint and revoked_at is null
         and ($2::uuid is null or id = $2::uuid) and ($3::uuid is null or id <> $3::uuid)`,
      [userId, only, but],
    ),
  );
  return rowCount;
}
