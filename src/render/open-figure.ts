// From a figure of a report to the page of the records behind it.
import type { ColumnFilter } from '#src/core/filter.ts';
import type { LinkedFigures, LinkedScreen } from '#src/core/linked.ts';
import type { Scope } from '#src/core/scope.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from './block-props.ts';

/** What the rows of the report that were clicked have in a column: a value, or one of a range without its end. */
export interface FigurePlace {
  readonly column: string;
  readonly value?: unknown;
  readonly from?: unknown;
  readonly to?: unknown;
  /** The range has its end as well. */
  readonly last?: boolean;
}

/** What the figures of a source are made of; null where it does not say, or the reader may not see its records or their page. */
export function figuresOf(
  screen: LinkedScreen,
  source: string | null,
  { perms }: Pick<Scope, 'perms'>,
  mayOpen: (href: string) => boolean,
): LinkedFigures | null {
  const linked = source === null ? undefined : screen.data[source];
  const figures = linked?.kind === 'sql' ? linked.figures : undefined;
  return figures && perms.includes(figures.needs) && mayOpen(resultOf(figures.prefix)) ? figures : null;
}

/** The address of some result of a type of records, to ask whether there is such a page. */
export function resultOf(prefix: string): string {
  return `/${prefix}/result/x`;
}

/** Why no figure of a source leads to rows; null where some may. */
export function closedBecause(screen: LinkedScreen, source: string | null): string | null {
  const linked = source === null ? undefined : screen.data[source];
  return linked?.kind === 'sql' ? (linked.noRows ?? null) : null;
}

/** Whether a column's figures lead to rows. */
export function leadsToRows(figures: LinkedFigures | null, column: string): boolean {
  const figure = figures && Object.hasOwn(figures.columns, column) ? figures.columns[column] : undefined;
  return figure !== undefined && figure.why === undefined;
}

/** Where one row of a report stands. */
export function placesOfRow({ keys }: LinkedFigures, row: Row): readonly FigurePlace[] {
  return keys.map((column) => ({ column, value: row[column] ?? null }));
}

/** Opens the result page of the rows behind a figure; `column` is null for the rows of the report themselves. */
export async function openFigure(
  act: BlockProps['act'],
  source: SourceView,
  {
    column,
    at,
    find = '',
    filter = [],
  }: {
    readonly column: string | null;
    readonly at: readonly FigurePlace[];
    readonly find?: string;
    readonly filter?: readonly ColumnFilter[];
  },
): Promise<void> {
  const body = {
    ...source.asking(),
    at,
    ...(column === null ? {} : { column }),
    ...(find === '' ? {} : { find }),
    ...(filter.length === 0 ? {} : { filter }),
  };
  const outcome = await act([{ type: 'call', operation: 'figure.open', body }]);
  if (!outcome.done || !isJsonObject(outcome.value)) return;
  const { hash, prefix, text } = outcome.value;
  await act([
    typeof hash === 'string'
      ? { type: 'navigate', to: `/${String(prefix)}/result/${encodeURIComponent(hash)}` }
      : { type: 'snackbar', kind: 'info', text: `There is nothing to open: ${String(text)}.` },
  ]);
}
