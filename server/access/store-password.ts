import { writeAudit } from '../database/audit.ts';
import type { DatabaseClient } from '../database/client.ts';
import { setPassword } from '../database/users.ts';

/** Whoever may get a link for a new password. */
export interface ResetUser {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly email: string | null;
  readonly [column: string]: unknown;
}

export interface NewPassword {
  readonly userId: number;
  readonly hash: string;
  /** The hash that the old password was compared with; undefined where none was asked for. */
  readonly replaces?: string | null;
  /** The one session that goes on. */
  readonly keepSession?: string;
  readonly by: number;
}

/** The password, the end of the sessions and the audit in one transaction. False when the old one is not the same any more. */
export async function storePassword(client: DatabaseClient, password: NewPassword): Promise<boolean> {
  const { userId, hash, replaces, keepSession, by } = password;
  // Held by a statement of its own: one that waits for the row would compare with the password from before its wait.
  await client.query('select from app_user where id = $1::bigint for update', [userId]);
  const { rows } = await client.query<{ version: number }>(
    `update app_user u set version = version + 1, updated_by = $2::bigint
     where id = $1::bigint and active and ($3::boolean
       or $4::text is not distinct from (select password_hash from user_password p where p.user_id = u.id))
     returning version`,
    [userId, by, replaces === undefined, replaces ?? null],
  );
  const version = rows[0]?.version;
  if (version === undefined) return false;
  await setPassword(client, userId, hash);
  await endOthers(client, userId, keepSession ?? null);
  await auditPassword(client, userId, version, by);
  return true;
}

/** Takes the password of an active user away: its sessions end, and nobody signs in until another is set. */
export async function takePassword(
  client: DatabaseClient,
  userId: number,
  by: number,
): Promise<ResetUser | null> {
  const { rows } = await client.query<ResetUser & { readonly version: number }>(
    `update app_user set version = version + 1, updated_by = $2::bigint where id = $1::bigint and active
     returning id, username, full_name, email, version`,
    [userId, by],
  );
  const [user] = rows;
  if (!user) return null;
  await client.query('delete from user_password where user_id = $1::bigint', [userId]);
  await endOthers(client, userId, null);
  await auditPassword(client, userId, user.version, by);
  return user;
}

async function endOthers(client: DatabaseClient, userId: number, keep: string | null): Promise<void> {
  await client.query(
    `update session set revoked_at = now()
     where user_id = $1::bigint and revoked_at is null and ($2::uuid is null or id <> $2::uuid)`,
    [userId, keep],
  );
  // What was asked for before is worth nothing any more: links, and sign-ins that wait for a code.
  for (const table of ['password_reset', 'mail_change', 'sign_in_ticket'])
    await client.query(`delete from ${table} where user_id = $1::bigint`, [userId]);
}

function auditPassword(client: DatabaseClient, userId: number, version: number, by: number): Promise<void> {
  return writeAudit(client, by, {
    table: 'app_user',
    id: userId,
    action: 'update',
    fromVersion: version - 1,
    fields: { password: { old: null, new: null } },
    forced: false,
    district: null,
    synthetic: false,
  });
}
