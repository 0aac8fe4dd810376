/** Column ids in order of weight, a leading `-` for descending. */
export type Sort = readonly string[];
export type Direction = 'ascending' | 'descending' | 'none';

/** The column of an entry of an order. */
export function columnOf(entry: string): string {
  return entry.replace(/^-/, '');
}

export function directionOf(sort: Sort, column: string): Direction {
  if (sort.includes(column)) return 'ascending';
  return sort.includes(`-${column}`) ? 'descending' : 'none';
}

/** Place of the column among several sort columns, from 1; 0 when it does not sort. */
export function rankOf(sort: Sort, column: string): number {
  return sort.findIndex((entry) => columnOf(entry) === column) + 1;
}

/** The columns by which rows are sorted before they are by one that is shown, though they themselves are not. */
export function sortsUnseen(sort: Sort, shown: ReadonlySet<string>): readonly string[] {
  const ids = sort.map(columnOf);
  return ids
    .slice(
      0,
      Math.max(
        ids.findLastIndex((id) => shown.has(id)),
        0,
      ),
    )
    .filter((id) => !shown.has(id));
}

/** Ascending, then descending, then not at all; `add` keeps the other columns. */
export function toggleSort(sort: Sort, column: string, add: boolean): Sort {
  const direction = directionOf(sort, column);
  const next = direction === 'none' ? [column] : direction === 'ascending' ? [`-${column}`] : [];
  if (!add) return next;
  if (direction === 'none') return [...sort, ...next];
  return sort.flatMap((entry) => (columnOf(entry) === column ? next : [entry]));
}

/** The column alone in a direction; `none` takes it out and leaves the others. */
export function sortBy(sort: Sort, column: string, direction: Direction): Sort {
  if (direction === 'none') return sort.filter((entry) => columnOf(entry) !== column);
  return [direction === 'ascending' ? column : `-${column}`];
}

/** Reads the URL's value; what does not name a sortable column is left out. */
export function parseSort(text: string | undefined, sortable: ReadonlySet<string>): Sort | null {
  if (text === undefined) return null;
  return text.split(',').filter((entry) => sortable.has(columnOf(entry)));
}

/** The URL holds only what the person chose: nothing for the definition's own order, `-` for none at all. */
export function printSort(sort: Sort, own: Sort): string | undefined {
  if (sort.join() === own.join()) return undefined;
  return sort.length === 0 ? '-' : sort.join();
}
