import { type Caller, whoOf, worksIn } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { quoted } from '../../database/json-page.ts';
import type { Item } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';

export type SeenItem = Item & {
  /** They may change such records, but not in the district where this one lies. */
  readonly elsewhere: boolean;
  readonly table: string;
  readonly version: number;
};

/** The record for whoever sees it, by permission and by its row; null for others. Its files are for whom it is. */
export async function seenItem(
  context: Context,
  caller: Caller,
  itemType: string,
  itemId: number,
): Promise<SeenItem | null> {
  const entity = [...context.definitions.current().entities.values()].find(
    ({ record }) => !record.own && record.itemType === itemType,
  );
  if (!entity) return null;
  const { table, permissions } = entity.record;
  if (!caller.perms.has(permissions.view)) return null;
  const who = whoOf(caller);
  const seen = await context.database.read(who, { timeoutMs: 5_000 }, async (client) => {
    const { rows } = await client.query<{ district: string | null; version: number }>(
      `select to_jsonb(t) ->> 'district_code' as district, version from ${quoted(table)} t where t.id = $1::bigint`,
      [itemId],
    );
    return rows[0] ?? null;
  });
  if (!seen) return null;
  const entitled = permissions.update !== null && caller.perms.has(permissions.update);
  const works = worksIn(caller, seen.district);
  const { version } = seen;
  const may = { change: entitled && works, elsewhere: entitled && !works };
  return { type: itemType, id: itemId, ...may, table, version };
}

/** A record that is not there, or not for the caller, has no files; who may not change it is told so. */
export async function demandItem(
  context: Context,
  caller: Caller,
  asked: { readonly item_type: string | null; readonly item_id: number | null },
  need: 'view' | 'change',
): Promise<SeenItem> {
  const { item_type, item_id } = asked;
  const item =
    item_type === null || item_id === null ? null : await seenItem(context, caller, item_type, item_id);
  if (!item) throw new Problem('not-found');
  if (need === 'change' && item.elsewhere)
    throw new Problem(
      'not-allowed',
      'This record lies in a district that you may search but not work in. Ask somebody who works there.',
    );
  if (need === 'change' && !item.change) throw new Problem('not-allowed');
  return item;
}
