// What a replica must have before it answers somebody, as the primary said it at a moment.
import type pg from 'pg';
import { connect } from './pool.ts';

export interface Needed {
  /** How many times this person has written something, through whichever server. */
  readonly written: string;
  /** Up to where the primary had written its log. */
  readonly stands: string;
  /** The primary's clock: what a replica has is as old as its commits, and no other clock knows their moments. */
  readonly at: string;
}

/** The columns of a statement that is asked of the primary, of a person whose number stands there as `user`. */
export const neededColumns = (user: string) => `
  (select coalesce(max(w.times), 0)::text from user_written w where w.user_id = ${user}) as written,
  case when not pg_is_in_recovery() then pg_current_wal_flush_lsn()::text end as stands,
  clock_timestamp()::text as at`;

/** A row of these columns; null where the server is no primary. */
export function neededOf(
  row: { readonly [name in keyof Needed]?: string | null } | undefined,
): Needed | null {
  const { written, stands, at } = row ?? {};
  return written && stands && at ? { written, stands, at } : null;
}

/** Asked for whoever comes without a session, and for who has written since theirs was read. */
export async function askNeeded(primary: pg.Pool, userId: number): Promise<Needed | null> {
  const client = await connect(primary);
  let broken: Error | undefined;
  try {
    const { rows } = await client.query<Needed>(`select ${neededColumns('$1::bigint')}`, [userId]);
    return neededOf(rows[0]);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** What ends a transaction of somebody's: one that has written is counted, just before it commits. */
export function countingWriter(userId: number): string {
  if (!Number.isSafeInteger(userId)) throw new RangeError(`User id ${userId} is not a whole number.`);
  return `set local role none; insert into user_written (user_id, times)
    select ${userId}, 1 where pg_current_xact_id_if_assigned() is not null
    on conflict (user_id) do update set times = user_written.times + 1; `;
}
