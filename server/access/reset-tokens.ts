import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';

export const resetMinutes = 60;

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** A new token for the user; its hash alone is kept. */
export async function makeResetToken(client: DatabaseClient, userId: number, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await client.query('delete from password_reset where expires_at < $1::timestamptz', [now.toISOString()]);
  await client.query(
    `insert into password_reset (user_id, token_hash, created_at, expires_at)
     values ($1::bigint, $2::bytea, $3::timestamptz, $3::timestamptz + make_interval(mins => $4::integer))`,
    [userId, tokenHash(token), now.toISOString(), resetMinutes],
  );
  return token;
}

interface ResetUser {
  readonly id: number;
  readonly username: string;
  readonly [column: string]: unknown;
}

/** Whose token this is; null for one that is unknown, used, expired or of somebody who may not sign in. */
export async function readResetToken(
  client: DatabaseClient,
  token: string,
  now: Date,
): Promise<ResetUser | null> {
  const { rows } = await client.query<ResetUser>(
    `select u.id, u.username from password_reset r join app_user u on u.id = r.user_id
     where r.token_hash = $1::bytea and r.used_at is null and r.expires_at > $2::timestamptz and u.active`,
    [tokenHash(token), now.toISOString()],
  );
  return rows[0] ?? null;
}

/** Uses the token up; of two at once one gets true. */
export async function spendResetToken(client: DatabaseClient, token: string, now: Date): Promise<boolean> {
  const { rowCount } = await client.query(
    `update password_reset set used_at = $2::timestamptz
     where token_hash = $1::bytea and used_at is null and expires_at > $2::timestamptz`,
    [tokenHash(token), now.toISOString()],
  );
  return rowCount === 1;
}
