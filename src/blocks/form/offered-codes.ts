import type { CodeRow } from '#src/core/linked.ts';
import { isEmpty } from './values.ts';

/** The codes that stand under a parent; all of them while there is none. */
export function codesUnder(rows: readonly CodeRow[], parent: unknown): readonly CodeRow[] {
  if (isEmpty(parent)) return rows;
  return rows.filter((row) => row.parent === undefined || row.parent.includes(String(parent)));
}
