// The schema by which an editor completes: the meta-schema, and in it the names that exist. It offers and never
// forbids: what is wrong is told by the check, and a name that was made a minute ago is not marked.
import type { MetaSchemas } from '#src/core/check/language.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';
import type { EditorNames, ScreenNames } from './editor-names.ts';

/** Properties that name something without an annotation that says so, by definition and property. */
const plainNames: readonly (readonly [string, string, string])[] = [
  ['param', 'list', 'reference'],
  ['term', 'list', 'reference'],
];

/** Annotations whose value says whose fields the other properties of the object mean. */
const owners = ['entity', 'list', 'form'];

const definitionRef = '#/definitions/';

function offer(values: readonly string[]): JsonObject {
  return values.length === 0 ? {} : { anyOf: [{ enum: [...values] }, {}] };
}

function namesRef(ref: string): string {
  return `names.${ref}`;
}

function properties(node: JsonObject): { readonly [name: string]: Json } {
  return isJsonObject(node.properties) ? node.properties : {};
}

/** What the annotation of a property asks for, when it is one of these. */
function refOf(node: Json | undefined, among: readonly string[]): string | null {
  const ref = isJsonObject(node) ? node['x-ref'] : undefined;
  return typeof ref === 'string' && among.includes(ref) ? ref : null;
}

function presetOf(node: Json | undefined): string | null {
  return isJsonObject(node) && typeof node.default === 'string' ? node.default : null;
}

/** The properties of an object that say whose fields the others mean. */
function ownersIn(node: JsonObject, among: readonly string[]): readonly (readonly [string, string])[] {
  return Object.entries(properties(node)).flatMap(([name, property]) => {
    const ref = refOf(property, among);
    return ref === null ? [] : [[name, ref] as const];
  });
}

/** What inside a part of the meta-schema means something of its surroundings. */
interface Meaning {
  /** Names of fields, or null where they are told elsewhere. */
  readonly field: JsonObject | null;
  readonly fieldNames: readonly string[];
  readonly source: JsonObject | null;
  readonly param: readonly string[] | null;
  /** Where a reference leads inside this meaning; null leaves it out. */
  readonly follow: ((name: string) => JsonObject | null) | null;
  /** Whether objects that name a data source tell their fields themselves. */
  readonly sources: ReadonlyMap<string, readonly string[] | null> | null;
}

const nothing: Meaning = {
  field: null,
  fieldNames: [],
  source: null,
  param: null,
  follow: null,
  sources: null,
};

function fieldsOnly(names: readonly string[], shared: JsonObject = offer(names)): Meaning {
  return { ...nothing, field: shared, fieldNames: names };
}

/** A literal may not have the word of the branch, lest it be awaited. */
function when(condition: JsonObject, yes: JsonObject, no: JsonObject | null = null): JsonObject {
  return Object.fromEntries([['if', condition], ['then', yes], ...(no ? [['else', no] as const] : [])]);
}

/** The bones of a schema: only what leads to a meaning; null when nothing does. */
function bones(node: Json | undefined, meaning: Meaning): JsonObject | null {
  if (!isJsonObject(node)) return null;
  const parts: JsonObject[] = [];
  if (node['x-ref'] === 'field' && meaning.field) parts.push(meaning.field);
  if (node['x-ref'] === 'source' && meaning.source) parts.push(meaning.source);
  if (typeof node.$ref === 'string' && meaning.follow) {
    const target = meaning.follow(node.$ref.replace(definitionRef, ''));
    if (target) parts.push(target);
  }
  const keys = node['x-keys'] === 'field' ? meaning.fieldNames : (meaning.param ?? []);
  if (node['x-keys'] !== undefined && keys.length > 0)
    parts.push({ properties: Object.fromEntries(keys.map((name) => [name, {}])) });

  const sourceOwner = meaning.sources ? ownersIn(node, ['source'])[0]?.[0] : undefined;
  const inner: Meaning = sourceOwner === undefined ? meaning : { ...meaning, field: null, fieldNames: [] };
  const own = within(node, inner);
  if (own) parts.push(own);
  if (sourceOwner !== undefined && meaning.sources) {
    const told = [...meaning.sources].flatMap(([id, columns]) => {
      const then = columns ? within(node, fieldsOnly(columns)) : null;
      return then ? [when({ properties: { [sourceOwner]: { const: id } } }, then)] : [];
    });
    // Where none is named, that which is meant without saying, or any.
    const meant = presetOf(properties(node)[sourceOwner]);
    const columns = meant === null ? null : meaning.sources.get(meant);
    const otherwise = within(
      node,
      columns ? fieldsOnly(columns) : { ...nothing, field: meaning.field, fieldNames: meaning.fieldNames },
    );
    if (told.length > 0 || otherwise)
      parts.push(when({ required: [sourceOwner] }, told.length > 0 ? { allOf: told } : {}, otherwise));
  }
  const [first, ...more] = parts;
  if (!first) return null;
  return more.length === 0 ? first : { allOf: parts };
}

function within(node: JsonObject, meaning: Meaning): JsonObject | null {
  const found: { [word: string]: Json } = {};
  const named = Object.entries(properties(node)).flatMap(([name, property]) => {
    // What is inside names the fields of a line, which only the linker knows.
    if (isJsonObject(property) && property['x-lines'] !== undefined) return [];
    const bone = bones(property, meaning);
    return bone ? [[name, bone] as const] : [];
  });
  if (named.length > 0) found.properties = Object.fromEntries(named);
  for (const word of ['items', 'additionalProperties', 'then', 'else']) {
    const bone = bones(node[word], meaning);
    if (bone) found[word] = bone;
  }
  if (isJsonObject(node.if) && (found.then || found.else)) found.if = node.if;
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const branches = Array.isArray(node[word]) ? node[word] : [];
    const kept = branches.flatMap((branch) => bones(branch, meaning) ?? []);
    // Alternatives only offer, so none of them may be demanded.
    if (kept.length > 0) found[word] = word === 'allOf' ? kept : [...kept, {}];
  }
  const shorthand = node['x-shorthand'];
  const isField = typeof shorthand === 'string' && refOf(properties(node)[shorthand], ['field']) !== null;
  const short = isField ? meaning.field : null;
  if (Object.keys(found).length === 0) return short;
  return short ? { allOf: [short, found] } : found;
}

/** The meta-schema with the names that are the same everywhere in their places. */
function named(node: Json, names: EditorNames): Json {
  if (Array.isArray(node)) return node.map((item) => named(item, names));
  if (!isJsonObject(node)) return node;
  const entries = Object.entries(node).map(([word, value]): readonly [string, Json] =>
    // What is shown as an example may look like a schema.
    ['examples', 'default', 'enum', 'const'].includes(word) ? [word, value] : [word, named(value, names)],
  );
  const ref = node['x-ref'];
  const more: Json[] = [];
  if (typeof ref === 'string' && names.names[ref]) more.push({ $ref: `${definitionRef}${namesRef(ref)}` });
  if (node['x-link'] === true) more.push({ $ref: `${definitionRef}${namesRef('route')}` });
  for (const [property, kind] of ownersIn(node, owners))
    for (const owner of names.fields[kind]?.keys() ?? []) {
      const fields = names.fields[kind]?.get(owner) ?? [];
      const meaning = fieldsOnly(fields, { $ref: `${definitionRef}${namesRef(`${kind}.${owner}`)}` });
      const then = within(node, meaning);
      if (then)
        more.push({ if: { required: [property], properties: { [property]: { const: owner } } }, then });
    }
  if (more.length === 0) return Object.fromEntries(entries);
  const before = Array.isArray(node.allOf) ? (named(node.allOf, names) as readonly Json[]) : [];
  return { ...Object.fromEntries(entries), allOf: [...before, ...more] };
}

/** What one screen adds: its parameters, data sources and columns. */
function ofScreen(meta: JsonObject, screen: ScreenNames, definitions: { [name: string]: Json }): JsonObject {
  const known = isJsonObject(meta.definitions) ? meta.definitions : {};
  const columns = [...new Set([...screen.sources.values()].flatMap((one) => one ?? []))];
  const prefix = `of.${screen.id.replaceAll('/', '.')}.`;
  const own = (name: string): string => `${prefix}${name}`;
  definitions[own('columns')] = offer(columns);
  definitions[own('sources')] = offer([...screen.sources.keys()]);
  const meaning: Meaning = {
    field: columns.length > 0 ? { $ref: `${definitionRef}${own('columns')}` } : null,
    fieldNames: columns,
    source: screen.sources.size > 0 ? { $ref: `${definitionRef}${own('sources')}` } : null,
    param: screen.params,
    sources: screen.sources,
    follow: (name) => {
      // A source is described one by one below; the others may lead to themselves, so their name comes first.
      if (name === 'source' || !isJsonObject(known[name])) return null;
      const key = own(name);
      if (!(key in definitions)) {
        definitions[key] = {};
        definitions[key] = bones(known[name], meaning) ?? {};
      }
      const empty = isJsonObject(definitions[key]) && Object.keys(definitions[key]).length === 0;
      return empty && !recursive.has(name) ? null : { $ref: `${definitionRef}${key}` };
    },
  };
  const data = [...screen.sources].flatMap(([id, fields]) => {
    const source = isJsonObject(known.source) ? known.source : {};
    const told = (fields && within(source, fieldsOnly(fields))) ?? {};
    const inner = isJsonObject(told.properties) ? told.properties : {};
    return [[id, { properties: { ...inner, sql: offer(screen.queries) } }] as const];
  });
  const queries = { additionalProperties: { properties: { sql: offer(screen.queries) } } };
  const body = within(meta, meaning) ?? {};
  return {
    ...body,
    properties: {
      ...(isJsonObject(body.properties) ? body.properties : {}),
      data: { properties: Object.fromEntries(data), ...queries },
    },
  };
}

/** A part's meta-schema with what it borrows of the screen's, so that it can be read by itself. */
function wholeOf(schema: JsonObject, screen: JsonObject): JsonObject {
  const text = JSON.stringify(schema);
  const inner = text.replaceAll(`"screen.schema.json${definitionRef}`, `"${definitionRef}`);
  if (inner === text) return schema;
  const whole = JSON.parse(inner) as Json;
  if (!isJsonObject(whole)) return schema;
  const borrowed = isJsonObject(screen.definitions) ? screen.definitions : {};
  const own = isJsonObject(whole.definitions) ? whole.definitions : {};
  return { ...whole, definitions: { ...borrowed, ...own } };
}

/** Definitions in which others stand: while one is being described it is met again. */
const recursive: ReadonlySet<string> = new Set(['block', 'action']);

/**
 * The schema of a kind of definition for an editor. With a path the names of that screen are offered; without one
 * those of every screen, each where its `route` stands.
 */
export function editorSchemaFor(
  kind: keyof MetaSchemas,
  meta: MetaSchemas,
  names: EditorNames,
  path?: string,
): JsonObject {
  const base = wholeOf(meta[kind] as unknown as JsonObject, meta.screen as unknown as JsonObject);
  const root = named(base, names) as JsonObject;
  const definitions: { [name: string]: Json } = {
    ...(isJsonObject(root.definitions) ? root.definitions : {}),
  };
  for (const [ref, values] of Object.entries(names.names)) definitions[namesRef(ref)] = offer(values);
  definitions[namesRef('widget')] = offer(
    Object.keys(isJsonObject(meta.screen.definitions) ? meta.screen.definitions : {})
      .filter((name) => name.startsWith('widget.'))
      .map((name) => name.slice('widget.'.length)),
  );
  definitions[namesRef('route')] = offer(names.routes);
  definitions[namesRef('reference')] = offer(names.references);
  for (const [owner, each] of Object.entries(names.fields))
    for (const [id, fields] of each) definitions[namesRef(`${owner}.${id}`)] = offer(fields);
  for (const [definition, property, ref] of plainNames) {
    const given = definitions[definition];
    const one = isJsonObject(given) ? properties(given)[property] : undefined;
    if (isJsonObject(given) && isJsonObject(one))
      definitions[definition] = {
        ...given,
        properties: {
          ...properties(given),
          [property]: { ...one, allOf: [{ $ref: `${definitionRef}${namesRef(ref)}` }] },
        },
      };
  }
  const more: Json[] = [];
  if (kind === 'screen')
    for (const [file, screen] of names.screens) {
      if (path !== undefined && path !== file) continue;
      const then = ofScreen(base, screen, definitions);
      const said = (key: string, value: string) => ({
        required: [key],
        properties: { [key]: { const: value } },
      });
      // A screen that goes by its path is known by its route.
      const own = screen.route === null ? said('id', screen.id) : said('route', screen.route);
      more.push(path === undefined ? { if: own, then } : then);
    }
  const before = Array.isArray(root.allOf) ? root.allOf : [];
  return { ...root, definitions, ...(more.length > 0 ? { allOf: [...before, ...more] } : {}) };
}
