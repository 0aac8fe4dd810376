import type { Entity } from '#src/core/entity.ts';
import type { Caller } from '../access/caller.ts';
import type { DatabaseClient } from '../database/client.ts';
import type { Definitions } from '../definitions/definitions.ts';
import { readFields } from './read.ts';
import { fieldsOfLabel, labelOf, openFields, writtenValue } from './told.ts';

/** A record on a hover card. */
export interface Preview {
  readonly label: string;
  readonly lines: readonly { readonly title: string; readonly text: string }[];
}

/** The fields of `preview` that the caller may read and that hold something; null where the record is not for them. */
export async function previewRecord(
  client: DatabaseClient,
  entity: Entity,
  caller: Caller,
  id: number,
  codes: Definitions['codes'],
): Promise<Preview | null> {
  const shown = openFields(entity, entity.preview ?? [], caller);
  const units = shown.flatMap(({ unitField }) => unitField ?? []);
  const names = ['id', ...fieldsOfLabel(entity), ...shown.map((field) => field.id), ...units];
  // Rows inside are not shown, so they are not read.
  const bare = { ...entity, children: {} };
  const found = await readFields(client, bare, openFields(entity, names, caller), [id]);
  const values = found.get(id);
  if (!values) return null;
  return {
    label: labelOf(entity, id, values),
    lines: shown.flatMap((field) => {
      const text = writtenValue(field, values, codes);
      return text === null ? [] : [{ title: field.title, text }];
    }),
  };
}
