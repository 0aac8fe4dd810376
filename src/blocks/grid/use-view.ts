// Layers of a list's columns and order: definition ← view ← what this person laid out ← address.
import { useMemo, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedGrid, SavedView } from './definition.ts';
import { type ColumnChoice, readChoice } from './layout.ts';
import { inSavedView, inView } from './saved-views.ts';

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
