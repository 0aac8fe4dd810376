// The generic walk: everything that a schema annotates is linked in place, whatever block or action it belongs to. Longer
// than the habit: one walk with a case an annotation.
import { dereference } from '../check/check-value.ts';
import { type SchemaNode, typesOf } from '../check/schema.ts';
import { fieldsWithChildren } from '../child-fields.ts';
import type { Entity } from '../entity.ts';
import { type Shape, shapeAt, shapeOfFields, type Variables } from '../expressions/shape.ts';
import type { LinkedExpression, LinkedField, LinkedSource, Over } from '../linked.ts';
import { under } from '../pointer.ts';
import { isComputedLink } from '../resolve/resolve-value.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { entityOfList } from './catalog.ts';
import { checkRef } from './check-ref.ts';
import { inDialog, overLines } from './inner-surroundings.ts';
import { checkLink } from './link-link.ts';
import { checkOperationInput } from './operation-input.ts';
import type { ScreenLinking, Surroundings } from './screen-linking.ts';
import { parseTemplate } from './template.ts';

export const nowhere: Surroundings = {
  fields: null,
  absence: '',
  rule: 'unknown-column',
  row: null,
  form: null,
  plan: null,
};

export function linkValue(
  value: Json,
  schema: SchemaNode,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): unknown {
  const root = screen.catalog.language.meta.screen;
  const node = dereference(schema, root);
  const choice = node.anyOf ?? node.oneOf;
  if (choice) {
    const branch = choice.find((candidate) => accepts(value, dereference(candidate, root)));
    return branch ? linkValue(value, branch, pointer, around, screen) : value;
  }
  if (typeof value === 'string') return linkText(value, node, pointer, around, screen);
  if (node['x-template'] && typeof value === 'object' && value !== null)
    return linkNested(value, node, pointer, around, screen);
  if (Array.isArray(value)) {
    if (node['x-blocks']) return screen.parts.linkBlocks(value, pointer, inDialog(around), screen);
    const plan = node['x-actions'];
    if (plan) {
      const over = around.plan ?? plan;
      return value.map((step, i) =>
        screen.parts.linkAction(step, under(pointer, i), { ...around, plan: over }, screen),
      );
    }
    const { items } = node;
    return items
      ? value.map((entry, i) => linkValue(entry, items, under(pointer, i), around, screen))
      : value;
  }
  if (!isJsonObject(value)) return value;
  if (node['x-widget']) return linkWidget(value, pointer, screen);
  return linkObject(value, node, pointer, around, screen);
}

export function linkObject(
  value: JsonObject,
  node: SchemaNode,
  pointer: string,
  outer: Surroundings,
  screen: ScreenLinking,
): { readonly [name: string]: unknown } {
  const around = withGuards(value, surroundingsOf(value, node, outer, screen));
  const keys = node['x-keys'];
  const linked: { [name: string]: unknown } = {};
  for (const [name, entry] of Object.entries(value)) {
    const inner = under(pointer, name);
    if (keys) checkRef(name, keys, inner, around, screen, true);
    const property =
      node.properties?.[name] ??
      (typeof node.additionalProperties === 'object' ? node.additionalProperties : null);
    const here = property?.['x-lines'] ? overLines(value[property['x-lines']], around) : around;
    linked[name] = property ? linkValue(entry, property, inner, here, screen) : entry;
  }
  const operation = Object.entries(node.properties ?? {}).find(
    ([, property]) => property['x-ref'] === 'operation',
  )?.[0];
  if (operation && typeof value[operation] === 'string')
    checkOperationInput(value, value[operation], pointer, screen, (text) =>
      shapeOfTemplate(text, variablesOver(overOf('row', around), around, screen)),
    );
  return linked;
}

const conditions = ['visibleWhen', 'enabledWhen', 'when', 'linkWhen'] as const;

/** Adds the permissions that the object's own condition asks for. */
export function withGuards(value: JsonObject, around: Surroundings): Surroundings {
  const asked = conditions.flatMap((key) => {
    const text = value[key];
    return typeof text === 'string'
      ? [...text.matchAll(/(?<!!\s*)\bhas_perm\(\s*['"](\w+)['"]\s*\)/g)].map((match) => match[1] ?? '')
      : [];
  });
  return asked.length === 0 ? around : { ...around, guards: [...(around.guards ?? []), ...asked] };
}

// An object that names a source or an entity says whose fields its other properties mean.
function surroundingsOf(
  value: JsonObject,
  node: SchemaNode,
  outer: Surroundings,
  screen: ScreenLinking,
): Surroundings {
  let around = outer;
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const named = value[name];
    const ref = property['x-ref'];
    if (typeof named !== 'string' || !ref) continue;
    if (ref === 'source') around = ofSource(named, around, screen);
    else if (ref === 'list') around = withFields(entityOfList(screen.catalog, named), around, false);
    else if (ref === 'entity')
      around = withFields(screen.catalog.entities.get(named) ?? null, around, outer.plan === null);
    else if (ref === 'form')
      around = withFields(screen.catalog.forms.get(named) ?? null, around, outer.plan === null);
  }
  return around;
}

function withFields(
  owner: Pick<Entity, 'id' | 'fields' | 'children'> | null,
  around: Surroundings,
  form: boolean,
): Surroundings {
  if (!owner) return around;
  const fields: readonly LinkedField[] = Object.values(form ? fieldsWithChildren(owner) : owner.fields);
  return {
    ...around,
    fields,
    absence: `is not in "${owner.id}"`,
    rule: 'unknown-field',
    ...(form ? { form: shapeOfFields(fields) } : {}),
  };
}

export function ofSource(id: string, around: Surroundings, screen: ScreenLinking): Surroundings {
  const source = screen.sources.get(id);
  if (!source) return around;
  const open = source.fields.length === 0;
  return {
    ...around,
    fields: open ? null : source.fields,
    absence: absenceOf(source, screen),
    rule: source.kind === 'records' ? 'unknown-field' : 'unknown-column',
    row: open ? 'any' : shapeOfFields(source.fields),
  };
}

function absenceOf(source: LinkedSource, screen: ScreenLinking): string {
  if (source.kind === 'records') return `is not in "${source.entity}"`;
  if (source.kind === 'operation') return `is not in the answer of ${source.operation}`;
  return `is not returned by ${screen.queryFiles.get(source.id) ?? 'the query'}`;
}

function linkText(
  value: string,
  node: SchemaNode,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): unknown {
  const expression = node['x-expression'];
  if (expression) {
    const over = overOf(expression.over, around);
    screen.checkExpression(value, variablesOver(over, around, screen), expression.returns, pointer);
    const returns = expression.returns === 'tone' ? 'text' : expression.returns;
    return { $expr: value, over, returns } as LinkedExpression;
  }
  const template = node['x-template'];
  if (template)
    return linkTemplate(value, overOf(template, around), node['x-link'] === true, pointer, around, screen);
  const ref = node['x-ref'];
  if (ref) checkRef(value, ref, pointer, around, screen, false);
  return value;
}

function overOf(over: Over, around: Surroundings): Over {
  return around.plan ?? over;
}

function linkTemplate(
  value: string,
  over: Over,
  link: boolean,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): unknown {
  const { text, paths, problem } = parseTemplate(value, over);
  if (problem) {
    screen.reportInText(pointer, problem.index, { rule: 'template-syntax', message: problem.message });
    return value;
  }
  const variables = variablesOver(over, around, screen);
  for (const { path, index } of paths) {
    // A path is the simplest expression: the same check names what is unknown, in the same words.
    const before = screen.findings.length;
    checkPath(path, index, variables, pointer, screen);
    if (screen.findings.length === before) screen.use(path);
  }
  if (link) {
    checkLink(text, pointer, around, screen);
    for (const { path } of paths) {
      const shape = shapeAt(path, variables);
      if (isComputedLink(text) && (shape === 'number' || shape === 'boolean'))
        screen.report({
          pointer,
          rule: 'foreign-link',
          message: `"{${path.join('.')}}" is ${shape === 'number' ? 'a number' : 'true or false'} and no route. Write the route around it, as in /book/{row.id}, or name a column that holds routes.`,
        });
      if (typeof shape === 'object' && 'list' in shape)
        screen.report({
          pointer,
          rule: 'list-for-value',
          message: `"{${path.join('.')}}" is a list; a link takes one value at a place.`,
          suggestion: `Read one value, such as {row.id}, or lead to the records by the action "search".`,
        });
    }
  }
  return text;
}

/** Shape of a text that is one path; null for any other text. */
function shapeOfTemplate(text: string, variables: Variables): Shape | null {
  const path = /^\{([^{}]+)\}$/.exec(text)?.[1]?.split('.');
  return path ? shapeAt(path, variables) : null;
}

function checkPath(
  path: readonly string[],
  index: number,
  variables: Variables,
  pointer: string,
  screen: ScreenLinking,
): void {
  let shape: Shape = { fields: variables };
  let at = index;
  let owner = '';
  for (const step of path) {
    if (shape === 'any') return;
    if (typeof shape === 'object' && 'list' in shape) {
      if (!/^\d+$/.test(step)) {
        screen.reportInText(pointer, at, {
          rule: 'field-of-list',
          message: `"${owner}" is a list and has no "${step}" of its own, so nothing would be shown.`,
          suggestion: `Read the first entry: {${owner}.0.${step}}.`,
        });
        return;
      }
      shape = shape.list;
      at += step.length + 1;
      owner = `${owner}.${step}`;
      continue;
    }
    const fields: { readonly [name: string]: Shape } =
      typeof shape === 'object' && 'fields' in shape ? shape.fields : {};
    const found: Shape | undefined = Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (found === undefined) {
      screen.unknownInText(step, Object.keys(fields), pointer, at, owner);
      return;
    }
    shape = found;
    at += step.length + 1;
    owner = owner === '' ? step : `${owner}.${step}`;
  }
}

// The body of a call may nest: every text inside is a template.
function linkNested(
  value: Json,
  node: SchemaNode,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): unknown {
  if (typeof value === 'string') return linkText(value, node, pointer, around, screen);
  if (Array.isArray(value))
    return value.map((entry, i) => linkNested(entry, node, under(pointer, i), around, screen));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      linkNested(entry, node, under(pointer, name), around, screen),
    ]),
  );
}

export function variablesOver(over: Over, around: Surroundings, screen: ScreenLinking): Variables {
  const plan: Variables = around.plan
    ? { answer: 'any', failure: 'any' }
    : around.answered
      ? { answer: 'any' }
      : {};
  const inner: Variables =
    over === 'row'
      ? { row: around.row ?? 'any' }
      : over === 'form'
        ? { form: withDirty(around), ...(around.row ? { row: around.row } : {}) }
        : {};
  const opener: Variables = around.opener ? { row: around.opener } : {};
  return { ...screen.screenVariables(), ...opener, ...inner, ...plan };
}

/** Conditions of a form may ask whether something in it is unsaved; a plan gets its values alone. */
function withDirty({ form, plan }: Surroundings): Shape {
  if (form === null || typeof form !== 'object' || !('fields' in form) || plan !== null) return form ?? 'any';
  return { fields: { dirty: 'boolean', ...form.fields } };
}

function linkWidget(value: JsonObject, pointer: string, screen: ScreenLinking): unknown {
  const { type, ...options } = value;
  const schema = typeof type === 'string' ? screen.catalog.language.widgets.get(type) : undefined;
  const linked = schema ? linkObject(value, schema, pointer, nowhere, screen) : { type, ...options };
  const { type: _, ...rest } = linked;
  return { type, options: rest };
}

function accepts(value: Json, node: SchemaNode): boolean {
  if (node['x-shorthand'] && isJsonObject(value)) return true;
  if (node.enum) return node.enum.includes(value);
  const types = typesOf(node);
  if (!types) return true;
  if (Array.isArray(value)) return types.includes('array');
  if (value === null) return types.includes('null');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value);
}
