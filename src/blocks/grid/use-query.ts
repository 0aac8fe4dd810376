import { useMemo } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { totalsOf } from './columns-of-block.ts';
import type { LinkedGrid } from './definition.ts';
import type { RowQuery } from './page-window.ts';
import { sortableIn } from './said-columns.ts';
import { parseSort, printSort, type Sort, toggleSort } from './sorting.ts';
import { useHiddenRows } from './use-hidden-rows.ts';

type Props = BlockProps & { readonly block: LinkedGrid };

/**
 * Which rows are asked for, in which order, and what is counted of them. `asked` is the question itself; `query` says
 * the same once it is known what the result has.
 */
export function useQuery(props: Props, usual: Sort) {
  const { block, url } = props;
  const { group, filter: own = [] } = block;
  const sortable = useMemo(() => new Set(sortableIn([...block.columns, ...(block.said ?? [])])), [block]);
  const chosen = parseSort(url.get('sort'), sortable);
  const sort = chosen ?? block.sort;
  const totals = useMemo(() => totalsOf(block.columns), [block]);
  const hidden = useHiddenRows(props);
  const filter = hidden ? [...own, ...hidden.filter] : own;
  const query: RowQuery = {
    sort,
    find: url.get('find') ?? '',
    totals,
    ...(filter.length > 0 ? { filter } : {}),
    ...(group.length > 0 ? { group } : {}),
  };
  const onSort = (column: string, add: boolean) =>
    // From the order that was pressed last: the page may not be drawn with it yet.
    url.set('sort', (now) =>
      printSort(toggleSort(parseSort(now, sortable) ?? block.sort, column, add), block.sort),
    );
  return { query, asked: { ...query, sort: chosen ?? usual }, onSort, own, hidden };
}
