import type pg from 'pg';

/** From so many bytes on, indexes are made sooner behind the rows of a copy than kept with each. */
export const manyBytes = 2 ** 30;

/** What the database that a connection leads to takes of its disk. */
export async function databaseBytes(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes ?? 0);
}
