import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { Plan } from './plan.ts';
import type { AfterSave, Saved } from './saved.ts';
import type { RecordServer } from './served.ts';
import { tellSaves } from './tell-saves.ts';

/** Of plans that were written: only where something follows, so that nothing else is held. */
export function savedOf(
  { afterSave }: { readonly afterSave: AfterSave },
  { id, tells = [] }: Entity,
  plans: readonly Plan[],
): readonly Saved[] {
  if (!afterSave.has(id) && tells.length === 0) return [];
  return plans.flatMap(({ action, record: { before, after } }) =>
    action === 'update' && before && after ? [{ before, after }] : [],
  );
}

/** After the transaction. */
export async function followSaves(
  server: RecordServer,
  entity: Entity,
  saved: readonly Saved[],
  caller: Caller,
): Promise<void> {
  if (saved.length === 0) return;
  server.afterSave.get(entity.id)?.(saved, caller);
  await tellSaves(server, entity, saved, caller);
}
