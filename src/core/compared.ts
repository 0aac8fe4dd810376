// Records side by side: how many stand beside each other, and where they do.

const fewest = 2;
const most = 4;

/** Whether so many records can be compared. */
export function isCompared(count: number): boolean {
  return count >= fewest && count <= most;
}

/** The page that compares records of a type, by the first segment of its routes. */
export function compareAddress(prefix: string, ids: readonly number[]): string {
  return `/${prefix}/compare/${ids.join()}`;
}
