import type { EntityField } from '#src/core/entity.ts';
import type { ValueType } from '#src/core/values.ts';
import { boolean } from './boolean.ts';
import { date } from './date.ts';
import { datetime } from './datetime.ts';
import type { ScalarFormat, StoredFormat } from './format.ts';
import { integer } from './integer.ts';
import { linesFormat } from './lines.ts';
import { members } from './members.ts';
import { number } from './number.ts';
import { richText } from './rich-text.ts';
import { scalar } from './scalar.ts';
import { text } from './text.ts';

const scalars: { readonly [type in ValueType]?: ScalarFormat } = {
  integer,
  number,
  boolean,
  date,
  datetime,
  text,
};
const stored = new Map<ValueType, StoredFormat>(
  Object.entries(scalars).map(([type, format]) => [type as ValueType, scalar(format)]),
);
const plainText = scalar(text);
const lines = linesFormat((cell) => formatOfField(cell).parse);

/** The kind that a criterion's value has: formatted text is searched as plain text. */
export function scalarOf({ type }: Pick<EntityField, 'type'>): ScalarFormat {
  return scalars[type] ?? text;
}

export function formatOfField(field: EntityField): StoredFormat {
  if (field.lines) return lines;
  if (field.format === 'richText') return richText;
  if (field.type === 'json') return members;
  return stored.get(field.type) ?? plainText;
}
