// What holds for both kinds of second factor, the codes of an app and passkeys.
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';

/** Whether a second factor of either kind is asked of the user. */
export async function isOn(client: DatabaseClient, userId: number): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>('select factor_since($1::bigint) is not null as on', [
    userId,
  ]);
  return rows[0]?.on === true;
}

/** What administrators see of it stands with what signing in leaves behind. */
export async function tellActivity(client: DatabaseClient, userId: number): Promise<void> {
  await client.query(
    `insert into user_activity (user_id, factor_since) values ($1::bigint, factor_since($1::bigint))
     on conflict (user_id) do update set factor_since = excluded.factor_since`,
    [userId],
  );
}

class LastFactor extends Error {}

/**
 * Takes one factor away. Where no other is left, what belonged to them goes as well; where one is demanded of the
 * user, the last one stays, and the answer is `last`.
 */
export async function takeAway<T>(
  database: Pick<Database, 'owner'>,
  userId: number,
  work: (client: DatabaseClient) => Promise<T>,
): Promise<T | 'last'> {
  try {
    return await database.owner(async (client) => {
      // One at a time: two at once would each count on the factor that the other one takes away.
      await lockFactors(client, userId);
      const result = await work(client);
      await tellActivity(client, userId);
      if (await isOn(client, userId)) return result;
      await client.query('delete from recovery_code where user_id = $1::bigint', [userId]);
      await client.query('delete from sign_in_ticket where user_id = $1::bigint', [userId]);
      const { rows } = await client.query<{ demanded: boolean }>(
        'select factor_demanded($1::bigint) as demanded',
        [userId],
      );
      if (rows[0]?.demanded) throw new LastFactor();
      return result;
    });
  } catch (error) {
    if (error instanceof LastFactor) return 'last';
    throw error;
  }
}

/** Holds the factors of a user still until the transaction ends. */
export async function lockFactors(client: DatabaseClient, userId: number): Promise<void> {
  await client.query('select from app_user where id = $1::bigint for update', [userId]);
}
