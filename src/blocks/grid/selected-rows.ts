import { rowAt } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { rowKeyOf } from './cell-view.ts';
import type { PageWindow } from './page-window.ts';
import { countSelected, isSelected, type Selection } from './selection.ts';

/** Above this, whole sets leave by the export. */
export const collectLimit = 20_000;

/** The selected rows in the order shown; asks the server for those that are not here. Rejects above the limit. */
export async function selectedRows(
  window: PageWindow,
  selection: Selection,
  rowKey: string | null,
): Promise<readonly Row[]> {
  const total = window.total ?? 0;
  const wanted = countSelected(selection, total);
  const here: Row[] = [];
  for (const [index, place] of window.loaded()) {
    const row = rowAt(place.page, place.index);
    if (isSelected(selection, rowKeyOf(row, rowKey, index))) here.push(row);
  }
  if (here.length === wanted) return here;
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
