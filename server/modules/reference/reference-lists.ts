import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { quoted } from '../../database/json-page.ts';
import { Problem } from '../../problem.ts';

/** An item of a reference list as the specification names its members. */
export interface ReferenceItem {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly code: string;
  readonly version: number;
  readonly [column: string]: unknown;
}

/** The view of a list whose items are records of their own, changed on their own pages; null where people keep it here. */
function viewOf(list: string, context: Context): string | null {
  return context.definitions.current().lists.get(list) ?? null;
}

// Items whose code is a number stand in the numbers' order, whatever their length; land uses by nothing else.
const items = `select id, name, active, code, version, posn, extra from reference_item where list = $1::text
  order by active desc, case when list = 'landuse' then 0 else posn end, case when code ~ '^[0-9]{1,15}$' then code::bigint end nulls last, code`;

export function isTable(list: string, context: Context): boolean {
  return viewOf(list, context) !== null;
}

async function isKnown(client: DatabaseClient, list: string, context: Context): Promise<boolean> {
  const named = context.definitions.current().codes.get('referenceList');
  if (named?.some((row) => row.code === list)) return true;
  const { rowCount } = await client.query('select from reference_item where list = $1::text limit 1', [list]);
  return rowCount > 0;
}

export function noList(list: string): Problem {
  return new Problem('not-found', `There is no reference list "${list.slice(0, 60)}".`);
}

/** All items of a list, active or not; null where there is no such list. The districts of a list are those of the caller. */
export async function findList(
  client: DatabaseClient,
  list: string,
  caller: Caller,
  context: Context,
): Promise<readonly ReferenceItem[] | null> {
  const view = viewOf(list, context);
  const { rows } = await (view
    ? client.query<ReferenceItem>(
        `select id, name, active, code, version from ${quoted(view)} order by active desc, posn, id`,
      )
    : client.query<ReferenceItem>(items, [list]));
  if (rows.length === 0 && !view && !(await isKnown(client, list, context))) return null;
  if (list !== 'districts' || caller.districts === '*') return rows;
  return rows.filter((row) => caller.districts.includes(row.code));
}

/** The same where an unknown list is the caller's mistake. */
export async function readList(
  client: DatabaseClient,
  list: string,
  caller: Caller,
  context: Context,
): Promise<readonly ReferenceItem[]> {
  const items = await findList(client, list, caller, context);
  if (items === null) throw noList(list);
  return items;
}

export async function readItem(
  client: DatabaseClient,
  list: string,
  id: number,
): Promise<ReferenceItem | null> {
  const { rows } = await client.query<ReferenceItem>(
    'select id, name, active, code, version, posn, extra from reference_item where list = $1::text and id = $2::bigint',
    [list, id],
  );
  return rows[0] ?? null;
}

export function refuseTable(list: string, context: Context): void {
  if (isTable(list, context))
    throw new Problem('refused', `The list "${list}" is changed on a page of its own, not here.`);
}
