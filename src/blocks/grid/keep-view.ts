// What of a table becomes a view.
import { printFilters } from '#src/core/filter.ts';
import type { LinkedGrid } from './definition.ts';
import { type ColumnChoice, isHidden, orderColumns } from './layout.ts';
import type { ViewLayout } from './saved-views.ts';
import type { Sort } from './sorting.ts';

/**
 * What is shown now, as a view keeps it; `block` is the table in the view that is shown. What a figure says of rows is of
 * one result, and no part of a view.
 */
export function layoutNow(block: LinkedGrid, choice: ColumnChoice, sort: Sort): ViewLayout {
  const { saved, columns: all, view, views, said = [] } = block;
  const passing = new Set(said.map(({ id }) => id));
  const stays = (term: string) => !passing.has(term.replace(/^-/, ''));
  const before = new Map(saved?.layout.columns.map((id, i) => [id, saved.layout.widths[i] ?? null]));
  const columns = orderColumns(all, choice).filter((column) => !isHidden(column, choice) && stays(column.id));
  const frozen = choice.frozen ?? saved?.layout.frozen ?? null;
  return {
    base: saved ? saved.layout.base : (views.find(({ id }) => id === view)?.id ?? null),
    columns: columns.map(({ id }) => id),
    titles: columns.map(({ title }) => title),
    widths: columns.map(({ id }) => choice.widths[id] ?? before.get(id) ?? null),
    frozen: frozen === null || stays(frozen) ? frozen : null,
    sort: sort.filter(stays),
    group: block.group.filter(stays),
    filter: printFilters((block.filter ?? []).filter(({ column }) => stays(column))) ?? null,
  };
}

export function lostText(lost: readonly string[]): string {
  const titles = lost.map((title) => `“${title}”`).join(', ');
  return `This view lost the ${lost.length === 1 ? 'column' : 'columns'} ${titles}: the table has no such ${lost.length === 1 ? 'column' : 'columns'} any more. Save the view to settle it.`;
}
