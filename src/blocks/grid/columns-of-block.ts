import type { RowViews } from './cell-view.ts';
import type { Aggregate, GridColumn, LinkedGrid } from './definition.ts';
import { type ColumnChoice, widthOfText } from './layout.ts';
import { type PageWindow, pageSize } from './page-window.ts';

const rowsToFit = 50;

/** Widths that show the texts of the first rows whole; never less than the column's own. */
export function fittedWidths(
  columns: readonly GridColumn[],
  window: PageWindow,
  views: RowViews,
): ColumnChoice['widths'] {
  const widths: { [column: string]: number } = {};
  for (const [index, place] of window.loaded()) {
    if (index % pageSize >= rowsToFit) continue;
    const view = views.row(place, index);
    for (const column of columns) {
      if (!column.fits) continue;
      const wanted = widthOfText(views.cell(view, column).text);
      widths[column.id] = Math.max(widths[column.id] ?? column.width, wanted);
    }
  }
  return widths;
}

export function layoutOptions(block: LinkedGrid) {
  const labels = block.actions.reduce(
    (sum, action) => sum + (action.icon ? 32 : action.label.length * 7 + 22),
    0,
  );
  return {
    freeze: block.freeze,
    selectable: block.select !== 'none',
    actionsWidth: labels > 0 ? labels + 12 : 0,
  };
}

export function totalsOf(columns: readonly GridColumn[]): { readonly [column: string]: Aggregate } {
  const totals: { [column: string]: Aggregate } = {};
  for (const column of columns) if (column.total) totals[column.id] = column.total;
  return totals;
}
