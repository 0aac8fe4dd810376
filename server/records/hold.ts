import type { Entity } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { readWhole, type Values } from './read.ts';

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
  const whole = entity.check?.length ? await readWhole(client, entity, ids) : new Map<number, Values>();
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
      },
    ]),
  );
}

export async function holdRecord(client: DatabaseClient, entity: Entity, id: number): Promise<Held | null> {
  return (await holdRecords(client, entity, [id])).get(id) ?? null;
}
