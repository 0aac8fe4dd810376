/** Column ids, outermost first. */
export type Grouping = readonly string[];

/** Reads the URL's value; what is no column of the grid is left out. Null when nothing was chosen. */
export function parseGroup(text: string | undefined, columns: ReadonlySet<string>): Grouping | null {
  if (text === undefined) return null;
  return [...new Set(text.split(','))].filter((id) => columns.has(id)).slice(0, 5);
}

/** The URL holds only what the person chose: nothing for the definition's own groups, `-` for none at all. */
export function printGroup(group: Grouping, own: Grouping): string | undefined {
  if (group.join() === own.join()) return undefined;
  return group.length === 0 ? '-' : group.join();
}
