import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';

export type ItemRight = 'none' | 'view' | 'change';

/** What the caller may do with the files of a record: what they may do with the record, by permission and by its row. */
export async function itemRight(
  context: Context,
  caller: Caller,
  itemType: string,
  itemId: number,
): Promise<ItemRight> {
  const entity = [...context.definitions.current().entities.values()].find(
    ({ record }) => !record.own && record.itemType === itemType,
  );
  if (!entity) return 'none';
  const { table, permissions } = entity.record;
  if (!caller.perms.has(permissions.view)) return 'none';
  const who = whoOf(caller);
  const seen = await context.database.read(who, { timeoutMs: 5_000 }, async (client) => {
    const { rowCount } = await client.query(`select from ${quoted(table)} where id = $1::bigint`, [itemId]);
    return rowCount > 0;
  });
  if (!seen) return 'none';
  return permissions.update !== null && caller.perms.has(permissions.update) ? 'change' : 'view';
}

/** A record that is not there, or not for the caller, has no files; who may not change it is told so. */
export async function demandItem(
  context: Context,
  caller: Caller,
  item: { readonly item_type: string | null; readonly item_id: number | null },
  need: Exclude<ItemRight, 'none'>,
): Promise<ItemRight> {
  const { item_type, item_id } = item;
  const right =
    item_type === null || item_id === null ? 'none' : await itemRight(context, caller, item_type, item_id);
  if (right === 'none') throw new Problem('not-found');
  if (need === 'change' && right !== 'change') throw new Problem('not-allowed');
  return right;
}
