import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import { holdOwn, maySeeItem, readPhoto } from './photos.ts';

interface Body extends Versioned {
  readonly item_type: string | null;
  readonly item_id: number | null;
}

function refuse(message: string): never {
  throw new Problem('refused', message, { errors: [{ pointer: '/item_id', message }] });
}

export const handler: OperationHandler<{ params: { id: number }; body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { body, context, params } = call;
  const { item_type, item_id } = body;
  if ((item_type === null) !== (item_id === null))
    refuse('Name the kind of the item and its number, or neither.');
  if (item_type !== null && item_id !== null && !(await maySeeItem(context, caller, item_type, item_id)))
    refuse(`There is no item ${item_id} of this kind, or you may not see it.`);
  return context.database.owner(async (client) => {
    const before = await holdOwn(client, caller.id, params.id);
    const forced = checkVersion(body, { version: before.version, current: before }, 'this photo');
    await client.query(
      `update photo set item_type = $2::text, item_id = $3::bigint, version = version + 1, updated_by = $4::bigint
       where id = $1::bigint`,
      [params.id, item_type, item_id, caller.id],
    );
    await writeAudit(client, caller.id, {
      table: 'photo',
      id: params.id,
      action: 'update',
      fromVersion: before.version,
      fields: {
        item_type: { old: before.item_type, new: item_type },
        item_id: { old: before.item_id, new: item_id },
      },
      forced,
      district: null,
      synthetic: false,
    });
    return readPhoto(client, caller.id, params.id);
  });
};
