import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { createBinder, quoted } from '../database/json-page.ts';
import { criteriaConditions } from './criteria.ts';
import { bestFirst } from './rank.ts';
import type { Values } from './read.ts';
import { joined, listedValue } from './record-fields.ts';
import { wordsStandIn } from './text-index.ts';
import { fieldsOfLabel, labelOf, openFields } from './told.ts';

export interface QuickFound {
  readonly id: number;
  readonly type: string;
  readonly label: string;
  /** What a person recognises it by. */
  readonly blurb: string;
  readonly address?: string;
}

interface Row {
  readonly n: number;
  readonly id: number;
  readonly text: string | null;
  /** The fields that its label names. */
  readonly named: Values;
  readonly [column: string]: unknown;
}

const most = 20;

/** The types that take part, as far as the caller may see them. */
export function quickEntities(entities: Iterable<Entity>, caller: Caller): readonly Entity[] {
  return [...entities].filter(
    ({ quick, record }) => quick && !record.own && caller.perms.has(record.permissions.view),
  );
}

/** What has this number, of every type: one statement. */
export async function quickById(
  client: DatabaseClient,
  entities: readonly Entity[],
  id: number,
  caller: Caller,
): Promise<readonly QuickFound[]> {
  const parts = entities.map(
    (entity, n) =>
      `select ${n} as n, id::bigint as id, ${shownText(entity, caller)} as text, ${namedBy(entity, caller)} as named
       from ${quoted(entity.record.view)} where id = $1::bigint`,
  );
  if (parts.length === 0) return [];
  const { rows } = await client.query<Row>(parts.join(' union all '), [id]);
  return rows.flatMap(({ n, text, named }) => {
    const entity = entities[n];
    if (!entity) return [];
    const label = labelOf(entity, id, { ...named, id });
    return [{ id, type: entity.record.itemType, label, blurb: text || label }];
  });
}

/** What holds all of these words, of every type that is found by words: the best of each, then the best of all. */
export async function quickByWords(
  client: DatabaseClient,
  entities: readonly Entity[],
  words: readonly string[],
  caller: Caller,
): Promise<readonly QuickFound[]> {
  if (words.length === 0) return [];
  const { bind, values } = createBinder();
  const order = bestFirst('text', words, bind);
  const parts: string[] = [];
  for (const [n, entity] of entities.entries()) {
    const fields = openFields(entity, entity.quick ?? [], caller);
    if (fields.length === 0) continue;
    const found = [
      await wordsStandIn(client, entity, fields, words, bind),
      ...criteriaConditions(entity.quickWhere ?? [], entity, bind),
    ].join(' and ');
    parts.push(
      `(select * from (select ${n} as n, id::bigint as id, ${joined(fields)} as text,
          ${namedBy(entity, caller)} as named from ${quoted(entity.record.view)}
        where ${found}) e order by ${order}, id limit ${most})`,
    );
  }
  if (parts.length === 0) return [];
  const text = `select n, id, text, named from (${parts.join(' union all ')}) q order by ${order}, n, id limit ${most}`;
  const { rows } = await client.query<Row>(text, values);
  return rows.flatMap(({ n, id, text: found, named }) => {
    const entity = entities[n];
    if (!entity) return [];
    const address = found ?? '';
    const label = labelOf(entity, id, { ...named, id });
    return [{ id, type: entity.record.itemType, address, label, blurb: address }];
  });
}

/** The fields of its label that the caller may read, as an object. */
function namedBy(entity: Entity, caller: Caller): string {
  const pairs = openFields(entity, fieldsOfLabel(entity), caller).map(
    (field) => `'${field.id}', ${listedValue(field)}`,
  );
  return `jsonb_build_object(${pairs.join(', ')})`;
}

/** What tells a record apart: the fields that find it, else the first of its preview. */
function shownText(entity: Entity, caller: Caller): string {
  const named = entity.quick?.length ? entity.quick : (entity.preview ?? []).slice(0, 1);
  const fields = openFields(entity, named, caller);
  return fields.length === 0 ? 'null::text' : `${joined(fields)}::text`;
}
