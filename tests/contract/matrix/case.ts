// What the matrix expects of one operation. Rights that the operation's file demands are the runner's to know.
import type { Answer } from '#tests/support/http.ts';
import type { At, Place } from './ground.ts';

export interface Asked {
  readonly path: string;
  readonly body?: object;
  /** An upload. */
  readonly bytes?: Buffer;
  /** Instead of the asker's. */
  readonly token?: string;
}

/** `ok`: any 2xx; else the status of the refusal. */
export type Expected = 'ok' | number;

export interface Case {
  /** A true request about what lies at the place, made for this one call. */
  readonly ask: (at: At) => Asked | Promise<Asked>;
  /** By where it lies; one answer for what lies in no district. */
  readonly answers: Expected | { readonly [place in Place]: Expected };
  /** What those get who lack a right that only the request shows; null: they lack none. */
  readonly lacks?: (at: At) => Expected | null;
  /** What must be true of an answer of 2xx besides; a sentence where it is not. */
  readonly fault?: (answer: Answer, at: At) => string | null | Promise<string | null>;
}

export const reads = { own: 'ok', searched: 'ok', foreign: 404 } as const;
export const writes = { own: 'ok', searched: 403, foreign: 404 } as const;
/** Answered everywhere: what differs is told by `fault`. */
export const everywhere = { own: 'ok', searched: 'ok', foreign: 'ok' } as const;

/** What lies in no district, for whoever has the right. */
export function nowhere(ask: Case['ask'], lacks?: Case['lacks']): Case {
  return { ask, answers: 'ok', ...(lacks ? { lacks } : {}) };
}

/** Whether something is told, which is to be so where the place is seen. */
export function seenWhereSeen(told: boolean, { place }: At): string | null {
  if (told === (place !== 'foreign')) return null;
  return told
    ? 'tells what lies in a foreign district'
    : 'does not tell what lies in a district that is seen';
}
