import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { Item } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { type Attachment, readAttachment } from './attachments.ts';

/**
 * By row security rows of attachments are their owner's, and those of the record that the caller was found to see or to
 * change (`item-right.ts`); null for one's own alone.
 */
export function withAttachments<Result>(
  context: Context,
  caller: Caller,
  item: Item | null,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  return context.database.write({ ...whoOf(caller), item }, work);
}

export function attachmentWork(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  what = 'this file',
): Work {
  return { client, server: context, caller, entity: ownEntity('attachment', context), what };
}

/** The work on a photo of the caller; somebody else's is not there. */
export async function workOnOwn(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  id: number,
): Promise<{ readonly work: Work; readonly photo: Attachment }> {
  const photo = await readAttachment(client, caller.id, id);
  if (!photo.own) throw new Problem('not-found');
  const current = () => readAttachment(client, caller.id, id);
  return { work: { ...attachmentWork(client, context, caller, 'this photo'), current }, photo };
}
