import type { Json } from './values.ts';

/**
 * Keeps between runs what took time to find out. Only what is sound is kept, as JSON, under a key that names all that
 * decided about it; so what is recalled is what would be found out again.
 */
export interface Memory {
  /** Names texts, together with this engine's own sources. */
  readonly digest: (...texts: readonly (string | Uint8Array)[]) => string;
  /** What was kept last under the name; null when its key was another. */
  readonly recall: (name: string, key: string) => Json | null;
  readonly keep: (name: string, key: string, value: unknown) => void;
}

export interface KeptBeside {
  readonly memory: Memory;
  /** Names whatever decides about all that is kept. */
  readonly beside: string;
}
