import type { CodeRow } from '#src/core/linked.ts';
import { isEmpty } from './values.ts';

/** The codes that stand under a parent; while there is none, those that stand under all. */
export function codesUnder(rows: readonly CodeRow[], parent: unknown): readonly CodeRow[] {
  const above = isEmpty(parent) ? null : String(parent);
  return rows.filter((row) => row.parent === undefined || (above !== null && row.parent.includes(above)));
}
