import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import type { Referred } from './ground.ts';
import { readWhole, type Values } from './read.ts';
import type { RecordServer } from './served.ts';

/** The records that changes refer to, read through row security: what the caller may not see is not there. */
export async function readReferred(
  client: DatabaseClient,
  { definitions }: Pick<RecordServer, 'definitions'>,
  entity: Entity,
  caller: Pick<Caller, 'perms'>,
  changes: readonly Values[],
): Promise<Referred> {
  const wanted = new Map<string, Set<number>>();
  for (const [field, target] of Object.entries(entity.refs ?? {}))
    for (const { [field]: number } of changes)
      if (typeof number === 'number') wanted.set(target, (wanted.get(target) ?? new Set()).add(number));
  const found = new Map<string, ReadonlyMap<number, Values>>();
  for (const [id, numbers] of wanted) {
    const target = definitions.current().entities.get(id);
    if (target && caller.perms.has(target.record.permissions.view))
      found.set(id, await readWhole(client, target, [...numbers].filter(Number.isSafeInteger)));
  }
  return found;
}
