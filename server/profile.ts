import type { DatabaseClient } from './database/client.ts';

export interface Profile {
  readonly id: number;
  readonly username: string;
  readonly full_name: string;
  readonly email: string | null;
  readonly version: number;
  readonly [column: string]: unknown;
}

export async function readProfile(client: DatabaseClient, id: number, hold = false): Promise<Profile> {
  const { rows } = await client.query<Profile>(
    `select id, username, full_name, email, version from app_user where id = $1::bigint ${hold ? 'for update' : ''}`,
    [id],
  );
  if (!rows[0]) throw new Error(`User ${id} is gone.`);
  return rows[0];
}
