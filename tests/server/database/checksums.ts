import type pg from 'pg';
import { tablesInOrder } from '#server/database/backup-format.ts';

/** Of every table's rows; `leaving` names columns that tell the time. */
export async function checksumsOf(
  client: pg.ClientBase,
  leaving: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const { table, columns } of await tablesInOrder(client)) {
    const kept = columns.filter((column) => !leaving.includes(column)).map((column) => `"${column}"`);
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(sum, '' order by sum)), '') as sum
       from (select md5(row(${kept.join(', ')})::text) as sum from "${table}") r`,
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}
