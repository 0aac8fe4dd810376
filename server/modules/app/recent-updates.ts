import updates from '#schemas/updates.json' with { type: 'json' };
import type { DatabaseClient } from '../../database/client.ts';

/** The option that keeps the latest change which a user has seen. */
const seenOption = 'app.updates.seen';

export interface Update {
  readonly id: number;
  readonly date: string;
  readonly version: string;
  readonly title: string;
  readonly text: string;
  /** Codes of the table updateTag. */
  readonly tags: readonly string[];
}

/** The newest first. */
export const recentUpdates: readonly Update[] = [...updates.updates].sort((a, b) => b.id - a.id);

export async function lastSeen(client: DatabaseClient, userId: number): Promise<number> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from user_option where user_id = $1::bigint and name = $2::text',
    [userId, seenOption],
  );
  const value = rows[0]?.value;
  return typeof value === 'number' ? value : 0;
}

export function unseenAfter(seen: number): number {
  return recentUpdates.filter(({ id }) => id > seen).length;
}

/** What was seen stays seen: of two pages at once the later mark stands. */
export async function markSeen(client: DatabaseClient, userId: number, id: number): Promise<number> {
  await client.query(
    `insert into user_option (user_id, name, value, created_by, updated_by)
     values ($1::bigint, $2::text, to_jsonb($3::integer), $1::bigint, $1::bigint)
     on conflict (user_id, name) do update set version = user_option.version + 1, updated_by = excluded.updated_by,
       value = case when jsonb_typeof(user_option.value) = 'number' and (user_option.value)::numeric >= $3::integer
         then user_option.value else excluded.value end`,
    [userId, seenOption, Math.min(id, recentUpdates[0]?.id ?? 0)],
  );
  return lastSeen(client, userId);
}
