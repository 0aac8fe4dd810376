import { describe, expect, it } from 'vitest';
import { readMeta } from '#scripts/screens/read-definitions.ts';
import type { MetaSchemas } from '#src/core/check/language.ts';
import type { SchemaNode } from '#src/core/check/schema.ts';
import { root } from './fixture.ts';

const nested = ['items', 'additionalProperties', 'if', 'then', 'else'] as const;
const choices = ['anyOf', 'oneOf'] as const;

/** Every property below a schema that lacks a description or an example, by its way. */
function unexplained(meta: MetaSchemas, kind: keyof MetaSchemas): readonly string[] {
  const found: string[] = [];
  let properties = 0;
  const walk = (node: SchemaNode, way: string): void => {
    for (const [name, property] of Object.entries(node.properties ?? {})) {
      properties += 1;
      const target = property.$ref?.replace(/^.*#\/definitions\//, '');
      const own: SchemaNode = { ...(target ? meta[kind].definitions?.[target] : {}), ...property };
      const here = `${way}.${name}`;
      if (!own.description) found.push(`${here} has no description`);
      if (!own.examples?.length) found.push(`${here} has no example`);
      walk(property, here);
    }
    // What an `if` and its branches say of a property is a condition, not the property.
    const conditional = node.if !== undefined && !node['x-use'];
    for (const word of conditional ? [] : nested) {
      const inner = node[word];
      if (typeof inner === 'object') walk(inner, `${way}[]`);
    }
    for (const word of choices) for (const one of node[word] ?? []) walk(one, way);
    for (const [name, one] of Object.entries(node.definitions ?? {})) walk(one, `${kind}#${name}`);
  };
  walk(meta[kind], kind);
  expect(properties).toBeGreaterThan(0);
  return found;
}

const meta = readMeta(root);

describe('the meta-schemas', () => {
  it.each(Object.keys(meta) as (keyof MetaSchemas)[])(
    'explain every property of a %s and give an example',
    (kind) => {
      expect(unexplained(meta, kind)).toEqual([]);
    },
  );

  it('would be caught without one', () => {
    const bare = { ...meta, codes: { properties: { a: { type: 'object', properties: { b: {} } } } } };
    expect(unexplained(bare, 'codes')).toEqual([
      'codes.a has no description',
      'codes.a has no example',
      'codes.a.b has no description',
      'codes.a.b has no example',
    ]);
  });
});
