// When this window searched last: kept over a reload, and for this window alone.
const key = 'cadastre.last-search';

interface Last {
  readonly search: string;
  readonly at: number;
}

let last: Last | null = null;

function read(): Last | null {
  if (last !== null) return last;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { search, at } = kept as Partial<Last>;
    last = typeof search === 'string' && typeof at === 'number' ? { search, at } : null;
  } catch {
    // Storage that is blocked, or holds something else.
  }
  return last;
}

export function lastSearch(): number {
  return read()?.at ?? 0;
}

/** A result that is opened was searched; one that is opened again, as after a reload or Back, was not. */
export function searched(search: string): void {
  if (read()?.search === search) return;
  last = { search, at: Date.now() };
  try {
    sessionStorage.setItem(key, JSON.stringify(last));
  } catch {
    // Kept in memory above.
  }
}
