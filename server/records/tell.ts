import type { Entity } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import { notifyAfter } from '../access/notify.ts';
import type { Held } from './hold.ts';
import type { RecordServer } from './served.ts';

/** Who is told of a move of which record. */
export interface ToldMove {
  readonly id: number;
  readonly to: string;
  readonly reader: number;
}

export function toldOf({ notify, to }: Move, { id, row }: Held): readonly ToldMove[] {
  const reader = notify === null ? null : row[notify];
  return typeof reader === 'number' ? [{ id, to, reader }] : [];
}

/** Each person is told once of all that came to one state. */
function messagesOf(told: readonly ToldMove[]) {
  const messages = new Map<
    string,
    { readonly reader: number; readonly to: string; readonly ids: number[] }
  >();
  for (const { id, to, reader } of told) {
    const key = JSON.stringify([reader, to]);
    const message = messages.get(key) ?? { reader, to, ids: [] };
    message.ids.push(id);
    messages.set(key, message);
  }
  return [...messages.values()];
}

/** Tells after the transaction. Its failure is logged and never undoes what was done. */
export async function tellMoves(
  { database, log }: RecordServer,
  { record }: Entity,
  told: readonly ToldMove[],
): Promise<void> {
  for (const { reader, to, ids } of messagesOf(told)) {
    const detail = { item_type: record.itemType, to_stage: to, ids };
    await notifyAfter(database, reader, 'STGECHGD', detail).catch((error: unknown) =>
      log.failure(`notification of ${record.itemType} ${ids[0]}`, error),
    );
  }
}
