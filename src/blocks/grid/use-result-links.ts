import { useCallback } from 'react';
import { printFilters } from '#src/core/filter.ts';
import { groupedSort } from '#src/core/rows.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { useManifest } from '#src/render/ports.tsx';
import { recordAt } from '#src/render/record-page.ts';
import { withResult } from '#src/render/result-address.ts';
import type { RowQuery } from './page-window.ts';

/**
 * Links of a result's rows to the pages of its own records carry the place of the row, so that the page knows what
 * stands before and after. Other links stay as they are.
 */
export function useResultLinks(
  { block, screen, source, text, url }: Pick<BlockProps, 'block' | 'screen' | 'source' | 'text' | 'url'>,
  { sort, find, filter = [], group = [] }: RowQuery,
): (to: string, index: number) => string {
  const entries = useManifest();
  const linked = screen.data[source?.id ?? ''];
  const list = linked?.kind === 'records' && linked.hash !== null ? linked.list : null;
  const hash = linked?.kind === 'records' && linked.hash !== null ? text(linked.hash) : '';
  const order = groupedSort(group, sort).join();
  const filters = printFilters(filter) ?? '';
  const view = url.get('view') ?? '';
  return useCallback(
    (to, index) =>
      list === null || hash === '' || to === '' || recordAt(entries, to)?.list !== list
        ? to
        : withResult(to, {
            hash,
            at: index + 1,
            sort: order.split(',').filter(Boolean),
            find,
            filter: filters,
            view,
            block: block.id,
          }),
    [entries, list, hash, order, find, filters, view, block.id],
  );
}
