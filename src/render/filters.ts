import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { QueryTexts } from '#src/core/params.ts';

export function filtersOf(screen: LinkedScreen): readonly LinkedParam[] {
  return screen.params.filter((param) => param.in === 'query' && param.widget.type !== 'none' && !param.live);
}

export function hasFilters(screen: LinkedScreen): boolean {
  return filtersOf(screen).length > 0;
}

/** Whether the address says anything of a filter, which may be none of its choices. */
export function saysFilters({ params }: LinkedScreen, query: QueryTexts): boolean {
  return params.some(({ id }) => (query[id] ?? []).length > 0);
}
