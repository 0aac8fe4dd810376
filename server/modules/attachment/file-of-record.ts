import { attachmentItem } from '../../access/attachment-item.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { Item } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';
import { withAttachments } from './attachment-work.ts';
import { type FileType, inOrder } from './attachments.ts';
import { demandItem } from './item-right.ts';

export interface FileRow {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  readonly type: FileType;
  readonly rotation: number;
  readonly size_bytes: number;
  readonly item_type: string | null;
  readonly item_id: number | null;
  readonly version: number;
  readonly [column: string]: unknown;
}

const columns = 'a.id, a.name, a.file, a.type, a.rotation, a.size_bytes, a.item_type, a.item_id, a.version';

/** The file of a record, for whoever may do so much with the record; any other is not there. */
export async function fileOfRecord(
  context: Context,
  caller: Caller,
  id: number,
  need: 'view' | 'change',
): Promise<FileRow & { readonly item: Item }> {
  const known = await attachmentItem(context.database, id);
  if (!known) throw new Problem('not-found');
  const item = await demandItem(context, caller, known, need);
  const { rows } = await withAttachments(context, caller, item, (client) =>
    client.query<FileRow>(`select ${columns} from attachment a where a.id = $1::bigint`, [id]),
  );
  if (!rows[0]) throw new Problem('not-found');
  return { ...rows[0], item };
}

/** Those of a record's files that are named, in the record's order. */
export async function filesOfRecord(
  context: Context,
  caller: Caller,
  asked: { readonly item_type: string; readonly item_id: number; readonly ids: readonly number[] },
): Promise<readonly FileRow[]> {
  const item = await demandItem(context, caller, asked, 'view');
  const { rows } = await withAttachments(context, caller, item, (client) =>
    client.query<FileRow>(
      `select ${columns} from attachment a
       where a.item_type = $1::text and a.item_id = $2::bigint and a.id = any($3::bigint[]) order by ${inOrder}`,
      [asked.item_type, asked.item_id, asked.ids],
    ),
  );
  const found = new Set(rows.map(({ id }) => id));
  const missing = asked.ids.find((id) => !found.has(id));
  if (missing !== undefined) throw new Problem('not-found', `File ${missing} is not one of this record.`);
  return rows;
}
