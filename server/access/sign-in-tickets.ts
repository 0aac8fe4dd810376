import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';

/** Time for a code, and for setting up an app before it. */
const ticketMinutes = 15;

const hashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** A ticket for who has given the right password; its hash alone is kept. */
export async function makeTicket(
  database: Pick<Database, 'owner'>,
  userId: number,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.owner(async (client) => {
    await client.query('delete from sign_in_ticket where expires_at < $1::timestamptz', [now.toISOString()]);
    await client.query(
      `insert into sign_in_ticket (user_id, token_hash, expires_at)
       values ($1::bigint, $2::bytea, $3::timestamptz + make_interval(mins => $4::integer))`,
      [userId, hashOf(token), now.toISOString(), ticketMinutes],
    );
  });
  return token;
}

export interface Ticket {
  readonly id: number;
  readonly user_id: number;
  readonly username: string;
  readonly [column: string]: unknown;
}

/** Whose ticket it is; null for one that is unknown, used, too old or of somebody who may not sign in. */
export async function readTicket(client: DatabaseClient, token: string, now: Date): Promise<Ticket | null> {
  const { rows } = await client.query<Ticket>(
    `select t.id, t.user_id, u.username from sign_in_ticket t join app_user u on u.id = t.user_id
     where t.token_hash = $1::bytea and t.expires_at > $2::timestamptz and u.active`,
    [hashOf(token), now.toISOString()],
  );
  return rows[0] ?? null;
}

/** Uses the ticket up; of two at once one gets true. */
export async function spendTicket(client: DatabaseClient, token: string): Promise<boolean> {
  const { rowCount } = await client.query('delete from sign_in_ticket where token_hash = $1::bytea', [
    hashOf(token),
  ]);
  return rowCount === 1;
}

export function findTicket(
  database: Pick<Database, 'owner'>,
  token: string,
  now: Date,
): Promise<Ticket | null> {
  return database.owner((client) => readTicket(client, token, now), { readOnly: true });
}
