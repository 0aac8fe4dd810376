// A table on paper as the address of its page asks for it: in its view, sorted, grouped, filtered and searched.
import { parseFilters } from '#src/core/filter.ts';
import type { PaperPorts, TableKey } from '#src/core/paper.ts';
import type { LinkedGrid } from './definition.ts';
import { filterTypes, toldFilter } from './filtering.ts';
import type { Labels } from './format-cell.ts';
import { parseGroup } from './grouping.ts';
import { sortableIn } from './said-columns.ts';
import { inSavedView, inView, isSavedId } from './saved-views.ts';
import { parseSort } from './sorting.ts';

export interface AskedTable {
  readonly block: LinkedGrid;
  readonly find: string;
}

/** The usual table where the view of the address is not there for this reader. */
async function viewed(block: LinkedGrid, id: string | undefined, ports: PaperPorts): Promise<LinkedGrid> {
  if (id === undefined) return block;
  const saved = isSavedId(id) ? await ports.view(Number(id)) : null;
  return saved?.block === block.id ? inSavedView(block, saved) : inView(block, id);
}

export async function asAsked(table: LinkedGrid, ports: PaperPorts): Promise<AskedTable> {
  const of = (key: TableKey) => ports.url(table.id, key);
  const block = await viewed(table, of('view'), ports);
  const { columns } = block;
  const ids = new Set(columns.map(({ id }) => id));
  return {
    find: of('find') ?? '',
    block: {
      ...block,
      sort: parseSort(of('sort'), new Set(sortableIn(columns))) ?? block.sort,
      group:
        (block.groupable ? parseGroup(of('group'), ids) : null) ?? block.group.filter((id) => ids.has(id)),
      filter: parseFilters(of('filter'), filterTypes(columns)) ?? block.filter ?? [],
    },
  };
}

/** Which rows stand there, in words; empty where all do. */
export function askedText({ block, find }: AskedTable, labels: ReadonlyMap<string, Labels>): string {
  const told = (block.filter ?? []).flatMap((filter) => {
    const column = block.columns.find(({ id }) => id === filter.column);
    return column ? [toldFilter(column, filter, labels.get(column.id) ?? null)] : [];
  });
  const parts = [...told, ...(find === '' ? [] : [`found by “${find}”`])];
  return parts.length === 0 ? '' : `Only ${block.noun} of which: ${parts.join('; ')}.`;
}
