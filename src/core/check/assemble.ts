// Puts the base files and the schemas of blocks, actions and widgets together to what a definition may say.
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { MetaSchemas } from './language.ts';
import type { SchemaNode } from './schema.ts';

export interface LanguageParts {
  readonly base: MetaSchemas;
  readonly blocks: { readonly [type: string]: SchemaNode };
  readonly actions: { readonly [type: string]: SchemaNode };
  readonly widgets: { readonly [type: string]: SchemaNode };
}

export function assembleMetaSchemas({ base, blocks, actions, widgets }: LanguageParts): MetaSchemas {
  const definitions: { [name: string]: SchemaNode } = {};
  const { blockBase, actionBase, widgetBase, ...shared } = base.screen.definitions ?? {};
  Object.assign(definitions, shared);
  addParts(definitions, 'block', blocks, blockBase ?? {});
  addParts(definitions, 'action', actions, actionBase ?? {});
  addParts(definitions, 'widget', widgets, widgetBase ?? {});
  definitions.block = selection('block', blocks);
  definitions.action = selection('action', actions);
  definitions.widgetObject = selection('widget', widgets);
  return { ...base, screen: forEditors({ ...base.screen, definitions }) };
}

function addParts(
  definitions: { [name: string]: SchemaNode },
  kind: string,
  parts: { readonly [type: string]: SchemaNode },
  base: SchemaNode,
): void {
  for (const [type, schema] of Object.entries(parts)) {
    const prefix = `${kind}.${type}`;
    const { $schema: _, definitions: inner, ...own } = schema as SchemaNode & { readonly $schema?: string };
    for (const [name, part] of Object.entries(inner ?? {}))
      definitions[`part.${prefix}.${name}`] = renamed(part, prefix);
    const properties = { ...base.properties, ...renamedAll(own.properties ?? {}, prefix) };
    definitions[prefix] = {
      ...own,
      type: 'object',
      additionalProperties: false,
      // What a part fills in by itself nobody has to say.
      required: [...new Set([...(base.required ?? []), ...(own.required ?? [])])].filter(
        (name) => properties[name]?.default === undefined,
      ),
      properties: {
        ...properties,
        type: { const: type, description: own.description ?? `${type} ${kind}.`, examples: [type] },
      },
    };
  }
}

// A part's own definitions move into the one document, under the part's name.
function renamed(schema: SchemaNode, prefix: string): SchemaNode {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        name === '$ref' && typeof inner === 'string'
          ? inner.replace('#/definitions/', `#/definitions/part.${prefix}.`)
          : walk(inner),
      ]),
    );
  };
  return walk(schema as JsonObject) as SchemaNode;
}

function renamedAll(
  properties: { readonly [name: string]: SchemaNode },
  prefix: string,
): { readonly [name: string]: SchemaNode } {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, renamed(schema, prefix)]),
  );
}

// Editors read if/then; our own check selects by `type` itself, so that its findings are about one part.
function selection(kind: string, parts: { readonly [type: string]: SchemaNode }): SchemaNode {
  const types = Object.keys(parts).sort();
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: types, description: `Which ${kind} it is.`, examples: types.slice(0, 1) } },
    allOf: types.map((type) => ({
      if: { properties: { type: { const: type } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: { $ref: `#/definitions/${kind}.${type}` },
    })),
  } as SchemaNode;
}

/** An entry of a list, or the use of a part in its stead. */
function orUse(kind: 'fragment' | 'action', entry: JsonObject): JsonObject {
  return {
    'x-use': kind,
    if: { type: 'object', required: [kind], not: { required: ['type'] } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { $ref: `#/definitions/${kind}Use` },
    else: entry,
  };
}

/** An entry of a list of fields, which may stand for several that differ by their id alone. */
function orSeveral(entry: JsonObject): JsonObject {
  const properties = isJsonObject(entry.properties) ? entry.properties : {};
  const { id, ...others } = properties;
  const required = Array.isArray(entry.required) ? entry.required : [];
  const ids = {
    type: 'array',
    minItems: 1,
    maxItems: 60,
    uniqueItems: true,
    items: id ?? {},
    description:
      'In place of `id`: several, one after the other, of which all that is said here holds; `{id}` in its texts is that of each.',
    examples: [['pages', 'shelf']],
  };
  return {
    ...entry,
    'x-several': true,
    'x-needs': ['id'],
    required: required.filter((name) => name !== 'id'),
    properties: { id: id ?? {}, ids, ...others },
    // Editors demand one of the two; the check finds each entry by itself.
    if: { type: 'object', not: { required: ['ids'] } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['id'] },
  };
}

// Columns and fields are lists of objects with an id, parameters of a screen a list of their own kind; a fragment may
// stand among them.
function mayBeParts(name: string, list: Json): list is JsonObject {
  const items = isJsonObject(list) ? list.items : undefined;
  if (name === 'params') return isJsonObject(items) && items.$ref === '#/definitions/param';
  const properties = isJsonObject(items) ? items.properties : undefined;
  return (name === 'columns' || name === 'fields') && isJsonObject(properties) && isJsonObject(properties.id);
}

/** The object with the members of another beside that, so that an editor offers them. */
function withBeside(object: JsonObject, into: string): JsonObject {
  const properties = isJsonObject(object.properties) ? object.properties : {};
  const inner = properties[into];
  const members = isJsonObject(inner) && isJsonObject(inner.properties) ? inner.properties : {};
  const beside = Object.entries(members).map(([name, member]) => [
    name,
    {
      'x-gathered': true,
      type: isJsonObject(member) && member.type === 'array' ? 'array' : ['object', 'string'],
      description: `As in \`${into}\`. ${isJsonObject(member) ? String(member.description ?? '') : ''}`,
      examples: isJsonObject(member) ? (member.examples ?? []) : [],
    },
  ]);
  const required = Array.isArray(object.required) ? object.required : [];
  return {
    ...object,
    'x-needs': required.filter((name) => name === into),
    required: required.filter((name) => name !== into),
    properties: { ...properties, ...Object.fromEntries(beside) },
  };
}

function severalIn(name: string, entry: JsonObject): JsonObject {
  return name === 'params' ? entry : orSeveral(entry);
}

// Gives lists of blocks and actions an `items`, and a shorthand its text, where only our annotations say it.
function forEditors(schema: SchemaNode): SchemaNode {
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isJsonObject(value)) return value;
    const walked = Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const done = name === 'examples' || name === 'default' ? inner : walk(inner);
        return [
          name,
          mayBeParts(name, done)
            ? { ...done, items: orUse('fragment', severalIn(name, done.items as JsonObject)) }
            : done,
        ];
      }),
    );
    if (typeof walked['x-gather'] === 'string') return withBeside(walked, walked['x-gather']);
    if (walked['x-blocks'] === true)
      return { ...walked, items: orUse('fragment', { $ref: '#/definitions/block' }) };
    if (typeof walked['x-actions'] === 'string')
      return { ...walked, items: orUse('action', { $ref: '#/definitions/action' }) };
    if (walked['x-shorthand'] !== undefined) return { ...walked, type: ['object', 'string'] };
    return walked;
  };
  return walk(schema as JsonObject) as SchemaNode;
}
