import { rm } from 'node:fs/promises';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { Item } from '../../database/transaction.ts';
import { refuseOther } from '../../import/refuse-other.ts';
import { givenFile, givenName } from '../../plugins/given-file.ts';
import { createIn } from '../../records/in-transaction.ts';
import { attachmentWork, withAttachments } from './attachment-work.ts';
import { type Attachment, type FileType, filePath, readAttachment, storeFile } from './attachments.ts';

export interface GivenFile {
  /** The request's, unread. */
  readonly body: unknown;
  readonly name: string;
  readonly taken: readonly FileType[];
  /** The record that it is given to; nobody's but its owner's without one. */
  readonly item: Item | null;
  /** Throws where one more is too many. */
  readonly refuse: (client: DatabaseClient) => Promise<void>;
}

/** Stores what a request sends, and its row; a refusal leaves neither. */
export async function keepFile(context: Context, caller: Caller, given: GivenFile): Promise<Attachment> {
  const { dataDir } = context.config;
  const { file, type, size } = await storeFile(dataDir, givenFile(given.body), given.taken, (path) =>
    refuseOther(
      context,
      { name: given.name, path },
      given.taken.includes('application/pdf') ? 'PDF' : 'PHOTO',
    ),
  );
  try {
    return await withAttachments(context, caller, given.item, async (client) => {
      await given.refuse(client);
      const name = givenName(given.name, 'file');
      const ofItem = given.item ? { item_type: given.item.type, item_id: given.item.id } : {};
      const row = { user_id: caller.id, file, name, type, size_bytes: size, ...ofItem };
      const id = await createIn(attachmentWork(client, context, caller), row);
      return readAttachment(client, caller.id, id);
    });
  } catch (error) {
    await rm(filePath(dataDir, file), { force: true });
    throw error;
  }
}
