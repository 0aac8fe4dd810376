import type { Entity } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import { notifyUser } from './notifications.ts';
import type { RecordServer } from './served.ts';

/** Tells after the transaction. Its failure is logged and never undoes what was done. */
export async function tellMove(
  { database, log }: RecordServer,
  { record }: Entity,
  id: number,
  { to }: Move,
  reader: unknown,
): Promise<void> {
  if (typeof reader !== 'number') return;
  const detail = { item_type: record.itemType, to_stage: to, ids: [id] };
  await database
    .owner((client) => notifyUser(client, reader, 'STGECHGD', detail))
    .catch((error: unknown) => log.failure(`notification of ${record.itemType} ${id}`, error));
}
