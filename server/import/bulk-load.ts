import type { OwnerClient } from '#server/database/client.ts';
import { withoutIndexes } from '#server/database/without-indexes.ts';

/** Tables that a batch adds about a row each to per sale. */
const TABLES = ['sale_received', 'sale', 'property', 'legal_lot', 'import_log'] as const;

/** Above this share of the rows already there, indexes are built anew rather than kept up row by row. */
const BULK_SHARE = 0.5;
const BULK_LEAST = 5000;

/** Whether so many records change the tables so much that what the planner knows of them is wrong. */
export function changesMuch(records: number): boolean {
  return records >= BULK_LEAST;
}

/**
 * Tells the planner what the tables hold now. Autovacuum does so too, but a minute or more later, and a report run
 * until then may take a plan for empty tables and its whole time limit.
 */
export async function refreshStatistics(client: OwnerClient): Promise<void> {
  await client.script(`analyze ${TABLES.join(', ')}`);
}

export async function isBulk(client: OwnerClient, rows: number): Promise<boolean> {
  if (rows < BULK_LEAST) return false;
  const { rows: found } = await client.query<{ held: number }>(
    'select count(*) as held from (select from sale limit $1) s',
    [Math.ceil(rows / BULK_SHARE)],
  );
  return Number(found[0]?.held) * BULK_SHARE < rows;
}

/** Without the indexes of what an import fills while it does; answers why, where they had to stay. */
export const withoutImportIndexes = (
  client: OwnerClient,
  work: () => Promise<void>,
): Promise<string | null> => withoutIndexes(client, TABLES, work);
