// What a view makes of a table: a shipped one, or one that somebody has saved.
import { filteredColumns, parseFilters } from '#src/core/filter.ts';
import type { GridColumn, LinkedGrid, SavedView } from './definition.ts';
import { filterTypes } from './filtering.ts';

/** The grid as its view shows it; what the view leaves out can still be chosen. */
export function inView(block: LinkedGrid, id: string | undefined): LinkedGrid {
  const view = block.views.find((one) => one.id === id) ?? block.views[0];
  if (!view) return block;
  const place = new Map(view.columns.map((column, index) => [column, index]));
  const last = view.columns.length;
  const columns = block.columns
    .map((column) => ({ ...column, hidden: !place.has(column.id) }))
    .sort((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  return { ...block, columns, sort: view.sort.length > 0 ? view.sort : block.sort, view: view.id };
}

/** The address names a shipped view by its word, a saved one by its number. */
export function isSavedId(id: string | undefined): id is string {
  return id !== undefined && /^[0-9]+$/.test(id);
}

export type ViewLayout = SavedView['layout'];

interface ColumnsNow {
  /** What the names of the view are called now; without those that are gone. */
  readonly names: ReadonlyMap<string, string>;
  /** Titles of the columns that the table has no more. */
  readonly lost: readonly string[];
}

/** A column that was given another name is known by its title, unless the view has that column, too. */
export function columnsNow({ columns, titles }: ViewLayout, known: readonly GridColumn[]): ColumnsNow {
  const ids = new Set(known.map(({ id }) => id));
  const taken = new Set(columns);
  const names = new Map<string, string>();
  const lost: string[] = [];
  columns.forEach((id, i) => {
    const title = titles[i] ?? id;
    const now = ids.has(id) ? id : known.find((one) => one.title === title && !taken.has(one.id))?.id;
    if (now === undefined) lost.push(title);
    else {
      taken.add(now);
      names.set(id, now);
    }
  });
  return { names, lost };
}

/** Columns that the view does not show, but sorts, groups or filters by, and that are gone: nothing tells their titles. */
function lostBehind(
  { columns, sort, group, filter }: ViewLayout,
  known: readonly GridColumn[],
): readonly string[] {
  const there = new Set([...columns, ...known.map(({ id }) => id)]);
  const asked = [...sort.map((term) => term.replace(/^-/, '')), ...group, ...filteredColumns(filter)];
  return [...new Set(asked)].filter((id) => !there.has(id));
}

function renamed(ids: readonly string[], names: ColumnsNow['names'], known: ReadonlySet<string>) {
  return ids.flatMap((term) => {
    const id = term.replace(/^-/, '');
    const now = names.get(id) ?? (known.has(id) ? id : undefined);
    return now === undefined ? [] : [term.startsWith('-') ? `-${now}` : now];
  });
}

/**
 * The table as a saved view shows it; what it leaves out can still be chosen. `all` has the columns, too, that the page
 * does not show at present: these are not lost.
 */
export function inSavedView(
  block: LinkedGrid,
  saved: SavedView,
  all: readonly GridColumn[] = block.columns,
): LinkedGrid {
  const { layout } = saved;
  const { names } = columnsNow(layout, block.columns);
  const { lost } = columnsNow(layout, all);
  const known = new Set(block.columns.map(({ id }) => id));
  const place = new Map([...names.values()].map((id, i) => [id, i]));
  const widths = new Map(layout.columns.map((id, i) => [names.get(id) ?? id, layout.widths[i] ?? null]));
  const last = place.size;
  const columns = block.columns
    .map((column) => {
      const width = widths.get(column.id) ?? null;
      // A view that has lost all of its columns shows the table as it is.
      const hidden = last === 0 ? column.hidden : !place.has(column.id);
      return { ...column, hidden, ...(width === null ? {} : { width, fits: false }) };
    })
    .sort((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  const { frozen } = layout;
  const types = filterTypes(block.columns);
  const stays = place.get(names.get(frozen ?? '') ?? '');
  return {
    ...block,
    columns,
    sort: renamed(layout.sort, names, known),
    group: renamed(layout.group, names, known),
    freeze: frozen === '' ? 0 : stays === undefined ? block.freeze : stays + 1,
    filter: (parseFilters(layout.filter ?? undefined, (id) => types(names.get(id) ?? id)) ?? []).map(
      (filter) => ({ ...filter, column: names.get(filter.column) ?? filter.column }),
    ),
    view: String(saved.id),
    saved,
    lost: [...lost, ...lostBehind(layout, all)],
  };
}
