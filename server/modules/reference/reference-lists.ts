import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
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

const valuers = `select id, full_name as name, active, id::text as code, version from app_user
  where valuer order by active desc, lower(full_name), id`;

/** Lists that are tables of their own; they are changed on their own screens. */
const tables: ReadonlyMap<string, string> = new Map([
  [
    'districts',
    `select id, name, current as active, code::text as code, version from district order by current desc, code`,
  ],
  // A zone code has changed its meaning over time: one item names them all, the newest first.
  [
    'zones',
    `select min(id) as id, string_agg(distinct name, ' / ') as name,
       bool_or(active and valid_to >= current_date) as active, code, max(version) as version
     from zone group by code order by active desc, code`,
  ],
  // Codes are unique within a district only; as a filter the code alone chooses.
  [
    'components',
    `select min(id) as id, 'in ' || string_agg(distinct district_code, ', ') as name,
       bool_or(active) as active, code, max(version) as version
     from component group by code order by code`,
  ],
  [
    'propertyTypes',
    `select row_number() over (order by property_type)::integer as id, property_type as name, true as active,
       property_type as code, 1 as version
     from (select distinct property_type from property where property_type is not null) as t order by code`,
  ],
  [
    'regions',
    `select id, name, true as active, id::text as code, version from contract_region order by name`,
  ],
  ['valuers', valuers],
  ['vlstS', valuers],
  ['vlstA', valuers],
  ['vlstC', valuers],
  ['vlstW', valuers],
  ['valuer all', valuers],
]);

// Items whose code is a number stand in the numbers' order, whatever their length; land uses by nothing else.
const items = `select id, name, active, code, version, posn, extra from reference_item where list = $1::text
  order by active desc, case when list = 'landuse' then 0 else posn end, case when code ~ '^[0-9]{1,15}$' then code::bigint end nulls last, code`;

export function isTable(list: string): boolean {
  return tables.has(list);
}

async function isKnown(client: DatabaseClient, list: string, context: Context): Promise<boolean> {
  const named = context.definitions.current().codes.get('referenceList');
  if (named?.some((row) => row.code === list)) return true;
  const { rowCount } = await client.query('select from reference_item where list = $1::text limit 1', [list]);
  return rowCount > 0;
}

/** All items of a list, active or not. The districts of a list are those of the caller. */
export async function readList(
  client: DatabaseClient,
  list: string,
  caller: Caller,
  context: Context,
): Promise<readonly ReferenceItem[]> {
  const table = tables.get(list);
  const { rows } = await (table
    ? client.query<ReferenceItem>(table)
    : client.query<ReferenceItem>(items, [list]));
  if (rows.length === 0 && !table && !(await isKnown(client, list, context)))
    throw new Problem('not-found', `There is no reference list "${list.slice(0, 60)}".`);
  if (list !== 'districts' || caller.districts === '*') return rows;
  return rows.filter((row) => caller.districts.includes(row.code));
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

export function refuseTable(list: string): void {
  if (isTable(list))
    throw new Problem('refused', `The list "${list}" is changed on a page of its own, not here.`);
}
