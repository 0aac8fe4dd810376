import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { followSaves, savedOf } from './after-save.ts';
import { demandVersion } from './conflict.ts';
import { saveIn } from './in-transaction.ts';
import type { Change } from './plan.ts';
import { readRecord, type Values } from './read.ts';
import type { RecordServer } from './served.ts';
import { orUnique } from './unique.ts';

/** Saves one record of a person: hold, compare, plan, write, and read it as that person may. */
export async function saveRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  change: Change,
): Promise<Values | null> {
  demandVersion(change);
  const who = whoOf(caller);
  const written = server.database.write(who, async (client) => {
    const plan = await saveIn({ client, server, caller, entity }, id, change);
    return { record: await readRecord(client, entity, caller, id), saved: savedOf(server, entity, [plan]) };
  });
  const { record, saved } = await orUnique(server, entity, written);
  await followSaves(server, entity, saved, caller);
  return record;
}
