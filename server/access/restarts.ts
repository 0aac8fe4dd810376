/** What `npm start` tells of the server before this one; docs/operations.md describes it. */
export interface Restarts {
  readonly count: number;
  readonly at: string | null;
  readonly reason: string | null;
}

const none: Restarts = { count: 0, at: null, reason: null };

export function readRestarts(text: string | undefined): Restarts {
  try {
    const given: unknown = JSON.parse(text ?? 'null');
    if (typeof given !== 'object' || given === null) return none;
    const { count, at, reason } = { count: 0, at: null, reason: null, ...given };
    if (typeof count !== 'number' || typeof at !== 'string' || typeof reason !== 'string') return none;
    return { count, at, reason };
  } catch {
    return none;
  }
}
