import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { type ReferenceItem, readItem } from './reference-lists.ts';

export function itemWork(client: DatabaseClient, context: Context, caller: Caller): Work {
  return { client, server: context, caller, entity: ownEntity('referenceItem', context), what: 'this item' };
}

/** The work on an item that is there, in this list. */
export async function workOnItem(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  list: string,
  id: number,
): Promise<{ readonly work: Work; readonly item: ReferenceItem }> {
  const item = await readItem(client, list, id);
  if (!item) throw new Problem('not-found');
  const current = () => readItem(client, list, id);
  return { work: { ...itemWork(client, context, caller), current }, item };
}
