import { type ReactNode, type RefObject, useState } from 'react';
import { type ColumnFilter, printFilters } from '#src/core/filter.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import type { RowViews } from './cell-view.ts';
import type { ColumnMenuPlace } from './column-menu.tsx';
import type { LinkedGrid } from './definition.ts';
import { FilterForm } from './late-parts.tsx';

export interface ColumnFiltering {
  readonly open: (place: ColumnMenuPlace) => void;
  readonly set: (filters: readonly ColumnFilter[]) => void;
  readonly form: ReactNode;
}

/** What columns are filtered to, in the address, and the form that changes it. */
export function useColumnFilter({
  block,
  own,
  url,
  views,
  section,
}: {
  readonly block: LinkedGrid;
  /** Filters of the view that is shown. */
  readonly own: readonly ColumnFilter[];
  readonly url: BlockProps['url'];
  readonly views: RowViews;
  readonly section: RefObject<HTMLElement | null>;
}): ColumnFiltering {
  const [place, setPlace] = useState<ColumnMenuPlace | null>(null);
  const filters = block.filter ?? [];
  const set = (next: readonly ColumnFilter[]) => url.set('filter', printFilters(next, own));
  const column = block.columns.find(({ id }) => id === place?.column);
  const close = () => {
    setPlace(null);
    section.current?.querySelector<HTMLElement>('[role$="grid"]')?.focus({ preventScroll: true });
  };
  return {
    open: setPlace,
    set,
    form:
      place && column ? (
        <FilterForm
          key={`${column.id} ${place.at.left} ${place.at.top}`}
          place={place}
          column={column}
          labels={views.labels(column)}
          filter={filters.find((one) => one.column === column.id)}
          onFilter={(filter) => {
            close();
            set([...filters.filter((one) => one.column !== column.id), ...(filter ? [filter] : [])]);
          }}
          onClose={close}
        />
      ) : null,
  };
}
