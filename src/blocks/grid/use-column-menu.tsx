import { type ReactNode, type RefObject, useState } from 'react';
import { call } from '#src/api/call.ts';
import type { ColumnFilter } from '#src/core/filter.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { useApi } from '#src/render/ports.tsx';
import type { RowViews } from './cell-view.ts';
import type { ColumnMenuPlace, ColumnOffers } from './column-menu.tsx';
import { statisticsOfRows } from './column-statistics.ts';
import { contentWidth } from './columns-of-block.ts';
import type { LinkedGrid } from './definition.ts';
import { FilterLine } from './filter-line.tsx';
import { mayGroup, mostLevels, printGroup } from './grouping.ts';
import { ColumnMenu } from './late-parts.tsx';
import { type ColumnChoice, freezeTo, type Layout, resizeColumn, showColumn } from './layout.ts';
import type { PageWindow, RowQuery } from './page-window.ts';
import { allRows } from './selected-rows.ts';
import { directionOf, printSort, type Sort, sortBy } from './sorting.ts';
import { type ColumnFiltering, useColumnFilter } from './use-column-filter.tsx';

interface Given {
  readonly block: LinkedGrid;
  /** Groups as the definition has them. */
  readonly ownGroup: readonly string[];
  /** Filters as the view has them. */
  readonly ownFilter: readonly ColumnFilter[];
  readonly url: BlockProps['url'];
  readonly source: SourceView;
  readonly window: PageWindow;
  readonly views: RowViews;
  readonly layout: Layout;
  readonly sort: Sort;
  readonly query: RowQuery;
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
  /** The frame of the rows lies in it. */
  readonly section: RefObject<HTMLElement | null>;
}

type Asked = Parameters<typeof call<'query.statistics'>>[2];

/** Room that frozen columns leave to those that scroll. */
const leastScrolling = 200;

function offersOf(
  column: LinkedGrid['columns'][number],
  given: Given,
  filtering: ColumnFiltering,
  place: ColumnMenuPlace,
): ColumnOffers {
  const { block, layout, sort, url, choice, choose, window, views, section } = given;
  const { id } = column;
  const laid = layout.columns.find((one) => one.id === id);
  const data = layout.columns.filter(({ kind }) => kind === 'data');
  const frozen = layout.columns.findLast((one) => one.frozen)?.id === id;
  const wide = section.current?.querySelector('.cad-grid-frame')?.clientWidth ?? 0;
  const leaves = wide - (laid ? laid.left + laid.width : 0) >= leastScrolling && data.at(-1)?.id !== id;
  const grouped = block.group.includes(id);
  const filters = block.filter ?? [];
  return {
    sorted: directionOf(sort, id),
    sort: column.sortable
      ? (direction) => url.set('sort', printSort(sortBy(sort, id, direction), block.sort))
      : null,
    filtered: filters.some((filter) => filter.column === id),
    filter: () => filtering.open(place),
    unfilter: () => filtering.set(filters.filter((filter) => filter.column !== id)),
    grouped,
    group:
      block.groupable && mayGroup(column) && (grouped || block.group.length < mostLevels)
        ? () =>
            url.set(
              'group',
              printGroup(
                grouped ? block.group.filter((one) => one !== id) : [...block.group, id],
                given.ownGroup,
              ),
            )
        : null,
    frozen,
    freeze: frozen || leaves ? () => choose(freezeTo(choice, frozen ? null : id)) : null,
    fit: () => choose(resizeColumn(choice, id, contentWidth(column, window, views))),
    hide: data.length > 1 ? () => choose(showColumn(column, choice, false)) : null,
  };
}

/** The menu of a column: where it is opened, what it offers and whose rows its statistics count. */
export function useColumnMenu(given: Given): {
  readonly open: (place: ColumnMenuPlace) => void;
  /** The menu that is open, or the form of a filter. */
  readonly menu: ReactNode;
  /** What the columns are filtered to. */
  readonly filters: ReactNode;
} {
  const api = useApi();
  const [place, setPlace] = useState<ColumnMenuPlace | null>(null);
  const { block, source, window, views, query, section } = given;
  const { find, filter } = query;
  const filtering = useColumnFilter({ ...given, own: given.ownFilter });
  const filters = (
    <FilterLine
      block={block}
      views={views}
      filters={block.filter ?? []}
      onOpen={filtering.open}
      onFilters={filtering.set}
    />
  );
  const column = block.columns.find(({ id }) => id === place?.column);
  if (!place || !column) return { open: setPlace, menu: filtering.form, filters };
  // What the data made, and the answer of an operation, is not there for the server to count.
  const here = source.whole === true;
  const statistics = async () => {
    if (here) return statisticsOfRows(await allRows(window), column);
    const body = {
      ...source.asking(),
      column: column.id,
      ...(find === '' ? {} : { find }),
      ...(filter ? { filter } : {}),
    };
    return call(api, 'query.statistics', { body } as Asked);
  };
  return {
    open: setPlace,
    filters,
    menu: (
      <ColumnMenu
        key={column.id}
        place={place}
        column={column}
        labels={views.labels(column)}
        noun={block.noun}
        offers={offersOf(column, given, filtering, place)}
        statistics={statistics}
        over={here ? 'Counted over the rows here.' : 'Counted on the server, over all rows.'}
        onClose={() => {
          setPlace(null);
          section.current?.querySelector<HTMLElement>('[role$="grid"]')?.focus({ preventScroll: true });
        }}
      />
    ),
  };
}
