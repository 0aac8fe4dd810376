import { Readable } from 'node:stream';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { officeDay } from '../../database/office-day.ts';
import { Problem } from '../../problem.ts';
import type { DocumentAsk } from '../../reports/document/gather.ts';
import { makeAtOnce } from '../document/make-at-once.ts';
import type { Attachment } from './attachments.ts';
import { refuseFull } from './full-record.ts';
import { demandItem, type SeenItem } from './item-right.ts';
import { keepFile } from './keep-file.ts';

const changed = 'The record was changed while its PDF was made, so none was kept. Keep it again.';

/** Throws where the record is no longer as it was: the PDF would be of two moments. */
async function refuseChanged(client: DatabaseClient, item: SeenItem, version: number): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `select version from ${quoted(item.table)} where id = $1::bigint`,
    [item.id],
  );
  if (rows[0]?.version !== version) throw new Problem('conflict', changed);
}

/** A PDF of a page as it is now, kept as a file of the record; `version`: that the record must have. */
export async function keepPrint(
  context: Context,
  caller: Caller,
  asked: { readonly item_type: string; readonly item_id: number },
  ask: DocumentAsk,
  version?: number,
): Promise<Attachment> {
  const item = await demandItem(context, caller, asked, 'change');
  const { bytes, title } = await makeAtOnce(ask, 'pdf', caller, context);
  return keepFile(context, caller, {
    body: Readable.from(bytes),
    name: `${title}, ${officeDay(context.now(), context.config.timeZone)}.pdf`,
    taken: ['application/pdf'],
    item,
    refuse: async (client) => {
      await refuseChanged(client, item, version ?? item.version);
      await refuseFull(client, item);
    },
  });
}
