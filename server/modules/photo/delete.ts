import { rm } from 'node:fs/promises';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import { holdOwn, photoPath } from './photos.ts';

export const handler: OperationHandler<{ params: { id: number }; query: Versioned }> = async (call) => {
  const caller = signedIn(call);
  const { context, params, query } = call;
  const file = await context.database.owner(async (client) => {
    const before = await holdOwn(client, caller.id, params.id);
    checkVersion(query, { version: before.version, current: before }, 'this photo');
    const { rows } = await client.query<{ file: string }>(
      'delete from photo where id = $1::bigint returning file',
      [params.id],
    );
    await writeAudit(client, caller.id, {
      table: 'photo',
      id: params.id,
      action: 'delete',
      fromVersion: before.version,
      fields: {
        item_type: { old: before.item_type, new: null },
        item_id: { old: before.item_id, new: null },
      },
      forced: false,
      district: null,
      synthetic: false,
    });
    return rows[0]?.file;
  });
  // After the row: a picture without a row is found by nobody, a row without its picture is an error.
  if (file !== undefined) await rm(photoPath(context.config.dataDir, file), { force: true });
};
