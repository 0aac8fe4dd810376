import type { GridColumn } from './definition.ts';

/** Column ids, outermost first. */
export type Grouping = readonly string[];

export const mostLevels = 5;
const noGroups: ReadonlySet<string> = new Set(['json', 'list']);

/** Whether rows have groups by a field: by a single value. */
export function mayGroup({ field }: Pick<GridColumn, 'field'>): boolean {
  return !noGroups.has(field.type);
}

/** Reads the URL's value; what is no column of the grid is left out. Null when nothing was chosen. */
export function parseGroup(text: string | undefined, columns: ReadonlySet<string>): Grouping | null {
  if (text === undefined) return null;
  return [...new Set(text.split(','))].filter((id) => columns.has(id)).slice(0, mostLevels);
}

/** The URL holds only what the person chose: nothing for the definition's own groups, `-` for none at all. */
export function printGroup(group: Grouping, own: Grouping): string | undefined {
  if (group.join() === own.join()) return undefined;
  return group.length === 0 ? '-' : group.join();
}
