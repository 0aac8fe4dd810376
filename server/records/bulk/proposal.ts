import type { Entity } from '#src/core/entity.ts';
import type { Rejection } from '../../problem.ts';
import type { Values } from '../read.ts';

/** What is asked of one record among many. */
export type Proposal = {
  /** Null for a new record. */
  readonly id: number | null;
  /** The version that was read; null: whichever stands. */
  readonly version: number | null;
  /** Why it is not done, where whoever proposes knows already. */
  readonly refused?: string | null;
} & (
  | { readonly does: 'save'; readonly values: Values }
  | { readonly does: 'create'; readonly values: Values }
  | {
      readonly does: 'move';
      readonly move: string;
      readonly by?: 'server';
      /** Fields that the work writes with the state. */
      readonly values?: Values;
    }
  | { readonly does: 'delete' }
  | { readonly does: 'undo' }
);

/** A field that a change gives another value, as the person who asked may see it. */
export interface ShownChange {
  readonly id: string;
  readonly title: string;
  readonly old: unknown;
  readonly new: unknown;
  /** As lists write it; null where there is none. */
  readonly old_text: string | null;
  readonly new_text: string | null;
}

/** What became of one proposal. */
export interface Outcome {
  readonly id: number | null;
  /** What the record is called; null for a new one, and for one that is not there. */
  readonly label: string | null;
  /** `same`: it stood so already, and nothing was written. */
  readonly outcome: 'done' | 'same' | 'refused';
  /** After the change; null where the record is gone or was not changed. */
  readonly version: number | null;
  readonly message: string | null;
  readonly errors: readonly Rejection[];
  readonly changes: readonly ShownChange[];
}

export interface Tally {
  readonly found: number;
  readonly done: number;
  readonly same: number;
  readonly refused: number;
  /** Of all that was planned: the same stamp means the same records in the same versions with the same changes. */
  readonly stamp: string;
  /** The first ones: changed, and refused. */
  readonly rows: readonly Outcome[];
  /** What a command says of all of it. */
  readonly summary?: string;
}

export function oneOf(entity: Entity): string {
  return entity.singular ?? entity.title.toLowerCase();
}
