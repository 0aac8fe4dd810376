import type { Entity } from '#src/core/entity.ts';
import type { Told } from '#src/core/entity-parts.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import { notifyAfter } from '../access/notify.ts';
import type { Saved } from './saved.ts';
import type { RecordServer } from './served.ts';

/** What one person is told of all records of a save. */
interface Message {
  readonly tell: Told;
  readonly reader: number;
  readonly value: unknown;
  readonly ids: number[];
}

/** Each person once for all that got the same value; nobody of what they did themselves. */
function messagesOf({ tells = [] }: Entity, saved: readonly Saved[], caller: Caller): readonly Message[] {
  const messages = new Map<string, Message>();
  for (const tell of tells)
    for (const { before, after } of saved) {
      const { [tell.field]: value, [tell.reader]: reader, id } = after;
      if ((value ?? null) === null || value === before[tell.field]) continue;
      if (typeof reader !== 'number' || typeof id !== 'number' || reader === caller.id) continue;
      const key = JSON.stringify([tell.field, reader, value]);
      const message = messages.get(key) ?? { tell, reader, value, ids: [] };
      message.ids.push(id);
      messages.set(key, message);
    }
  return [...messages.values()];
}

/** Tells after the transaction who an entity says is told. A failure is logged and never undoes what was saved. */
export async function tellSaves(
  server: RecordServer,
  entity: Entity,
  saved: readonly Saved[],
  caller: Caller,
): Promise<void> {
  const { itemType } = entity.record;
  for (const { tell, reader, value, ids } of messagesOf(entity, saved, caller)) {
    const sent = async () => {
      const detail =
        tell.type === 'STGECHGD'
          ? { item_type: itemType, to_stage: await nameOf(server, caller, entity, tell.field, value), ids }
          : { ids };
      await notifyAfter(server.database, reader, tell.type, detail);
    };
    await sent().catch((error: unknown) =>
      server.log.failure(`notification of ${itemType} ${ids[0]}`, error),
    );
  }
}

/** A value as people call it, where its list is kept by hand. */
async function nameOf(
  { database }: RecordServer,
  caller: Caller,
  { fields }: Entity,
  field: string,
  value: unknown,
): Promise<string> {
  const list = fields[field]?.list ?? null;
  if (list === null) return String(value);
  const { rows } = await database.read(whoOf(caller), {}, (client) =>
    client.query<{ name: string }>(
      'select name from reference_item where list = $1::text and code = $2::text',
      [list, String(value)],
    ),
  );
  return rows[0]?.name ?? String(value);
}
