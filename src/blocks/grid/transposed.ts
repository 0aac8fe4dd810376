// A table on its side: few rows with many figures, each column a line.
import type { RowView, RowViews } from './cell-view.ts';
import type { GridColumn, LinkedGrid } from './definition.ts';
import type { LaidColumn } from './layout.ts';

/** More rows are drawn as usual: they would no longer stand side by side. */
export const mostTransposed = 12;

export function isTransposed({ transposed }: LinkedGrid, rows: number): boolean {
  return transposed.length > 0 && rows > 0 && rows <= mostTransposed;
}

export interface TransposedLine {
  readonly column: GridColumn;
  /** Place of the column in the layout. */
  readonly col: number;
  /** The columns whose values stand as one line below. */
  readonly interval: {
    readonly title: string;
    readonly low: GridColumn;
    readonly high: GridColumn;
  } | null;
}

/** The lines: every column that is shown but for those that head and those that are the end of an interval. */
export function transposedLines(
  { transposed }: LinkedGrid,
  columns: readonly LaidColumn[],
): readonly TransposedLine[] {
  const shown = new Map(columns.flatMap(({ column }) => (column ? [[column.id, column] as const] : [])));
  const intervalOf = ({ interval }: GridColumn): TransposedLine['interval'] => {
    const low = shown.get(interval?.low ?? '');
    const high = shown.get(interval?.high ?? '');
    return interval && low && high ? { title: interval.title, low, high } : null;
  };
  const taken = new Set(transposed);
  for (const column of shown.values()) {
    const interval = intervalOf(column);
    if (interval) for (const { id } of [interval.low, interval.high]) taken.add(id);
  }
  return columns.flatMap(({ column }, col) =>
    column && !taken.has(column.id) ? [{ column, col, interval: intervalOf(column) }] : [],
  );
}

/** What heads a row: the texts of the columns that are named, a flag by its title where it is set. */
export function headingOf({ transposed, columns }: LinkedGrid, view: RowView, views: RowViews): string {
  const texts = transposed.flatMap((id) => {
    const column = columns.find((known) => known.id === id);
    if (!column) return [];
    if (column.field.type === 'boolean') return view.row[id] === true ? [column.title.toLowerCase()] : [];
    return [views.cell(view, column).text];
  });
  return texts.join(', ');
}

/** What of a row is outside its limits; null where none of its figures has any. */
export function outsideOf(
  lines: readonly TransposedLine[],
  view: RowView,
  views: RowViews,
): readonly string[] | null {
  const judged = lines.filter(
    ({ column }) => column.limits !== null && (view.row[column.id] ?? null) !== null,
  );
  if (judged.length === 0) return null;
  return judged
    .filter(({ column }) => views.cell(view, column).tone !== 'good')
    .map(({ column }) => column.title);
}
