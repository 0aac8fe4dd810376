// From rows to the pages of their records.
import type { RefObject } from 'react';
import { compareAddress, isCompared } from '#src/core/compared.ts';
import type { LinkedAction, LinkedScreen } from '#src/core/linked.ts';
import { counted } from '#src/core/nouns.ts';
import { isJsonObject, type Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { RecordPlace } from '#src/render/record-page.ts';
import { countSelected } from '#src/render/selection.ts';
import type { RowView, RowViews } from './cell-view.ts';
import type { LinkedGrid } from './definition.ts';
import type { GridModel } from './grid-model.ts';
import type { Layout } from './layout.ts';
import type { Notice } from './notice.ts';
import { selectedRows } from './selected-rows.ts';

type HrefOf = (place: RecordPlace) => string | null;

/** The list whose records the rows are; null where they are no records, or are named by something else. */
function listOf({ data, rowKey }: LinkedGrid, screen: LinkedScreen): string | null {
  const source = screen.data[data ?? ''];
  return source?.kind === 'records' && rowKey === 'id' ? source.list : null;
}

/** The page of a row: that of its record, else where the first of its cells leads. */
export function pageOfRow(
  view: RowView,
  block: LinkedGrid,
  screen: LinkedScreen,
  { columns }: Layout,
  views: RowViews,
  hrefOf: HrefOf,
): string | null {
  const list = listOf(block, screen);
  const id = view.row.id;
  const own = list !== null && typeof id === 'number' ? hrefOf({ list, id }) : null;
  if (own !== null) return views.inResult(own, view.index);
  for (const { column } of columns) {
    const to = column ? views.cell(view, column).to : null;
    if (to !== null) return to;
  }
  return null;
}

/** Whether the rows have pages of their own, so that some of them can be opened as a result. */
export function opensRows(block: LinkedGrid, screen: LinkedScreen, hrefOf: HrefOf): boolean {
  const list = listOf(block, screen);
  return list !== null && hrefOf({ list, id: 1 }) !== null;
}

/** What opens rows by themselves: one as its record, several as a result. */
export function openingRows(
  rows: readonly Row[],
  block: LinkedGrid,
  screen: LinkedScreen,
  hrefOf: HrefOf,
): readonly LinkedAction[] {
  const list = listOf(block, screen);
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'number');
  const [first] = ids;
  const page = list !== null && first !== undefined ? hrefOf({ list, id: first }) : null;
  if (list === null || page === null) return [];
  if (ids.length === 1) return [{ type: 'navigate', to: page }];
  const [, prefix = ''] = page.split('/');
  return [{ type: 'search', list, prefix, criteria: [{ fld: 'id', op: 'oneof', val: ids }] }];
}

/** Pages that open in tabs of their own at once. */
export const mostTabs = 20;

/** Why so many rows do not open in tabs; null where they do. */
export function tooManyTabs(count: number, noun: string): string | null {
  return count > mostTabs
    ? `These are ${counted(count, noun)}; at most ${mostTabs} open in tabs at once. Tick fewer, or press Open to see them as a result.`
    : null;
}

/** First segment of the routes of the rows' records, where a page compares them; else null. */
export function comparesRows(
  block: LinkedGrid,
  screen: LinkedScreen,
  hrefOf: HrefOf,
  mayOpen: (href: string) => boolean,
): string | null {
  const list = listOf(block, screen);
  const [, prefix = ''] = (list === null ? null : hrefOf({ list, id: 1 }))?.split('/') ?? [];
  return prefix !== '' && mayOpen(compareAddress(prefix, [1, 2])) ? prefix : null;
}

/** What leads to the rows side by side; nothing where they are too few or too many. */
export function comparingRows(rows: readonly Row[], prefix: string): readonly LinkedAction[] {
  const ids = rows.map(({ id }) => id).filter((id) => typeof id === 'number');
  return isCompared(ids.length) ? [{ type: 'navigate', to: compareAddress(prefix, ids) }] : [];
}

interface OpeningPorts {
  readonly latest: RefObject<BlockProps & { readonly block: LinkedGrid }>;
  readonly model: GridModel;
  readonly hrefOf: HrefOf;
  readonly remember: () => void;
  readonly setNotice: (notice: Notice) => void;
}

export function openingIntents(ports: () => OpeningPorts, report: (work: Promise<unknown>) => void) {
  return {
    openRow: (row: number, newTab: boolean): boolean => {
      const { model, latest, hrefOf, remember } = ports();
      const { block, screen, act } = latest.current;
      const view = model.view(row);
      const to = view && pageOfRow(view, block, screen, model.layout, model.views, hrefOf);
      if (!to) return false;
      remember();
      report(act([{ type: 'navigate', to, ...(newTab ? { newTab } : {}) }], { row: view.row }));
      return true;
    },
    compareSelected: async (prefix: string): Promise<void> => {
      const { model, latest, remember } = ports();
      const rows = await selectedRows(model.window, model.selection, latest.current.block.rowKey);
      remember();
      await latest.current.act(comparingRows(rows, prefix));
    },
    openSelected: async (): Promise<void> => {
      const { model, latest, hrefOf, remember } = ports();
      const { block, screen, act } = latest.current;
      const rows = await selectedRows(model.window, model.selection, block.rowKey);
      remember();
      await act(openingRows(rows, block, screen, hrefOf));
    },
    openTabs: async (): Promise<void> => {
      const { model, latest, hrefOf, setNotice } = ports();
      const { block, screen, act } = latest.current;
      const list = listOf(block, screen);
      const why = tooManyTabs(countSelected(model.selection, model.window.total ?? 0), block.noun);
      if (why !== null) throw new Error(why);
      const rows = await selectedRows(model.window, model.selection, block.rowKey);
      const pages = rows.flatMap(({ id }) => {
        const to = list !== null && typeof id === 'number' ? hrefOf({ list, id }) : null;
        return to === null ? [] : [to];
      });
      await act(pages.map((to) => ({ type: 'navigate', to, newTab: true })));
      // Whether a browser lets a page open several is not told to the page.
      if (pages.length > 1)
        setNotice({
          kind: 'info',
          text: `${counted(pages.length, block.noun)} open in tabs. If fewer came, let your browser open pop-ups of this site.`,
        });
    },
    shareSelected: async (): Promise<void> => {
      const { model, latest } = ports();
      const { block, screen, act } = latest.current;
      const list = listOf(block, screen);
      const rows = await selectedRows(model.window, model.selection, block.rowKey);
      const val = rows.map(({ id }) => id).filter((id) => typeof id === 'number');
      if (list === null || val.length === 0) return;
      const body = { searchType: 'full', isRecent: false, criteria: [{ fld: 'id', op: 'oneof', val }] };
      const stored = await act([{ type: 'call', operation: 'record.search', params: { list }, body }]);
      if (!stored.done || !isJsonObject(stored.value)) return;
      await act([{ type: 'share', search: String(stored.value.hash) }]);
    },
  };
}
