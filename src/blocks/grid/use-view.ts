// Layers of a list's columns and order: definition ← view ← what this person laid out ← address.
import { useMemo, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedGrid, SavedView } from './definition.ts';
import { type ColumnChoice, readChoice } from './layout.ts';
import { inSavedView } from './saved-views.ts';

/** The grid as its view shows it; what the view leaves out can still be chosen. */
export function inView(block: LinkedGrid, id: string | undefined): LinkedGrid {
  const view = block.views.find((one) => one.id === id) ?? block.views[0];
  if (!view) return block;
  const place = new Map(view.columns.map((column, index) => [column, index]));
  const last = view.columns.length;
  const columns = block.columns
    .map((column) => ({ ...column, hidden: !place.has(column.id) }))
    .sort((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  return { ...block, columns, sort: view.sort.length > 0 ? view.sort : block.sort, view: view.id };
}

/** The address names a shipped view by its word, a saved one by its number. */
export function isSavedId(id: string | undefined): id is string {
  return id !== undefined && /^[0-9]+$/.test(id);
}

export function useView(
  block: LinkedGrid,
  all: LinkedGrid['columns'],
  saved: SavedView | undefined,
  url: BlockProps['url'],
): LinkedGrid {
  const id = block.views.length === 0 ? undefined : url.get('view');
  return useMemo(() => (saved ? inSavedView(block, saved, all) : inView(block, id)), [block, all, saved, id]);
}

/** What a person laid out of a view; each view remembers its own, the usual one as it was before there were others. */
export function useColumnChoice(
  { views, view }: LinkedGrid,
  memory: BlockProps['memory'],
): readonly [ColumnChoice, (next: ColumnChoice, keep: boolean) => void] {
  const key = view === undefined || view === views[0]?.id ? 'columns' : `columns.${view}`;
  const [laid, setLaid] = useState({ key, choice: readChoice(memory.get(key)) });
  const now = laid.key === key ? laid : { key, choice: readChoice(memory.get(key)) };
  if (now !== laid) setLaid(now);
  const choose = (choice: ColumnChoice, keep: boolean) => {
    setLaid({ key, choice });
    if (keep) memory.set(key, choice);
  };
  return [now.choice, choose];
}

export function isChanged({ order, hidden, shown, widths, frozen }: ColumnChoice): boolean {
  return order.length + hidden.length + shown.length + Object.keys(widths).length > 0 || frozen !== null;
}
