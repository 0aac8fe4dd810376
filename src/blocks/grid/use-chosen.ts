// A table as it is shown: the definition, the view over it, the address over that.
import { useMemo } from 'react';
import { parseFilters } from '#src/core/filter.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedGrid } from './definition.ts';
import { filterTypes } from './filtering.ts';
import { parseGroup } from './grouping.ts';
import { orderOfResult, withSaid } from './said-columns.ts';
import { isSavedId } from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';
import { useView } from './use-view.ts';

type Given = Pick<BlockProps, 'evaluate' | 'text' | 'url'> & { readonly block: LinkedGrid };

/** The columns that the screen's scope shows; the others are not there at all. */
function useShownColumns({ block, evaluate }: Given): LinkedGrid {
  const hidden = block.columns
    .filter(({ visibleWhen }) => visibleWhen !== null && evaluate(visibleWhen) !== true)
    .map(({ id }) => id)
    .join();
  return useMemo(() => {
    const away = new Set(hidden.split(','));
    return hidden === ''
      ? block
      : { ...block, columns: block.columns.filter((column) => !away.has(column.id)) };
  }, [block, hidden]);
}

/** The columns with the headings that read the page's filters filled in. */
function useHeadings(block: LinkedGrid, text: BlockProps['text']): LinkedGrid {
  const filled = JSON.stringify(
    block.columns.flatMap(({ id, heading }) => (heading === null ? [] : [[id, text(heading).trim()]])),
  );
  return useMemo(() => {
    const titles = new Map(JSON.parse(filled) as readonly (readonly [string, string])[]);
    if (titles.size === 0) return block;
    const columns = block.columns.map((column) => ({
      ...column,
      title: titles.get(column.id) ?? column.title,
    }));
    return { ...block, columns };
  }, [block, filled]);
}

/**
 * The block in its view, with what a figure says of each row, and the groups and filters that were chosen; `usual` is the
 * order that its rows are asked for where the address has none.
 */
export function useChosen(given: Given, views: SavedViews, said: string) {
  const id = given.url.get('view');
  const saved = isSavedId(id) ? views.items.find((one) => String(one.id) === id) : undefined;
  const drawn = useHeadings(useShownColumns(given), given.text);
  const viewed = useView(drawn, given.block.columns, saved, given.url);
  const shown = useMemo(() => withSaid(viewed, said, id !== undefined), [viewed, said, id]);
  const usual = id === undefined ? orderOfResult(viewed) : viewed.sort;
  const text = shown.groupable ? given.url.get('group') : undefined;
  const filter = given.url.get('filter');
  const block = useMemo(() => {
    const ids = new Set(shown.columns.map((column) => column.id));
    return {
      ...shown,
      group: parseGroup(text, ids) ?? shown.group.filter((one) => ids.has(one)),
      filter:
        parseFilters(filter, filterTypes([...shown.columns, ...(shown.said ?? [])])) ?? shown.filter ?? [],
    };
  }, [shown, text, filter]);
  return { block, usual, ownGroup: shown.group, ownFilter: shown.filter ?? [] };
}
