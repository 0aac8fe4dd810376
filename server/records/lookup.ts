// What a picker asks: records by a few letters or a number, or the names of records that are chosen already.
import type { Entity, EntityField } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import { createBinder, quoted } from '../database/json-page.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { bestFirst } from './rank.ts';
import type { Values } from './read.ts';
import { joined, recordJson } from './record-fields.ts';
import { wordsStandIn } from './text-index.ts';
import { fieldsOfLabel, labelOf, openFields, writtenValue } from './told.ts';

export interface LookedUp {
  readonly id: number;
  readonly label: string;
  /** The fields of `lookup.show`, written for people; what the label says already is left out. */
  readonly text: string;
}

export interface Looked {
  readonly items: readonly LookedUp[];
  /** There are further ones than were asked for. */
  readonly more: boolean;
}

export type Ask = { readonly ids: readonly number[] } | { readonly text: string; readonly limit: number };

const longestNumber = 15;

/** One statement through row security: what the caller may not see is not there. */
export async function lookUp(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  ask: Ask,
  codes: Definitions['codes'],
): Promise<Looked> {
  const { search, show } = entity.lookup ?? { search: entity.quick ?? [], show: entity.preview ?? [] };
  const shown = openFields(entity, show, caller);
  const fields = readFields(entity, shown, caller);
  const { bind, values } = createBinder();
  const found =
    'ids' in ask
      ? `v."id" = any(${bind(ask.ids)}::bigint[])`
      : await byText(client, entity, openFields(entity, search, caller), ask, bind);
  const limit = 'ids' in ask ? ask.ids.length : ask.limit;
  // Rows inside are no part of a name.
  const text = recordJson({ ...entity, children: {} }, fields, found);
  const { rows } = await client.query<{ id: number; record: string }>(`${text} limit ${limit + 1}`, values);
  const items = rows.slice(0, limit).map(({ id, record }) => {
    const json: unknown = JSON.parse(record);
    const read: Values = isJsonObject(json) ? json : {};
    const parts = shown.flatMap((field) => writtenValue(field, read, codes) ?? []);
    const label = labelOf(entity, id, read);
    return { id, label, text: parts.filter((part) => part !== label).join(' · ') };
  });
  return { items, more: rows.length > limit };
}

/** What is shown, what the label names, and the units beside them. */
function readFields(entity: Entity, shown: readonly EntityField[], caller: Caller): readonly EntityField[] {
  const units = shown.flatMap(({ unitField }) => unitField ?? []);
  return openFields(entity, ['id', ...fieldsOfLabel(entity), ...shown.map(({ id }) => id), ...units], caller);
}

/** By number, and by words that all stand in the fields of `lookup.search`; the one with the number comes first. */
async function byText(
  client: DatabaseClient,
  entity: Entity,
  fields: readonly EntityField[],
  { text }: { readonly text: string },
  bind: (value: unknown) => string,
): Promise<string> {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '');
  const [only = ''] = words;
  const isNumber = words.length === 1 && /^\d+$/.test(only) && only.length <= longestNumber;
  if (words.length === 0) return `true order by ${quoted('id')} desc`;
  const matches = await wordsStandIn(client, entity, fields, words, bind);
  const order = [...(fields.length === 0 ? [] : [bestFirst(joined(fields), words, bind)]), quoted('id')].join(
    ', ',
  );
  if (!isNumber) return `${matches} order by ${order}`;
  const number = `v."id" = ${bind(Number(only))}::bigint`;
  return `(${number} or (${matches})) order by (${number}) desc, ${order}`;
}
