// Who watches what the database is asked: counts, and what takes long.
import type { Work } from './work.ts';

export type TransactionRole = 'reader' | 'writer' | 'owner';

export interface SeenTransaction {
  readonly role: TransactionRole;
  readonly ended: 'committed' | 'rolled back';
  readonly ms: number;
  /** Waited for a connection. */
  readonly waitedMs: number;
}

export interface SlowStatement {
  readonly text: string;
  /** What kind of value each parameter had; never the value. */
  readonly parameters: readonly string[];
  readonly role: TransactionRole;
  readonly ms: number;
  readonly rows: number;
  readonly failed: boolean;
  readonly work: Work | null;
  /** The plan that the same caller would be given now, as EXPLAIN's JSON; the statement is not run. */
  readonly explain: () => Promise<unknown>;
}

export interface Observer {
  readonly transaction?: (seen: SeenTransaction) => void;
  readonly slow?: (statement: SlowStatement) => void;
  /** Whether something was found that had been kept. */
  readonly cache?: (name: string, hit: boolean) => void;
}

export interface Observation {
  /** Milliseconds from which on a statement is slow; null: none is. */
  slowMs: number | null;
  readonly add: (observer: Observer) => void;
  readonly transaction: (seen: SeenTransaction) => void;
  readonly slow: (statement: SlowStatement) => void;
  readonly cache: (name: string, hit: boolean) => void;
}

export function createObservation(): Observation {
  const observers: Observer[] = [];
  return {
    slowMs: null,
    add: (observer) => void observers.push(observer),
    transaction: (seen) => {
      for (const observer of observers) observer.transaction?.(seen);
    },
    slow: (statement) => {
      for (const observer of observers) observer.slow?.(statement);
    },
    cache: (name, hit) => {
      for (const observer of observers) observer.cache?.(name, hit);
    },
  };
}

export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (value instanceof Date) return 'moment';
  if (Buffer.isBuffer(value)) return 'bytes';
  return typeof value === 'string' ? 'text' : typeof value;
}
