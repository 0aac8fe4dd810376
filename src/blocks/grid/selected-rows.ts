import { type ColumnFilter, mostFilterValues } from '#src/core/filter.ts';
import { rowAt } from '#src/core/rows.ts';
import type { Row, ValueType } from '#src/core/values.ts';
import { countSelected, isSelected, type Selection } from '#src/render/selection.ts';
import { rowKeyOf } from './cell-view.ts';
import type { PageWindow } from './page-window.ts';

/** Above this, whole sets leave by the export. */
export const collectLimit = 20_000;

/** Ticks as a filter of the key: it names those that are ticked, or of all those that are not. Null where none says it. */
export function tickedFilter(
  { all, keys }: Selection,
  rowKey: string,
  type: ValueType | undefined,
): ColumnFilter | null {
  const counts = type === 'integer' || type === 'number';
  if (keys.size === 0 || keys.size > mostFilterValues || (!counts && type !== 'text')) return null;
  const value = [...keys].map((key) => (counts ? Number(key) : key));
  if (value.some(Number.isNaN)) return null;
  return { column: rowKey, op: all ? 'notoneof' : 'oneof', value };
}

function selectedHere(window: PageWindow, selection: Selection, rowKey: string | null): readonly Row[] {
  const here: Row[] = [];
  for (const [index, place] of window.loaded()) {
    const row = rowAt(place.page, place.index);
    if (isSelected(selection, rowKeyOf(row, rowKey, index))) here.push(row);
  }
  return here;
}

/** Whether each row that was ticked is among those that are loaded. */
export function areHere(window: PageWindow, selection: Selection, rowKey: string | null): boolean {
  return selectedHere(window, selection, rowKey).length === countSelected(selection, window.total ?? 0);
}

/**
 * The selected rows in the order shown; asks the server for those that are not here. Rows that were ticked one by one stay
 * ticked, and are worked on, where a filter has left them out since. Rejects above the limit.
 */
export async function selectedRows(
  window: PageWindow,
  selection: Selection,
  rowKey: string | null,
): Promise<readonly Row[]> {
  const here = selectedHere(window, selection, rowKey);
  if (here.length === countSelected(selection, window.total ?? 0)) return here;
  const ticked =
    selection.all || rowKey === null ? null : tickedFilter(selection, rowKey, window.typeOf(rowKey));
  if (ticked) return window.only(ticked);
  const all = await allRows(window);
  return all.filter((row, index) => isSelected(selection, rowKeyOf(row, rowKey, index)));
}

export async function allRows(window: PageWindow): Promise<readonly Row[]> {
  const total = window.total ?? 0;
  if (total > collectLimit) {
    const counts = [total, collectLimit].map((count) => count.toLocaleString('en-AU'));
    throw new Error(
      `${counts[0]} rows are more than the ${counts[1]} that can be taken at once. Use Export, or filter.`,
    );
  }
  return total === 0 ? [] : window.rows(0, total - 1);
}
