interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

const plain: { readonly [type: string]: string } = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/**
 * The type of what satisfies a schema of an operation: type, enum, properties and items; nothing of it is changed by
 * whoever reads it. `open`: an object that does not forbid further members may have them.
 */
export function schemaType(schema: Schema, open: boolean, indent = ''): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'unknown';
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return types
    .map((type) => {
      if (type === 'array') {
        const item = schemaType(schema.items ?? {}, open, indent);
        return `readonly ${item.includes(' | ') || item.startsWith('readonly ') ? `(${item})` : item}[]`;
      }
      return type === 'object' ? objectType(schema, open, indent) : (plain[type] ?? 'unknown');
    })
    .join(' | ');
}

function objectType(schema: Schema, open: boolean, indent: string): string {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, value]) =>
      `${inner}readonly ${memberName(name)}${required.includes(name) ? '' : '?'}: ${schemaType(value, open, inner)};`,
  );
  if (typeof more === 'object' && members.length === 0)
    return `{ readonly [name: string]: ${schemaType(more, open, inner)} }`;
  const further = more === undefined ? open || members.length === 0 : more !== false;
  if (members.length === 0)
    return further ? (open ? '{ readonly [name: string]: unknown }' : 'object') : '{}';
  if (further) members.push(`${inner}readonly [name: string]: unknown;`);
  return `{\n${members.join('\n')}\n${indent}}`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
