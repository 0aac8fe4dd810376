import { patternProblem } from '../pattern/safe-pattern.ts';
import { under } from '../pointer.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Finding } from './check-value.ts';

/** Defaults that break the type or the limits beside them, wherever they stand in a definition. */
export function wrongDefaults(value: Json, pointer = ''): readonly Finding[] {
  if (Array.isArray(value)) return value.flatMap((inner, i) => wrongDefaults(inner, under(pointer, i)));
  if (!isJsonObject(value)) return [];
  const broken = Object.hasOwn(value, 'default') ? brokenBy(value) : null;
  return [
    ...(broken === null
      ? []
      : [
          {
            pointer: under(pointer, 'default'),
            rule: 'wrong-default',
            message: `The default ${JSON.stringify(value.default)} ${broken}, so what begins with it would be refused. Change one of the two.`,
          },
        ]),
    ...Object.entries(value).flatMap(([name, inner]) => wrongDefaults(inner, under(pointer, name))),
  ];
}

/** In what way a default breaks what stands beside it; null where it does not, or is computed. */
function brokenBy(field: JsonObject): string | null {
  const value = field.default ?? null;
  if (typeof value === 'number') return brokenNumber(value, field) ?? brokenEnum(value, field);
  if (typeof value === 'string') return brokenText(value, field) ?? brokenEnum(value, field);
  return typeof value === 'boolean' ? (brokenType('boolean', field) ?? brokenEnum(value, field)) : null;
}

/** The types that a value of each kind may have, in schemas and in parameters. */
const types: { readonly [kind: string]: readonly string[] } = {
  number: ['number', 'integer'],
  text: ['text', 'string', 'date'],
  boolean: ['boolean'],
};
const known = new Set(Object.values(types).flat());

function brokenType(kind: string, { type }: JsonObject): string | null {
  const fits = typeof type !== 'string' || !known.has(type) || types[kind]?.includes(type);
  return fits ? null : `is no ${type} ("type")`;
}

function brokenNumber(value: number, field: JsonObject): string | null {
  const { type, minimum, maximum } = field;
  if (type === 'integer' && !Number.isInteger(value)) return 'is no integer ("type")';
  if (typeof minimum === 'number' && value < minimum) return `is less than ${minimum} ("minimum")`;
  if (typeof maximum === 'number' && value > maximum) return `is more than ${maximum} ("maximum")`;
  return brokenType('number', field);
}

function brokenText(value: string, field: JsonObject): string | null {
  const { minLength, maxLength, pattern } = field;
  const { length } = [...value];
  if (typeof minLength === 'number' && length < minLength)
    return `has fewer than ${minLength} characters ("minLength")`;
  if (typeof maxLength === 'number' && length > maxLength)
    return `has more than ${maxLength} characters ("maxLength")`;
  // A pattern that may take for ever is a finding of its own, and is not tried.
  const tried = typeof pattern === 'string' && patternProblem(pattern) === null;
  if (tried && !new RegExp(pattern, 'u').test(value)) return `is not of the form "${pattern}" ("pattern")`;
  return brokenType('text', field);
}

function brokenEnum(value: string | number | boolean, field: JsonObject): string | null {
  return Array.isArray(field.enum) && !field.enum.includes(value)
    ? `is none of ${JSON.stringify(field.enum)} ("enum")`
    : null;
}
