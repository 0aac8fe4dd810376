import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import { planRemove } from './plan.ts';
import { holdVersion } from './save.ts';
import type { RecordServer } from './served.ts';
import { writePlans } from './write.ts';

/** Deletes a record of the version that was read. */
export async function removeRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  version: number,
): Promise<void> {
  const who = { userId: caller.id, districts: caller.districts };
  await server.database.write(who, async (client) => {
    const held = await holdVersion(client, entity, caller, id, { version });
    await writePlans(client, [planRemove(entity, held)], caller.id);
  });
}
