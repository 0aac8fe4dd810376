import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { Problem } from '../problem.ts';
import { formatOfField, scalarOf } from './formats/formats.ts';
import { readRecord, type Values } from './read.ts';

/** A record by its natural key: the values in the order of the address, `001/12A/2025`. */
export async function findRecord(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  parts: readonly string[],
): Promise<Values | null> {
  const key = entity.key ?? [];
  if (key.length === 0)
    throw new Problem(
      'not-found',
      `A ${entity.singular ?? entity.title.toLowerCase()} is found by its number alone.`,
    );
  if (parts.length !== key.length) return null;
  const values: unknown[] = [];
  const conditions = key.map((id, i) => {
    const field = entity.fields[id];
    if (!field) throw new Error(`The key of "${entity.id}" names "${id}", which is no field.`);
    const text = parts[i] ?? '';
    const value = field.type === 'integer' || field.type === 'number' ? Number(text) : text;
    if (scalarOf(field).fault(value) !== null) return 'false';
    return `${quoted(id)} = $${values.push(value)}::${formatOfField(field).column}`;
  });
  const { rows } = await client.query<{ id: number }>(
    `select id::bigint as id from ${quoted(entity.record.view)} where ${conditions.join(' and ')} limit 2`,
    values,
  );
  const [found] = rows;
  return found && rows.length === 1 ? readRecord(client, entity, caller, found.id) : null;
}
