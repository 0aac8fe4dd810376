export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

export interface TypeRules {
  /** An object that does not forbid further members may have them. */
  readonly open: boolean;
  /** A member with a default is always there. */
  readonly filled?: boolean;
  /** The type that a reference leads to. */
  readonly nameOf?: (ref: string) => string;
  /** What a place's schema comes to before it is typed. */
  readonly read?: (schema: Schema) => Schema;
  /** The type of a place that its schema's annotations decide; null where they do not. */
  readonly partAt?: (schema: Schema) => string | null;
}

const plain: { readonly [type: string]: string } = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of what satisfies a schema; nothing of it is changed by whoever reads it. */
export function schemaType(given: Schema, rules: TypeRules, indent = ''): string {
  const schema = rules.read?.(given) ?? given;
  if (schema.$ref !== undefined && rules.nameOf) return rules.nameOf(schema.$ref);
  const part = rules.partAt?.(schema) ?? null;
  if (part !== null) return part;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((each) => schemaType(each, rules, indent)))].join(' | ');
  if (schema.type === undefined) return 'unknown';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types
    .map((type) => {
      if (type === 'array') {
        const item = schemaType(schema.items ?? {}, rules, indent);
        return `readonly ${item.includes(' | ') || item.startsWith('readonly ') ? `(${item})` : item}[]`;
      }
      return type === 'object' ? objectType(schema, rules, indent) : (plain[type] ?? 'unknown');
    })
    .join(' | ');
}

function objectType(schema: Schema, rules: TypeRules, indent: string): string {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const inner = `${indent}  `;
  const isThere = (name: string, value: Schema) =>
    required.includes(name) || (rules.filled === true && value.default !== undefined);
  const members = Object.entries(properties).map(
    ([name, value]) =>
      `${inner}readonly ${memberName(name)}${isThere(name, value) ? '' : '?'}: ${schemaType(value, rules, inner)};`,
  );
  if (typeof more === 'object' && members.length === 0)
    return `{ readonly [name: string]: ${schemaType(more, rules, inner)} }`;
  const further = more === undefined ? rules.open || members.length === 0 : more !== false;
  if (members.length === 0)
    return further ? (rules.open ? '{ readonly [name: string]: unknown }' : 'object') : '{}';
  if (further) members.push(`${inner}readonly [name: string]: unknown;`);
  return `{\n${members.join('\n')}\n${indent}}`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
