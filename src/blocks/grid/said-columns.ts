// Columns that no definition names: what the figure or the place that led to a result says of each of its rows.
import { besideOrder } from '#src/core/figure-fields.ts';
import type { GridColumn, LinkedGrid } from './definition.ts';
import type { PageWindow } from './page-window.ts';
import { columnOf, type Sort } from './sorting.ts';

/** Which of them the answer has, as one text; null as long as no row is here. */
export function saidBy(window: Pick<PageWindow, 'loaded'>, { said = [] }: LinkedGrid): string | null {
  if (said.length === 0) return null;
  for (const [, { page }] of window.loaded()) {
    const there = new Set(page.columns.map(({ id }) => id));
    return said
      .map(({ id }) => id)
      .filter((id) => there.has(id))
      .join();
  }
  return null;
}

/**
 * The order that a result is asked for where nobody has chosen one: by what may be said of its rows first, before it is
 * known whether it is. The server passes over what this result does not have, so that its rows are asked for once.
 */
export function orderOfResult({ said = [], sort }: Pick<LinkedGrid, 'said' | 'sort'>): Sort {
  const may = new Set(said.map(({ id }) => id));
  return [...besideOrder.filter((term) => may.has(columnOf(term))), ...sort];
}

/**
 * The block with these behind the columns that stay in sight, where they are seen without scrolling, and sorted by
 * them, unless the person has chosen an order with a view.
 */
export function withSaid(block: LinkedGrid, ids: string, chosen: boolean): LinkedGrid {
  const wanted = new Set(ids.split(','));
  const said = (block.said ?? []).filter(({ id }) => wanted.has(id));
  if (said.length === 0) return block;
  const at = Math.min(block.freeze ?? 0, block.columns.length);
  const sort = chosen ? block.sort : orderOfResult({ said, sort: block.sort });
  return { ...block, sort, columns: [...block.columns.slice(0, at), ...said, ...block.columns.slice(at)] };
}

export function sortableIn(columns: readonly GridColumn[]): readonly string[] {
  return columns.filter(({ sortable }) => sortable).map(({ id }) => id);
}
