// What signing in leaves behind, beside the user's record and without its version.
import type { DatabaseClient } from '../database/client.ts';

export async function noteFailedLogin(client: DatabaseClient, userId: number): Promise<void> {
  await client.query(
    `insert into user_activity as a (user_id, failed_logins) values ($1::bigint, 1)
     on conflict (user_id) do update set failed_logins = a.failed_logins + 1`,
    [userId],
  );
}

export async function noteLogin(client: DatabaseClient, userId: number): Promise<void> {
  await client.query(
    `insert into user_activity (user_id, last_active) values ($1::bigint, now())
     on conflict (user_id) do update set failed_logins = 0, last_active = excluded.last_active`,
    [userId],
  );
}
