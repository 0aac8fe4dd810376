import type { Database } from '../database/open-database.ts';

/** Days that a draft is kept after it was saved last. */
export const draftDays = 30;

/** What time has run out of goes, whoever's it is; those it belonged to may never come back to take it away themselves. */
export async function removeExpired(database: Pick<Database, 'owner'>, now: Date): Promise<void> {
  await database.owner(async (client) => {
    await client.query(
      'delete from draft where saved_at <= $1::timestamptz - make_interval(days => $2::integer)',
      [now, draftDays],
    );
    await client.query('delete from journey_handover where expires_at < $1::timestamptz', [now]);
    // Tries are remembered for an hour.
    await client.query("delete from limit_count where until < $1::timestamptz - interval '2 hours'", [now]);
  });
}
