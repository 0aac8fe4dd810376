import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient, OwnerClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { type Attachment, readAttachment } from './attachments.ts';

/**
 * Rows of attachments are their owner's by row security; what a record's readers may do with the files of the record is
 * decided by the record (`item-right.ts`). Every call that does so passes here.
 */
export function withAttachments<Result>(
  context: Context,
  work: (client: OwnerClient) => Promise<Result>,
): Promise<Result> {
  return context.database.owner(work);
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
