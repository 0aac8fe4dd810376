import type { DatabaseClient, OwnerClient } from './client.ts';
import { hashPassword, randomPassword } from './passwords.ts';
import { writeRows } from './write-rows.ts';

/** A name and the password that was just set: printed once, kept nowhere. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** User id 1, the system administrator; null when there is one already. */
export async function ensureAdministrator(client: OwnerClient): Promise<Credentials | null> {
  const known = await client.query('select from app_user where id = 1');
  if (known.rowCount > 0) return null;
  const password = randomPassword();
  await writeRows(client, {
    action: 'insert',
    table: 'app_user',
    columns: { id: '1', username: "'admin'", full_name: "'Administrator'", all_districts: 'true' },
    from: '(select) one',
  });
  await setPassword(client, 1, await hashPassword(password));
  await client.query(
    "insert into user_role (user_id, role_id) select 1, id from role where name = 'administrator'",
  );
  return { username: 'admin', password };
}

export interface NewUser {
  readonly username: string;
  readonly fullName: string;
  readonly role: string;
  readonly email?: string;
  readonly valuer?: boolean;
  readonly allDistricts?: boolean;
  readonly region?: string;
  readonly synthetic?: boolean;
}

export async function addUser(
  client: OwnerClient,
  user: NewUser,
  password = randomPassword(),
): Promise<Credentials> {
  const role = await client.query<{ id: number }>('select id from role where name = $1', [user.role]);
  if (!role.rows[0]) {
    const roles = await client.query<{ name: string }>('select name from role order by name');
    throw new Error(
      `Role "${user.role}" is unknown. Use one of: ${roles.rows.map((one) => one.name).join(', ')}.`,
    );
  }
  const known = await client.query('select from app_user where lower(username) = lower($1)', [user.username]);
  if (known.rowCount > 0) throw new Error(`User "${user.username}" exists already.`);
  await writeRows(client, {
    action: 'insert',
    table: 'app_user',
    columns: {
      username: '$1::text',
      full_name: '$2::text',
      email: '$3::text',
      valuer: '$4::boolean',
      all_districts: '$5::boolean',
      synthetic: '$6::boolean',
    },
    from: '(select) one',
    values: [
      user.username,
      user.fullName,
      user.email ?? null,
      user.valuer ?? false,
      user.allDistricts ?? false,
      user.synthetic ?? false,
    ],
  });
  const id = await userId(client, user.username);
  await setPassword(client, id, await hashPassword(password));
  await client.query('insert into user_role (user_id, role_id) values ($1, $2)', [id, role.rows[0].id]);
  if (user.region !== undefined) {
    const region = await client.query(
      'insert into user_region (user_id, region_id) select $1, id from contract_region where name = $2',
      [id, user.region],
    );
    if (region.rowCount === 0) throw new Error(`Contract region "${user.region}" is unknown.`);
  }
  return { username: user.username, password };
}

/** Disabling and a new password end the user's sessions. */
export async function setUserActive(client: OwnerClient, username: string, active: boolean): Promise<void> {
  const id = await userId(client, username);
  await writeRows(client, {
    action: 'update',
    table: 'app_user',
    fields: { active: 'told.active' },
    from: '(select $2::boolean as active) told',
    where: 't.id = $1::bigint',
    values: [id, active],
  });
  await client.query('update user_activity set failed_logins = 0 where user_id = $1', [id]);
  if (!active) await endSessions(client, id);
}

export async function resetPassword(
  client: OwnerClient,
  username: string,
  password = randomPassword(),
): Promise<Credentials> {
  const id = await userId(client, username);
  await setPassword(client, id, await hashPassword(password));
  await endSessions(client, id);
  return { username, password };
}

/** The new password; what was tried in vain before counts no more. */
export async function setPassword(client: DatabaseClient, userId: number, hash: string): Promise<void> {
  await client.query(
    `insert into user_password (user_id, password_hash) values ($1::bigint, $2::text)
     on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
    [userId, hash],
  );
  await client.query('update user_activity set failed_logins = 0 where user_id = $1::bigint', [userId]);
}

export async function endSessions(client: OwnerClient, id: number): Promise<void> {
  await client.query('update session set revoked_at = now() where user_id = $1 and revoked_at is null', [id]);
}

export async function userId(client: OwnerClient, username: string): Promise<number> {
  const found = await client.query<{ id: number }>(
    'select id from app_user where lower(username) = lower($1)',
    [username],
  );
  const id = found.rows[0]?.id;
  if (id === undefined) throw new Error(`User "${username}" is unknown.`);
  return id;
}
