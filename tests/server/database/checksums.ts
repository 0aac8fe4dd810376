import type pg from 'pg';
import { tablesInOrder } from '#server/database/backup-format.ts';

/** Of every table's rows in the order of their first column; `leaving` names columns that tell the time. */
export async function checksumsOf(
  client: pg.ClientBase,
  leaving: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const sums: Record<string, string> = {};
  for (const { table, columns } of await tablesInOrder(client)) {
    const kept = columns.filter((column) => !leaving.includes(column)).map((column) => `"${column}"`);
    const { rows } = await client.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(row(${kept.join(', ')})::text), '' order by "${columns[0]}")), '') as sum from "${table}"`,
    );
    sums[table] = rows[0]?.sum ?? '';
  }
  return sums;
}
