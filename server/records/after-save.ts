import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { Plan } from './plan.ts';
import type { Values } from './read.ts';

/** A record before a save of a person, and after it. */
export interface Saved {
  readonly before: Values;
  readonly after: Values;
}

/** What follows, by the id of the entity, once saved records are kept. */
export type AfterSave = ReadonlyMap<string, (saved: readonly Saved[], caller: Caller) => void>;

/** Of plans that were written: only where something follows, so that nothing else is held. */
export function savedOf(
  { afterSave }: { readonly afterSave: AfterSave },
  { id }: Entity,
  plans: readonly Plan[],
): readonly Saved[] {
  if (!afterSave.has(id)) return [];
  return plans.flatMap(({ action, record: { before, after } }) =>
    action === 'update' && before && after ? [{ before, after }] : [],
  );
}

/** After the transaction. */
export function followSaves(
  { afterSave }: { readonly afterSave: AfterSave },
  { id }: Entity,
  saved: readonly Saved[],
  caller: Caller,
): void {
  if (saved.length > 0) afterSave.get(id)?.(saved, caller);
}
