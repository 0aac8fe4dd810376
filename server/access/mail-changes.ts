import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import { writeRows } from '../database/write-rows.ts';

type Owner = Pick<Database, 'owner'>;

export const mailChangeMinutes = 60;

const hashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** Keeps the address that a user wants and answers the token that proves it; the one asked for before is forgotten. */
export async function makeMailChange(
  database: Owner,
  { userId, email, now }: { readonly userId: number; readonly email: string; readonly now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.owner((client) =>
    client.query(
      `insert into mail_change (user_id, email, token_hash, expires_at)
       values ($1::bigint, $2::text, $3::bytea, $4::timestamptz + make_interval(mins => $5::integer))
       on conflict (user_id) do update set email = excluded.email, token_hash = excluded.token_hash,
         expires_at = excluded.expires_at`,
      [userId, email, hashOf(token), now.toISOString(), mailChangeMinutes],
    ),
  );
  return token;
}

/** Whose address it was, to be told that it is theirs no more. */
export interface ChangedMail {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  /** The address before. */
  readonly email: string | null;
  readonly [column: string]: unknown;
}

/** The user locked as they stand, and their address another one. */
async function writeAddress(
  client: DatabaseClient,
  userId: number,
  email: string | null,
): Promise<ChangedMail | null> {
  const { rows } = await client.query<ChangedMail>(
    'select id, username, full_name, email from app_user where id = $1::bigint and active for update',
    [userId],
  );
  const [user] = rows;
  if (!user) return null;
  await writeRows(client, {
    action: 'update',
    table: 'app_user',
    fields: { email: 'told.email' },
    marks: { updated_by: '$1::bigint' },
    from: '(select $2::text as email) told',
    where: 't.id = $1::bigint',
    by: '$1',
    values: [userId, email],
  });
  return user;
}

/** The address that a token proves becomes its owner's; of two at once one gets it. Null for a token that is worth nothing. */
export function confirmMail(
  database: Owner,
  token: string,
  now: Date,
): Promise<{ readonly user: ChangedMail; readonly email: string } | null> {
  return database.owner(async (client) => {
    const { rows } = await client.query<{ user_id: number; email: string }>(
      `delete from mail_change where token_hash = $1::bytea and expires_at > $2::timestamptz
       returning user_id, email`,
      [hashOf(token), now.toISOString()],
    );
    const [asked] = rows;
    const user = asked && (await writeAddress(client, asked.user_id, asked.email));
    return asked && user ? { user, email: asked.email } : null;
  });
}

/** Takes the address away, and whatever waits to become one. */
export function removeMail(database: Owner, userId: number): Promise<ChangedMail | null> {
  return database.owner(async (client) => {
    await client.query('delete from mail_change where user_id = $1::bigint', [userId]);
    return writeAddress(client, userId, null);
  });
}
