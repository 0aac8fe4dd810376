// Passwords and the links that replace them are the server's alone: no request reaches their tables.
import type { Database } from '../database/open-database.ts';
import { makeResetToken, readResetToken, spendResetToken } from './reset-tokens.ts';
import { type NewPassword, type ResetUser, storePassword, takePassword } from './store-password.ts';

type Owner = Pick<Database, 'owner'>;

/** What the current password is compared with; null for none, and for somebody who may not sign in. */
export async function passwordHash(database: Owner, userId: number): Promise<string | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<{ password_hash: string | null }>(
        `select p.password_hash from app_user u left join user_password p on p.user_id = u.id
       where u.id = $1::bigint and u.active`,
        [userId],
      ),
    { readOnly: true },
  );
  return rows[0]?.password_hash ?? null;
}

/** False when somebody else has changed it since `replaces` was read. */
export function changePassword(database: Owner, password: NewPassword): Promise<boolean> {
  return database.owner((client) => storePassword(client, password));
}

/** Who forgot a password; null for a name that nobody has or that may not sign in. */
export async function forgetful(database: Owner, name: string): Promise<ResetUser | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<ResetUser>(
        'select id, username, full_name, email from app_user where lower(username) = $1::text and active',
        [name],
      ),
    { readOnly: true },
  );
  return rows[0] ?? null;
}

export function openReset(database: Owner, userId: number, now: Date): Promise<string> {
  return database.owner((client) => makeResetToken(client, userId, now));
}

export function resetOf(database: Owner, token: string, now: Date) {
  return database.owner((client) => readResetToken(client, token, now), { readOnly: true });
}

/** The token is used up only together with the password that it set. False for one that is worth nothing any more. */
export async function resetPassword(
  database: Owner,
  {
    token,
    userId,
    hash,
    now,
  }: { readonly token: string; readonly userId: number; readonly hash: string; readonly now: Date },
): Promise<boolean> {
  return database
    .owner(async (client) => {
      if (!(await spendResetToken(client, token, now))) throw new Worthless();
      if (!(await storePassword(client, { userId, hash, by: userId }))) throw new Worthless();
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Worthless) return false;
      throw error;
    });
}

class Worthless extends Error {}

/** Takes the password of an active user away: null where there is no such user. */
export function withdrawPassword(database: Owner, userId: number, by: number): Promise<ResetUser | null> {
  return database.owner((client) => takePassword(client, userId, by));
}
