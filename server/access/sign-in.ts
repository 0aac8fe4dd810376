import type { Database } from '../database/open-database.ts';
import { noteFailedLogin, noteLogin } from './activity.ts';

type Owner = Pick<Database, 'owner'>;

interface SigningIn {
  readonly id: number;
  readonly active: boolean;
  readonly password_hash: string | null;
  /** They have a second factor: codes of an app, passkeys or both. */
  readonly factor: boolean;
  readonly code: boolean;
  readonly passkey: boolean;
  /** One is demanded of them. */
  readonly demanded: boolean;
  readonly [column: string]: unknown;
}

/** Who signs in by this name, in whatever case it was typed. */
export async function whoSignsIn(database: Owner, name: string): Promise<SigningIn | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<SigningIn>(
        `select u.id, u.active, p.password_hash, factor_since(u.id) is not null as factor,
         factor_demanded(u.id) as demanded, f.confirmed_at is not null as code,
         exists (select from passkey k where k.user_id = u.id) as passkey
       from app_user u left join user_password p on p.user_id = u.id left join user_factor f on f.user_id = u.id
       where lower(u.username) = lower($1::text)`,
        [name],
      ),
    { readOnly: true },
  );
  return rows[0] ?? null;
}

export function signInFailed(database: Owner, userId: number): Promise<void> {
  return database.owner((client) => noteFailedLogin(client, userId));
}

export function signInSucceeded(database: Owner, userId: number): Promise<void> {
  return database.owner((client) => noteLogin(client, userId));
}

/** When a session ends: its own moment, or the cap of its token where that comes before; null for none. */
export async function sessionEnd(
  database: Owner,
  sessionId: string,
  capHours: number,
): Promise<string | null> {
  const { rows } = await database.owner(
    (client) =>
      client.query<{ expires_at: string }>(
        `select least(expires_at, created_at + make_interval(hours => $2::integer)) as expires_at
       from session where id = $1::uuid`,
        [sessionId, capHours],
      ),
    { readOnly: true },
  );
  return rows[0]?.expires_at ?? null;
}

export async function moveSessionEnd(database: Owner, sessionId: string, to: Date): Promise<void> {
  await database.owner((client) =>
    client.query('update session set expires_at = $2::timestamptz where id = $1::uuid', [
      sessionId,
      to.toISOString(),
    ]),
  );
}
