// Totals of the server with what unsaved cells make of them.
import type { GroupOfRows } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { totalOf } from './columns-of-block.ts';
import type { GridColumn } from './definition.ts';
import { aggregated } from './local-rows.ts';

export interface ChangedRow {
  readonly before: Row;
  readonly after: Row;
}

export interface FollowedTotals {
  readonly totals: { readonly [column: string]: number | null };
  /** Columns whose total is as it was stored: what it comes to is told by the save alone. */
  readonly stale: ReadonlySet<string>;
}

/** Sums and counts of rows follow exactly; a mean, least and greatest, and what counts once, do where all rows are here. */
export function followTotals(
  stored: FollowedTotals['totals'],
  changed: readonly ChangedRow[],
  columns: readonly GridColumn[],
  all: readonly Row[] | null,
): FollowedTotals {
  const totals: { [column: string]: number | null } = { ...stored };
  const stale = new Set<string>();
  for (const column of columns) {
    const { id, once } = column;
    const total = totalOf(column);
    const differs = ({ before, after }: ChangedRow, field: string) =>
      !Object.is(before[field] ?? null, after[field] ?? null);
    if (!total || !changed.some((row) => differs(row, id) || (once !== null && differs(row, once.id))))
      continue;
    if (total === 'sum' || total === 'count') {
      const worth = total === 'sum' ? amount : presence;
      const sum = changed.reduce((so, { before, after }) => so + worth(after[id]) - worth(before[id]), 0);
      totals[id] = (stored[id] ?? 0) + sum;
    } else if (all) totals[id] = aggregated(all, id, total);
    else stale.add(id);
  }
  return { totals, stale };
}

/** Whether a row belongs to a group, by what is stored of it: it changes its group when it is saved. */
export function isInGroup(row: Row, { level, values }: GroupOfRows, group: readonly string[]): boolean {
  return group.slice(0, level).every((id, i) => Object.is(row[id] ?? null, values[i] ?? null));
}

function amount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function presence(value: unknown): number {
  return value === null || value === undefined ? 0 : 1;
}
