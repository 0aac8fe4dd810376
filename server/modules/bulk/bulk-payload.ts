import type { Criterion } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Values } from '../../records/read.ts';

export const BULK = 'bulk';

/** What is to be done to many records of a list. */
export type Asked =
  | { readonly does: 'set'; readonly values: Values }
  | { readonly does: 'move'; readonly move: string }
  | { readonly does: 'delete' }
  | { readonly does: 'command'; readonly command: string; readonly params: Values }
  /** `of`: what the job did that is taken back. */
  | { readonly does: 'undo'; readonly job: number; readonly of: 'set' | { readonly command: string } };

/** What a job of this kind is about. */
export interface BulkPayload {
  readonly list: string;
  readonly asked: Asked;
  /** Which records: these, or all that a search finds when the job runs. */
  readonly ids: readonly number[] | null;
  readonly criteria: readonly Criterion[] | null;
  /** Shows what would be done and keeps nothing of it. */
  readonly preview: boolean;
  /** How many records are to stand as asked afterwards; another number, and nothing is kept. */
  readonly expected: number | null;
  /** Of the preview that was looked at; another, and nothing is kept. */
  readonly stamp: string | null;
}

export function isBulkPayload(value: unknown): value is BulkPayload {
  return isJsonObject(value) && typeof value.list === 'string' && isJsonObject(value.asked);
}
