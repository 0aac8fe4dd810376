import type { MetaSchemas } from '#src/core/check/language.ts';
import { type SchemaNode, typesOf } from '#src/core/check/schema.ts';
import { type Schema, schemaType, type TypeRules } from './schema-type.ts';

/** The parts that the walk over the schema puts in the place of what was written. */
const parts = ['action', 'block', 'expression', 'format', 'text', 'widget'] as const;
type Part = (typeof parts)[number];

/** Walked by its schema, whatever its members are: a chart is a part of Vega-Lite. */
const walked: { readonly [block: string]: string } = { chart: 'spec' };

/** Given to every block in the same form: `LinkedBlock` has them. */
const shared: ReadonlySet<string> = new Set(['id', 'title', 'visibleWhen']);

/** What has to be there after the check is required, and what was written in its stead is gone. */
function asChecked(schema: Schema & SchemaNode, needs: readonly string[]): Schema & SchemaNode {
  const properties = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => !property['x-gathered'] && !(schema['x-several'] && name === 'ids'),
  );
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: [...needs, ...(schema.required ?? [])],
  };
}

/** After the check: no fragment stands in its use's place any more, no entry for several, and shorthand is written out. */
function checked(schema: Schema & SchemaNode): Schema {
  const { 'x-use': use, else: written } = schema as SchemaNode & { readonly else?: Schema & SchemaNode };
  if (use && written) return checked(written);
  const { 'x-needs': needs, ...whole } = schema;
  if (needs) return checked(asChecked(whole, needs));
  return schema['x-shorthand'] === undefined ? schema : { ...schema, type: 'object' };
}

/** What a place becomes by the annotations of its schema; null where it stays as it is. */
function partAt(schema: SchemaNode): string | null {
  const of = (part: Part) => `P['${part}']`;
  if (schema['x-blocks']) return `readonly ${of('block')}[]`;
  if (schema['x-actions']) return `readonly ${of('action')}[]`;
  if (schema['x-widget']) return of('widget');
  if (schema['x-expression']) return of('expression');
  if (schema['x-ref'] === 'format') return of('format');
  if (!schema['x-template']) return null;
  const others = (typesOf(schema) ?? []).filter((type) => type !== 'string');
  return [of('text'), ...others.map((type) => (type === 'integer' ? 'number' : type))].join(' | ');
}

/**
 * `src/generated/blocks.ts`: what a block's own linker is handed: shorthand expanded, defaults filled, and every text,
 * expression, action, widget and block inside linked by the walk over the schema. What these are, whoever reads it says.
 */
export function blocksModule(meta: MetaSchemas): string {
  const { definitions = {} } = meta.screen;
  const rules: TypeRules = {
    open: false,
    filled: true,
    read: (schema) => checked(schema as Schema & SchemaNode),
    partAt: (schema) => partAt(schema as SchemaNode),
  };
  const members = Object.entries(definitions)
    .filter(([name]) => name.startsWith('block.'))
    .map(([name, schema]) => {
      const block = name.slice('block.'.length);
      const { properties = {}, ...rest } = checked(schema as Schema & SchemaNode);
      const own = Object.entries(properties)
        .filter(([id]) => !shared.has(id) && (id !== 'data' || rest.required?.includes('data')))
        .map(([id, property]) => [id, walked[block] === id ? {} : property]);
      const members: { readonly [name: string]: Schema } = Object.fromEntries(own);
      return `  readonly ${JSON.stringify(block)}: ${schemaType({ ...rest, properties: members }, rules, '  ')};`;
    });
  return [
    'export interface Parts {',
    ...parts.map((part) => `  readonly ${part}: unknown;`),
    '}',
    '',
    'export interface BlockDefinitions<P extends Parts> {',
    ...members,
    '}',
    '',
  ].join('\n');
}
