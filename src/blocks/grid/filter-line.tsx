import type { ColumnFilter } from '#src/core/filter.ts';
import type { RowViews } from './cell-view.ts';
import type { ColumnMenuPlace } from './column-menu.tsx';
import type { LinkedGrid } from './definition.ts';
import { toldFilter } from './filtering.ts';

/** What the columns are filtered to, each to change or to take away. */
export function FilterLine({
  block,
  views,
  filters,
  onOpen,
  onFilters,
}: {
  readonly block: LinkedGrid;
  readonly views: RowViews;
  readonly filters: readonly ColumnFilter[];
  readonly onOpen: (place: ColumnMenuPlace) => void;
  readonly onFilters: (filters: readonly ColumnFilter[]) => void;
}) {
  const told = filters.flatMap((filter) => {
    const column = block.columns.find(({ id }) => id === filter.column);
    return column ? [{ filter, column, text: toldFilter(column, filter, views.labels(column)) }] : [];
  });
  if (told.length === 0) return null;
  return (
    <ul className="cad-grid-filters" aria-label="Filters of columns">
      {told.map(({ filter, column, text }) => (
        <li key={`${filter.column} ${filter.op}`} className="cad-grid-filter">
          <button
            type="button"
            className="cad-grid-filter-told"
            title="Change this filter"
            onClick={(event) => {
              const { left, bottom } = event.currentTarget.getBoundingClientRect();
              onOpen({ column: column.id, at: { left, top: bottom } });
            }}
          >
            {text}
          </button>
          <button
            type="button"
            className="cad-grid-filter-away"
            aria-label={`Remove filter: ${text}`}
            onClick={() => onFilters(filters.filter((one) => one !== filter))}
          >
            ×
          </button>
        </li>
      ))}
      {told.length > 1 ? (
        <li>
          <button type="button" className="cad-button" onClick={() => onFilters([])}>
            Remove all filters
          </button>
        </li>
      ) : null}
    </ul>
  );
}
