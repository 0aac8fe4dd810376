import { type ColumnFilter, printFilters } from '#src/core/filter.ts';
import { groupedSort } from '#src/core/rows.ts';
import type { LinkedGrid } from './definition.ts';
import { printGroup } from './grouping.ts';
import type { ColumnChoice } from './layout.ts';
import { printSort, type Sort } from './sorting.ts';
import { isChanged } from './use-view.ts';

/** Groups and filters as the view has them. */
export interface OfView {
  readonly ownGroup: readonly string[];
  readonly ownFilter: readonly ColumnFilter[];
}

/**
 * Whether this person laid the view out anew, sorted, grouped or filtered it. The way back to a result names all of it,
 * what the view says anyway as well.
 */
export function isViewChanged(
  { group, sort: ownSort, filter = [] }: LinkedGrid,
  { ownGroup, ownFilter }: OfView,
  choice: ColumnChoice,
  sort: Sort,
): boolean {
  return (
    isChanged(choice) ||
    printSort(groupedSort(group, sort), groupedSort(group, ownSort)) !== undefined ||
    printGroup(group, ownGroup) !== undefined ||
    printFilters(filter, ownFilter) !== undefined
  );
}
