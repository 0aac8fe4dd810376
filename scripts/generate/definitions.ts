import type { MetaSchemas } from '#src/core/check/language.ts';
import { type Schema, schemaType, type TypeRules } from './schema-type.ts';

/** Kinds that are read by their members' names. A screen is walked by its meta-schema, whatever its members are. */
const kinds = ['codes', 'entity', 'expectation', 'form', 'operation', 'terms'] as const;

/** `src/generated/definitions.ts`: what a checked definition has, without shorthand and with its defaults. */
export function definitionsModule(meta: MetaSchemas): string {
  const named = kinds.flatMap((kind) => {
    const { definitions = {} } = meta[kind];
    const rules: TypeRules = { open: true, filled: true, nameOf: (ref) => typeName(kind, ref) };
    return Object.entries(definitions).map(
      ([name, schema]) => `export type ${typeName(kind, name)} = ${schemaType(schema as Schema, rules)};\n`,
    );
  });
  const members = kinds.map((kind) => {
    const rules: TypeRules = { open: true, filled: true, nameOf: (ref) => typeName(kind, ref) };
    return `  readonly ${kind}: ${schemaType(meta[kind] as Schema, rules, '  ')};`;
  });
  return [...named, 'export interface Definitions {', ...members, '}', ''].join('\n');
}

/** `#/definitions/field` of an entity is `EntityField`. */
function typeName(kind: string, ref: string): string {
  const words = [kind, ...(ref.split('/').at(-1) ?? ref).split(/[^A-Za-z0-9]+/)];
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}
