import { useMemo } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { totalsOf } from './columns-of-block.ts';
import type { LinkedGrid } from './definition.ts';
import type { RowQuery } from './page-window.ts';
import { sortableIn } from './said-columns.ts';
import { parseSort } from './sorting.ts';
import { useHiddenRows } from './use-hidden-rows.ts';

type Props = BlockProps & { readonly block: LinkedGrid };

/** Which rows are asked for, in which order, and what is counted of them. */
export function useQuery(props: Props) {
  const { block, url } = props;
  const { group, filter: own = [] } = block;
  const sortable = useMemo(() => new Set(sortableIn([...block.columns, ...(block.said ?? [])])), [block]);
  const sort = parseSort(url.get('sort'), sortable) ?? block.sort;
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
  return { query, own, hidden };
}
