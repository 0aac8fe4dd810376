import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { type ChildRows, childrenOf } from './plan-children.ts';
import { readWhole, type Values } from './read.ts';
import { fixedRows } from './record-fields.ts';

/** A record locked until the transaction ends. */
export interface Held {
  readonly id: number;
  readonly version: number;
  readonly updated_at: string;
  readonly updated_by: number | null;
  readonly updated_by_name: string | null;
  readonly district_code: string | null;
  readonly synthetic: boolean;
  /** The whole row as the table has it. */
  readonly row: Values;
  /** As its view shows it, with what is computed there: the rules read it, answers never. */
  readonly whole: Values;
  readonly children: ChildRows;
}

/**
 * Locks rows in the order of their ids, so that two who hold the same rows never wait for each other. A row that the
 * caller does not see is not there.
 */
export async function holdRecords(
  client: DatabaseClient,
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Held>> {
  const { rows } = await client.query<{ id: number; row: Values; name: string | null }>(
    `select t.id::bigint as id, row_to_json(t) as row,
       (select u.full_name from app_user u where u.id = t.updated_by) as name
     from ${quoted(entity.record.table)} t where t.id = any($1::bigint[]) order by t.id for update of t`,
    [ids],
  );
  // A statement of its own: this one sees what those wrote who held the rows before.
  const whole = await readWhole(client, entity, ids);
  const children = await holdChildren(client, entity, ids);
  return new Map(
    rows.map(({ id, row, name }) => [
      id,
      {
        id,
        version: Number(row.version),
        updated_at: new Date(String(row.updated_at)).toISOString(),
        updated_by: typeof row.updated_by === 'number' ? row.updated_by : null,
        updated_by_name: name,
        district_code: typeof row.district_code === 'string' ? row.district_code : null,
        synthetic: row.synthetic === true,
        row,
        whole: whole.get(id) ?? row,
        children: children.get(id) ?? {},
      },
    ]),
  );
}

/** The rows inside the records, under their names; the lock on the record holds them. */
async function holdChildren(
  client: DatabaseClient,
  entity: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ChildRows>> {
  const held = new Map<number, { [child: string]: Values[] }>(ids.map((id) => [id, {}]));
  for (const child of childrenOf(entity)) {
    const { id: name, table, parent, order } = child;
    const { rows } = await client.query<{ parent: number; row: Values }>(
      `select c.${quoted(parent)}::bigint as parent, to_json(c) as row from ${quoted(table)} c
       where c.${quoted(parent)} = any($1::bigint[])${fixedRows(child)} order by ${order === null ? '' : `c.${quoted(order)}, `}c.id`,
      [ids],
    );
    for (const { parent: owner, row } of rows) {
      const own = held.get(owner);
      if (own) own[name] = [...(own[name] ?? []), row];
    }
  }
  return held;
}

export async function holdRecord(client: DatabaseClient, entity: Entity, id: number): Promise<Held | null> {
  return (await holdRecords(client, entity, [id])).get(id) ?? null;
}
