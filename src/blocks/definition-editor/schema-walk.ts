// Which parts of a meta-schema speak of a value, and what they offer there. React-free.
import { isJsonObject } from '#src/core/values.ts';

export type Schema = { readonly [word: string]: unknown };
type Path = readonly (string | number)[];

/** Bounds the walk, since a schema may name itself. */
const deepest = 40;

function isSchema(value: unknown): value is Schema {
  return isJsonObject(value);
}

function schemas(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

function referred(root: Schema, ref: string): Schema | null {
  let at: unknown = root;
  for (const part of ref.replace(/^#\/?/, '').split('/')) {
    if (part === '') continue;
    at = isJsonObject(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return isSchema(at) ? at : null;
}

/** Whether a value meets the plain condition of an `if`: constants, enumerations and required names. */
function meets(condition: unknown, value: unknown): boolean {
  if (!isSchema(condition)) return true;
  if ('const' in condition && condition.const !== value) return false;
  if (Array.isArray(condition.enum) && !condition.enum.includes(value)) return false;
  if (Array.isArray(condition.required)) {
    if (!isJsonObject(value)) return false;
    if (!condition.required.every((name) => typeof name === 'string' && value[name] !== undefined))
      return false;
  }
  const properties = isSchema(condition.properties) ? condition.properties : {};
  return Object.entries(properties).every(
    ([name, inner]) => isJsonObject(value) && meets(inner, value[name]),
  );
}

/** A schema and all those it stands for at this value: references, alternatives, conditions. */
function spread(root: Schema, schema: Schema, value: unknown, depth = 0): readonly Schema[] {
  if (depth > deepest) return [];
  const more: Schema[] = [];
  if (typeof schema.$ref === 'string') {
    const target = referred(root, schema.$ref);
    if (target) more.push(target);
  }
  more.push(...schemas(schema.allOf));
  for (const one of [...schemas(schema.anyOf), ...schemas(schema.oneOf)])
    if (fits(root, one, value, depth)) more.push(one);
  if (isSchema(schema.if)) {
    const next = meets(schema.if, value) ? schema.then : schema.else;
    if (isSchema(next)) more.push(next);
  }
  return [schema, ...more.flatMap((one) => spread(root, one, value, depth + 1))];
}

/** An alternative is out when its type, or a constant of its properties, contradicts what stands there. */
function fits(root: Schema, schema: Schema, value: unknown, depth: number): boolean {
  if (value === undefined || depth > deepest) return true;
  const target = typeof schema.$ref === 'string' ? referred(root, schema.$ref) : null;
  if (target) return fits(root, target, value, depth + 1);
  const kind = Array.isArray(value) ? 'array' : isJsonObject(value) ? 'object' : typeof value;
  if (typeof schema.type === 'string') {
    const wanted = schema.type === 'integer' ? 'number' : schema.type;
    if (wanted !== kind) return false;
  }
  if (!isJsonObject(value) || !isSchema(schema.properties)) return true;
  return Object.entries(schema.properties).every(
    ([name, inner]) =>
      !isSchema(inner) || !('const' in inner) || value[name] === undefined || inner.const === value[name],
  );
}

/** Every part of the schema that speaks of the value at `path` of `document`. */
export function schemasAt(root: Schema, document: unknown, path: Path): readonly Schema[] {
  let value = document;
  let now = spread(root, root, value);
  for (const step of path) {
    value =
      Array.isArray(value) && typeof step === 'number'
        ? value[step]
        : isJsonObject(value)
          ? value[step]
          : undefined;
    const inner = now.flatMap((schema): readonly Schema[] => {
      if (typeof step === 'number')
        return Array.isArray(schema.items) ? schemas([schema.items[step]]) : schemas([schema.items]);
      const own = isSchema(schema.properties) ? schema.properties[step] : undefined;
      if (isSchema(own)) return [own];
      const patterns = isSchema(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
      const matching = patterns
        .filter(([pattern]) => new RegExp(pattern, 'u').test(step))
        .map(([, one]) => one);
      if (matching.length > 0) return schemas(matching);
      return schemas([schema.additionalProperties]);
    });
    now = inner.flatMap((schema) => spread(root, schema, value));
  }
  return now;
}

export interface NameOffer {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What a new value begins with. */
  readonly stub: string;
}

function stubOf(root: Schema, schema: Schema): string {
  const parts = spread(root, schema, undefined);
  const types = parts.flatMap(({ type }) =>
    typeof type === 'string' ? [type] : Array.isArray(type) ? type : [],
  );
  const [first] = types;
  if (parts.some((part) => Array.isArray(part.enum) || typeof part.const === 'string') && first === undefined)
    return '""';
  if (first === 'object') return '{}';
  if (first === 'array') return '[]';
  if (first === 'boolean') return parts.some((part) => part.default === true) ? 'false' : 'true';
  if (first === 'integer' || first === 'number') return '0';
  return '""';
}

function firstText(parts: readonly Schema[], word: string): string {
  const found = parts.map((part) => part[word]).find((text) => typeof text === 'string');
  return typeof found === 'string' ? found : '';
}

/** The names that an object at `path` may still get. */
export function namesAt(
  root: Schema,
  document: unknown,
  path: Path,
  present: readonly string[],
): readonly NameOffer[] {
  const found = new Map<string, NameOffer>();
  const parts = schemasAt(root, document, path);
  const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
  for (const { properties } of parts)
    for (const [name, given] of Object.entries(isSchema(properties) ? properties : {})) {
      if (!isSchema(given) || present.includes(name)) continue;
      const description = firstText(spread(root, given, undefined), 'description');
      const known = found.get(name);
      if (known && known.description !== '') continue;
      found.set(name, { name, description, required: required.has(name), stub: stubOf(root, given) });
    }
  return [...found.values()];
}

export interface ValueOffer {
  readonly value: unknown;
  readonly detail: 'value' | 'example' | 'default';
}

/** The values that may stand at `path`: closed ones first, then what is given as an example. */
export function valuesAt(root: Schema, document: unknown, path: Path): readonly ValueOffer[] {
  const offers = new Map<string, ValueOffer>();
  const add = (value: unknown, detail: ValueOffer['detail']) => {
    const key = JSON.stringify(value);
    if (key !== undefined && !offers.has(key)) offers.set(key, { value, detail });
  };
  const parts = schemasAt(root, document, path);
  for (const part of parts) {
    if ('const' in part) add(part.const, 'value');
    if (Array.isArray(part.enum)) for (const value of part.enum) add(value, 'value');
    if (part.type === 'boolean') for (const value of [true, false]) add(value, 'value');
  }
  for (const part of parts) if ('default' in part) add(part.default, 'default');
  for (const part of parts)
    if (Array.isArray(part.examples)) for (const value of part.examples) add(value, 'example');
  return [...offers.values()];
}

export interface Help {
  readonly title: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly allowed: readonly string[];
}

/** What the schema says of the value at `path`; null where it says nothing. */
export function helpAt(root: Schema, document: unknown, path: Path): Help | null {
  const parts = schemasAt(root, document, path);
  const description = firstText(parts, 'description');
  if (description === '') return null;
  const written = (values: unknown) =>
    Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
  return {
    title: path.length > 0 ? String(path.at(-1)) : firstText(parts, 'title'),
    description,
    examples: [...new Set(parts.flatMap((part) => written(part.examples)))].slice(0, 3),
    allowed: [...new Set(parts.flatMap((part) => written(part.enum)))].slice(0, 40),
  };
}
