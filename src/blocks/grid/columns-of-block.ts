import type { Total } from '#src/core/rows.ts';
import type { RowViews } from './cell-view.ts';
import type { GridColumn, LinkedGrid, RowAction } from './definition.ts';
import { type ColumnChoice, widthOfText } from './layout.ts';
import { type PageWindow, pageSize } from './page-window.ts';
import { buttonsInRow } from './row-action-kinds.ts';

const rowsToFit = 50;
/** Room in a heading for the mark of the sort and the menu's button. */
const headingMarks = 22;

const fittedAtMost = 340;

/** Widths that show the texts of the first rows whole, never less than the column's own; figures keep theirs. */
export function wantedWidths(
  columns: readonly GridColumn[],
  window: PageWindow,
  views: RowViews,
): ColumnChoice['widths'] {
  const widths: { [column: string]: number } = {};
  const texts = columns.filter(({ align }) => align === 'left');
  for (const [index, place] of window.loaded()) {
    if (index % pageSize >= rowsToFit) continue;
    const view = views.row(place, index);
    for (const column of texts)
      widths[column.id] = Math.max(
        widths[column.id] ?? column.width,
        widthOfText(views.cell(view, column).text),
      );
  }
  return widths;
}

export function widthOfHeading({ title, unit }: GridColumn): number {
  return widthOfText([title, unit].filter(Boolean).join(' ')) + headingMarks;
}

/** The width that shows a column's heading and its texts of the rows that are here. */
export function contentWidth(column: GridColumn, window: PageWindow, views: RowViews): number {
  const texts = [...window.loaded()].map(
    ([index, place]) => views.cell(views.row(place, index), column).text,
  );
  return Math.max(widthOfHeading(column), ...texts.map(widthOfText));
}

/** What columns that have no width of their own are widened to. */
export function fittedWidths(wanted: ColumnChoice['widths']): ColumnChoice['widths'] {
  return Object.fromEntries(Object.entries(wanted).map(([id, width]) => [id, Math.min(fittedAtMost, width)]));
}

const pictureWidth = 34;
const headingWidth = 64;

function buttonWidth(action: RowAction): number {
  return action.icon ? pictureWidth : action.label.length * 7 + 22;
}

/** Room for as many buttons as a row shows at most, the menu's among them. */
export function actionsWidth(actions: readonly RowAction[]): number {
  if (actions.length === 0) return 0;
  const widths = actions.map(buttonWidth);
  const more = actions.length > buttonsInRow;
  const shown = more
    ? [...widths.toSorted((a, b) => b - a).slice(0, buttonsInRow - 1), pictureWidth]
    : widths;
  return Math.max(headingWidth, shown.reduce((sum, width) => sum + width, 0) + 16);
}

export function layoutOptions(block: LinkedGrid) {
  return {
    freeze: block.freeze,
    selectable: block.select !== 'none',
    actionsWidth: actionsWidth(block.actions),
  };
}

/** How a column is totalled, as the server is asked; null where it is not. */
export function totalOf({ total, once }: GridColumn): Total | null {
  const countsOnce = total === 'sum' || total === 'avg' || total === 'count';
  return once !== null && countsOnce ? { how: total, once: once.id } : total;
}

export function totalsOf(columns: readonly GridColumn[]): { readonly [column: string]: Total } {
  return Object.fromEntries(
    columns.flatMap((column): [string, Total][] => {
      const total = totalOf(column);
      return total === null ? [] : [[column.id, total]];
    }),
  );
}
