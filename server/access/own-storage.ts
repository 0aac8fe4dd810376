// What a person may leave with the server that no record is: bounded, so that nobody fills the disk with settings.
import type { DatabaseClient } from '../database/client.ts';
import { Problem } from '../problem.ts';

export const ownStorage = {
  options: { bytes: 2 * 1024 * 1024, names: 1_000 },
  /** The oldest go first. */
  drafts: { bytes: 10 * 1024 * 1024 },
  /** Neither named nor a favourite; the oldest go first. */
  searches: { bytes: 20 * 1024 * 1024, count: 5_000 },
} as const;

interface Held {
  readonly bytes: number;
  readonly names: number;
  readonly [column: string]: unknown;
}

async function heldOptions(client: DatabaseClient, userId: number): Promise<Held> {
  const { rows } = await client.query<Held>(
    `select coalesce(sum(octet_length(name) + octet_length(coalesce(value::text, ''))), 0)::bigint as bytes,
       count(*)::bigint as names
     from user_option where user_id = $1::bigint`,
    [userId],
  );
  return rows[0] ?? { bytes: 0, names: 0 };
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * Changes a person's options unless they would take too much then; what takes less than before is always taken. Two
 * changes at once of one person follow each other, else each would see its own only.
 */
export async function changeOptions(
  client: DatabaseClient,
  userId: number,
  change: () => Promise<void>,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1::text, 3))', [`options ${userId}`]);
  const before = await heldOptions(client, userId);
  await change();
  const after = await heldOptions(client, userId);
  const { bytes, names } = ownStorage.options;
  if (after.bytes > bytes && after.bytes > before.bytes)
    throw new Problem(
      'refused',
      `Your saved settings would take ${megabytes(after.bytes)}, and ${megabytes(bytes)} are kept. Reset the columns of lists that you no longer use, then try again.`,
    );
  if (after.names > names && after.names > before.names)
    throw new Problem(
      'refused',
      `You would have ${after.names} saved settings, and ${names} are kept. Reset the columns of lists that you no longer use, then try again.`,
    );
}

/** Forgets the oldest drafts of a person beyond what is kept; the newest stays. */
export async function dropOldDrafts(
  client: DatabaseClient,
  userId: number,
  mostDrafts: number,
): Promise<void> {
  await client.query(
    `delete from draft where id in (
       select id from (
         select id, row_number() over newest as nth, sum(octet_length(content::text)) over newest as bytes
         from draft where user_id = $1::bigint
         window newest as (order by saved_at desc, id desc)) d
       where nth > $2::integer or (nth > 1 and bytes > $3::bigint))`,
    [userId, mostDrafts, ownStorage.drafts.bytes],
  );
}

/** Forgets the oldest searches of a person that have no name and are no favourite, beyond what is kept. */
export async function dropOldSearches(client: DatabaseClient, userId: number): Promise<void> {
  await client.query(
    `delete from search where id in (
       select id from (
         select id, row_number() over newest as nth, sum(pg_column_size(criteria)) over newest as bytes
         from search where owner_id = $1::bigint and name is null and not favourite
         window newest as (order by used_at desc, id desc)) s
       where nth > $2::integer or (nth > 1 and bytes > $3::bigint))`,
    [userId, ownStorage.searches.count, ownStorage.searches.bytes],
  );
}
