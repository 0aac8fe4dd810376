import { type RefObject, useState } from 'react';
import { mostFilterValues } from '#src/core/filter.ts';
import { counted } from '#src/core/nouns.ts';
import { groupedSort } from '#src/core/rows.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import type { Selection } from '#src/render/selection.ts';
import type { LinkedGrid } from './definition.ts';
import { failureText } from './failure-text.ts';
import { type ColumnChoice, isHidden, orderColumns } from './layout.ts';
import type { Notice } from './notice.ts';
import type { RowQuery } from './page-window.ts';
import { tickedFilter } from './selected-rows.ts';

export type Format = 'csv' | 'xlsx';
type Wanted = Parameters<SourceView['export']>[1];

/** Titles that only this page knows; the server has the others. */
function filledTitles({ columns }: LinkedGrid): { readonly [column: string]: string } {
  return Object.fromEntries(
    columns.filter(({ heading }) => heading !== null).map(({ id, title }) => [id, title]),
  );
}

/** A file has room for all columns. */
function columnsOfFile({ columns, group }: LinkedGrid, choice: ColumnChoice): readonly string[] {
  const chosen = orderColumns(columns, choice).filter((column) => !isHidden(column, choice));
  return [...new Set([...group, ...chosen.map(({ id }) => id)])];
}

/** The rows of a file, in the order of their groups; a file has no groups itself. */
function wantedOf({ group = [], sort, find, totals, filter = [] }: RowQuery): Wanted {
  return { sort: groupedSort(group, sort), find, totals, ...(filter.length > 0 ? { filter } : {}) };
}

/** The type of the key by which rows can be asked for one by one; undefined where they cannot. */
function keyType({ rowKey }: LinkedGrid, { fields }: SourceView) {
  const type = fields.find(({ id }) => id === rowKey)?.type;
  return type === 'integer' || type === 'number' || type === 'text' ? type : undefined;
}

/** The ticked rows alone, where a filter has left them out, too. */
export function wantedOfTicked(
  query: RowQuery,
  selection: Selection,
  block: LinkedGrid,
  source: SourceView,
): Wanted {
  if (selection.all && selection.keys.size === 0) return wantedOf(query);
  const ticked = tickedFilter(selection, block.rowKey ?? '', keyType(block, source));
  if (ticked === null)
    throw new Error(
      `At most ${counted(mostFilterValues, block.noun)} that were ticked one by one leave as a file at once. Tick fewer, or export all rows.`,
    );
  const { filter = [], ...rest } = query;
  return wantedOf(
    selection.all ? { ...rest, filter: [...filter, ticked] } : { ...rest, find: '', filter: [ticked] },
  );
}

/** Hands out rows of the source as they are sorted, found and grouped, all or those that are ticked; one file at a time. */
export function useExport({
  latest,
  query,
  choice,
  selection,
  setNotice,
}: {
  readonly latest: RefObject<BlockProps & { readonly block: LinkedGrid; readonly source: SourceView }>;
  readonly query: RowQuery;
  readonly choice: ColumnChoice;
  readonly selection: Selection;
  readonly setNotice: (notice: Notice | null) => void;
}): {
  readonly exporting: boolean;
  /** Null where the rows cannot leave as a file. */
  readonly onExport: ((format: Format) => void) | null;
  readonly onExportTicked: ((format: Format) => void) | null;
} {
  const [exporting, setExporting] = useState(false);
  const { block, source } = latest.current;
  const exported = async (format: Format, wanted: () => Wanted) => {
    const { block: now, source: from } = latest.current;
    setExporting(true);
    setNotice(null);
    try {
      const told = await from.export(format, wanted(), columnsOfFile(now, choice), now.id, filledTitles(now));
      if (told !== null) setNotice({ kind: 'info', text: told });
    } catch (error) {
      setNotice({ kind: 'error', text: `The export failed. ${failureText(error)}` });
    } finally {
      setExporting(false);
    }
  };
  const offered = block.export && source.kind !== 'operation';
  return {
    exporting,
    onExport: offered ? (format) => void exported(format, () => wantedOf(query)) : null,
    onExportTicked:
      offered && keyType(block, source) !== undefined
        ? (format) =>
            void exported(format, () =>
              wantedOfTicked(query, selection, latest.current.block, latest.current.source),
            )
        : null,
  };
}
