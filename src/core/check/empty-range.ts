import { under } from '../pointer.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Finding } from './check-value.ts';

const bounds = [
  ['minimum', 'maximum'],
  ['min', 'max'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['least', 'most'],
] as const;

/** Limits between which there is nothing, wherever they stand in a definition. */
export function emptyRanges(value: Json, pointer = ''): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((inner, i) => emptyRanges(inner, under(pointer, i)));
  if (!isJsonObject(value)) return [];
  return [
    ...bounds.flatMap((pair) => emptyBetween(value, pair, pointer)),
    ...Object.entries(value).flatMap(([name, inner]) => emptyRanges(inner, under(pointer, name))),
  ];
}

function emptyBetween(
  value: JsonObject,
  [least, most]: (typeof bounds)[number],
  pointer: string,
): readonly Finding[] {
  const [from, to] = [value[least], value[most]];
  if (typeof from !== 'number' || typeof to !== 'number') return [];
  const whole = value.type === 'integer';
  if (whole ? Math.ceil(from) <= Math.floor(to) : from <= to) return [];
  return [
    {
      pointer: under(pointer, most),
      rule: 'empty-range',
      message: `No ${whole ? 'whole number' : 'value'} is at least ${from} ("${least}") and at most ${to} ("${most}"), so nothing would ever be accepted. Change one of the two.`,
    },
  ];
}
