import type { Entity } from '#src/core/entity.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { removeIn } from './in-transaction.ts';
import type { RecordServer } from './served.ts';

/** Deletes a record of the version that was read. */
export async function removeRecord(
  server: RecordServer,
  caller: Caller,
  entity: Entity,
  id: number,
  version: number,
): Promise<void> {
  const who = whoOf(caller);
  await server.database.write(who, (client) => removeIn({ client, server, caller, entity }, id, { version }));
}
