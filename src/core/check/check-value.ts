// Checks a JSON value against our schema dialect and returns it with shorthand expanded and defaults filled.
// ajv is not used here: its findings on discriminated parts are noise, and shorthand has to be expanded in place.
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { besideOf, gathered } from './gather.ts';
import type { Language } from './language.ts';
import { type SchemaNode, typesOf } from './schema.ts';

export interface Finding {
  readonly pointer: string;
  /** True when the place is the property's name, not its value. */
  readonly key?: boolean;
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

export interface CheckContext {
  readonly language: Language;
  /** The document whose `definitions` a `$ref` names. */
  readonly root: SchemaNode;
  readonly report: (finding: Finding) => void;
}

export function checkValue(value: Json, schema: SchemaNode, pointer: string, context: CheckContext): Json {
  const node = dereference(schema, context.root);
  const choice = node.anyOf ?? node.oneOf;
  if (choice) return checkChoice(value, choice, pointer, context);
  if (node['x-shorthand'] && typeof value === 'string') {
    return checkValue({ [node['x-shorthand']]: value }, node, pointer, context);
  }
  if (!hasType(value, node)) {
    context.report({
      pointer,
      rule: 'wrong-type',
      message: `${quote(value)} is ${nameOf(value)}; ${typeText(node)} is expected.`,
    });
    return value;
  }
  if (node['x-later']) return value;
  if (node.const !== undefined && value !== node.const) {
    context.report({
      pointer,
      rule: 'wrong-value',
      message: `${quote(value)} is not allowed; it must be ${quote(node.const)}.`,
    });
  }
  if (node.enum && !node.enum.some((entry) => entry === value)) {
    const among = node.enum.map(String);
    context.report({
      pointer,
      rule: 'wrong-value',
      message: `${quote(value)} is not one of ${among.map((entry) => `"${entry}"`).join(', ')}.`,
      suggestion: typeof value === 'string' ? suggest(value, among) : undefined,
    });
  }
  if (typeof value === 'string') checkText(value, node, pointer, context);
  else if (typeof value === 'number') checkNumber(value, node, pointer, context);
  else if (Array.isArray(value)) return checkArray(value, node, pointer, context);
  else if (isJsonObject(value)) return checkObject(value, node, pointer, context);
  return value;
}

export function dereference(schema: SchemaNode, root: SchemaNode): SchemaNode {
  let node = schema;
  for (let hops = 0; node.$ref !== undefined && hops < 10; hops++) {
    const found = root.definitions?.[node.$ref.replace('#/definitions/', '')];
    if (!found) throw new Error(`The meta-schema has no definition "${node.$ref}". Run "npm run generate".`);
    const { $ref: _, ...beside } = node;
    node = { ...found, ...beside };
  }
  // Uses of parts are in their places before anything is checked, so what is left is the entry itself.
  return node['x-use'] && node.else ? dereference(node.else, root) : node;
}

function checkChoice(
  value: Json,
  choice: readonly SchemaNode[],
  pointer: string,
  context: CheckContext,
): Json {
  let fewest: readonly Finding[] | null = null;
  for (const branch of choice) {
    const resolved = dereference(branch, context.root);
    if (!hasType(value, resolved)) continue;
    const findings: Finding[] = [];
    const checked = checkValue(value, resolved, pointer, {
      ...context,
      report: (finding) => findings.push(finding),
    });
    if (findings.length === 0) return checked;
    if (!fewest || findings.length < fewest.length) fewest = findings;
  }
  if (fewest) for (const finding of fewest) context.report(finding);
  else {
    const texts = choice.map((branch) => typeText(dereference(branch, context.root)));
    context.report({
      pointer,
      rule: 'wrong-type',
      message: `${quote(value)} is ${nameOf(value)}; ${texts.join(' or ')} is expected.`,
    });
  }
  return value;
}

// Names that a template reads: in a text that is no template they would be shown in their braces.
const pathInBraces = /\{((?:params|data|row|form|user|session|answer|failure)(?:\.\w+)+|today)\}/;

function checkText(value: string, node: SchemaNode, pointer: string, { report }: CheckContext): void {
  const braces =
    node['x-template'] || node['x-expression'] || node['x-filled'] ? null : pathInBraces.exec(value);
  if (braces)
    report({
      pointer,
      rule: 'plain-braces',
      message: `"${braces[0]}" would be shown as it stands: this text is not filled in. Write it without the braces, or say it in a text that is a template.`,
    });
  const length = [...value].length;
  if (node.minLength !== undefined && length < node.minLength) {
    report({
      pointer,
      rule: 'out-of-range',
      message: `The text has ${length} characters; at least ${node.minLength} are needed.`,
    });
  }
  if (node.maxLength !== undefined && length > node.maxLength) {
    report({
      pointer,
      rule: 'out-of-range',
      message: `The text has ${length} characters; at most ${node.maxLength} are allowed.`,
    });
  }
  if (node.pattern !== undefined && !new RegExp(node.pattern, 'u').test(value)) {
    report({
      pointer,
      rule: 'wrong-value',
      message: `${quote(value)} does not have the form ${node.pattern}${node.description ? ` (${node.description})` : ''}.`,
    });
  }
}

function checkNumber(value: number, node: SchemaNode, pointer: string, { report }: CheckContext): void {
  const below = node.minimum !== undefined && value < node.minimum;
  const above = node.maximum !== undefined && value > node.maximum;
  if (!below && !above) return;
  report({
    pointer,
    rule: 'out-of-range',
    message: `${value} is out of range; it lies between ${node.minimum ?? '−∞'} and ${node.maximum ?? '∞'}.`,
  });
}

function checkArray(value: readonly Json[], node: SchemaNode, pointer: string, context: CheckContext): Json {
  if (node.minItems !== undefined && value.length < node.minItems) {
    context.report({
      pointer,
      rule: 'out-of-range',
      message: `The list has ${value.length} entries; at least ${node.minItems} are needed.`,
    });
  }
  if (node.maxItems !== undefined && value.length > node.maxItems) {
    context.report({
      pointer,
      rule: 'out-of-range',
      message: `The list has ${value.length} entries; at most ${node.maxItems} are allowed.`,
    });
  }
  if (node.uniqueItems) {
    value.forEach((entry, i) => {
      if (value.findIndex((other) => JSON.stringify(other) === JSON.stringify(entry)) === i) return;
      context.report({
        pointer: under(pointer, i),
        rule: 'duplicate-entry',
        message: `${quote(entry)} stands here a second time. Remove one of the two.`,
      });
    });
  }
  const entries = value.map((entry, i) => {
    const inner = under(pointer, i);
    if (node['x-blocks']) return checkPart('block', entry, inner, context);
    if (node['x-actions']) return checkPart('action', entry, inner, context);
    return node.items ? checkValue(entry, node.items, inner, context) : entry;
  });
  if (!namesFields(node, context)) checkIds(entries, pointer, context);
  return entries;
}

// Entries whose id is a field's may say the same field twice where that makes sense; their block decides.
function namesFields(node: SchemaNode, { root }: CheckContext): boolean {
  const entry = node.items ? dereference(node.items, root) : null;
  return entry?.properties?.id?.['x-ref'] === 'field';
}

// Every entry that can be addressed has an id of its own.
function checkIds(entries: readonly Json[], pointer: string, { report }: CheckContext): void {
  const seen = new Set<string>();
  entries.forEach((entry, i) => {
    const id = isJsonObject(entry) ? entry.id : undefined;
    if (typeof id !== 'string') return;
    if (seen.has(id))
      report({
        pointer: under(under(pointer, i), 'id'),
        rule: 'duplicate-id',
        message: `The id "${id}" is used twice in this list. Rename one.`,
      });
    seen.add(id);
  });
}

/** Findings about what was gathered are told where it was written. */
function whereWritten(
  { into, names }: { readonly into: string; readonly names: readonly string[] },
  pointer: string,
  context: CheckContext,
): CheckContext {
  const inside = `${under(pointer, into)}/`;
  return {
    ...context,
    report: (finding) => {
      const [name = '', ...rest] = finding.pointer.startsWith(inside)
        ? finding.pointer.slice(inside.length).split('/')
        : [];
      const beside = names.includes(name);
      context.report(beside ? { ...finding, pointer: [under(pointer, name), ...rest].join('/') } : finding);
    },
  };
}

function checkObject(value: JsonObject, node: SchemaNode, pointer: string, context: CheckContext): Json {
  const beside = besideOf(value, node);
  if (!beside) return checkWhole(value, node, pointer, context);
  return checkWhole(gathered(value, node), node, pointer, whereWritten(beside, pointer, context));
}

function checkWhole(value: JsonObject, node: SchemaNode, pointer: string, context: CheckContext): Json {
  if (node['x-widget']) return checkPart('widget', value, pointer, context);
  const properties = node.properties ?? {};
  const extra = node.additionalProperties;
  checkNames(Object.keys(value), node, pointer, context);
  const object: { [name: string]: Json } = {};
  for (const [name, entry] of Object.entries(value)) {
    const inner = under(pointer, name);
    const told = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const property = told?.['x-gathered'] ? undefined : told;
    if (property) object[name] = checkValue(entry, property, inner, context);
    else if (typeof extra === 'object') object[name] = checkValue(entry, extra, inner, context);
    else if (extra !== false) object[name] = entry;
    else {
      context.report({
        pointer: inner,
        key: true,
        rule: 'unknown-key',
        message: `The key "${name}" is not known here.`,
        suggestion:
          suggest(name, Object.keys(properties)) ?? `Known keys: ${Object.keys(properties).join(', ')}.`,
      });
    }
  }
  for (const name of requiredOf(node)) {
    if (Object.hasOwn(value, name)) continue;
    const wanted = properties[name];
    context.report({
      pointer,
      rule: 'missing-key',
      message: `The key "${name}" is missing${wanted?.description ? `: ${wanted.description}` : '.'}`,
    });
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(object, name) || Object.hasOwn(value, name)) continue;
    const preset = property.default ?? dereference(property, context.root).default;
    if (preset !== undefined) object[name] = checkValue(preset, property, under(pointer, name), context);
  }
  return object;
}

function requiredOf(node: SchemaNode): readonly string[] {
  return [...(node['x-needs'] ?? []), ...(node.required ?? [])];
}

/** Names that an author chooses, such as those of fields. */
function checkNames(
  names: readonly string[],
  { propertyNames, maxProperties }: SchemaNode,
  pointer: string,
  { report }: CheckContext,
): void {
  if (maxProperties !== undefined && names.length > maxProperties)
    report({
      pointer,
      rule: 'out-of-range',
      message: `There are ${names.length} entries; at most ${maxProperties} are allowed.`,
    });
  if (!propertyNames?.pattern) return;
  const form = new RegExp(propertyNames.pattern, 'u');
  const longest = propertyNames.maxLength ?? Number.POSITIVE_INFINITY;
  for (const name of names) {
    if (form.test(name) && name.length <= longest) continue;
    report({
      pointer: under(pointer, name),
      key: true,
      rule: 'wrong-name',
      message:
        name.length > longest
          ? `The name ${quote(name)} has ${name.length} characters; at most ${longest} are allowed.`
          : `The name ${quote(name)} does not have the form ${propertyNames.pattern}${propertyNames.description ? ` (${propertyNames.description})` : ''}.`,
    });
  }
}

/** A block, an action step or a widget: `type` selects the schema, so that findings are about that one alone. */
function checkPart(
  kind: 'block' | 'action' | 'widget',
  value: Json,
  pointer: string,
  context: CheckContext,
): Json {
  const { language, report } = context;
  const known = kind === 'block' ? language.blocks : kind === 'action' ? language.actions : language.widgets;
  if (!isJsonObject(value)) {
    report({
      pointer,
      rule: 'wrong-type',
      message: `${quote(value)} is ${nameOf(value)}; ${article(kind)} with "type" is expected.`,
    });
    return value;
  }
  const { type } = value;
  if (typeof type !== 'string') {
    report({ pointer, rule: 'missing-key', message: `The key "type" is missing: it selects the ${kind}.` });
    return value;
  }
  const schema = known.get(type);
  if (!schema) {
    report({
      pointer: under(pointer, 'type'),
      rule: `unknown-${kind}`,
      message: `${kind[0]?.toUpperCase()}${kind.slice(1)} type "${type}" is unknown.`,
      suggestion: suggest(type, known.keys()) ?? `Known: ${[...known.keys()].sort().join(', ')}.`,
    });
    return value;
  }
  return checkValue(value, schema, pointer, context);
}

function hasType(value: Json, node: SchemaNode): boolean {
  if (node['x-shorthand'] && typeof value === 'string') return true;
  const types = typesOf(node);
  if (!types) {
    const sample = node.enum?.[0];
    return node.enum === undefined || typeof sample !== 'string' || typeof value === 'string';
  }
  return types.some((type) => {
    if (type === 'integer') return Number.isInteger(value);
    if (type === 'array') return Array.isArray(value);
    if (type === 'object') return isJsonObject(value);
    if (type === 'null') return value === null;
    return typeof value === type;
  });
}

function typeText(node: SchemaNode): string {
  const types = typesOf(node);
  return types ? types.map(article).join(' or ') : 'a text';
}

function article(word: string): string {
  const plain = word === 'string' ? 'text' : word;
  return plain === 'null' ? 'null' : `${/^[aeiou]/.test(plain) ? 'an' : 'a'} ${plain}`;
}

function nameOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return article(typeof value);
}

function quote(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
