import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { entityOfList, type Operation } from './catalog.ts';
import { checkRecordInput } from './record-input.ts';
import type { ScreenLinking } from './screen-linking.ts';
import type { ShapeOfText } from './shape-of-text.ts';

/** What a step or a source hands to an operation must be what its file describes. */
export function checkOperationInput(
  step: JsonObject,
  id: string,
  pointer: string,
  screen: ScreenLinking,
  shapeOf: ShapeOfText,
): void {
  const operation = screen.catalog.operations.get(id);
  if (!operation) return;
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const query = propertiesOf(operation.query);
  const given = isJsonObject(step.params) ? step.params : {};
  // A source has no "query" of its own: its parameters go where the operation wants them.
  const asSource = !('type' in step);
  const allowed = asSource ? [...inPath, ...query] : inPath;
  checkNames(given, allowed, under(pointer, 'params'), id, screen);
  checkConstants(given, [operation.params, operation.query], under(pointer, 'params'), id, screen);
  checkSingle(given, [operation.params, operation.query], under(pointer, 'params'), id, screen, shapeOf);
  if (isJsonObject(step.query)) checkNames(step.query, query, under(pointer, 'query'), id, screen);
  if (isJsonObject(step.body))
    checkConstants(step.body, [operation.body], under(pointer, 'body'), id, screen);
  if (isJsonObject(step.body) && operation.body?.additionalProperties === false) {
    checkNames(step.body, propertiesOf(operation.body), under(pointer, 'body'), id, screen);
  }
  checkBody(step, operation, pointer, screen);
  checkRecordInput(step, operation, pointer, screen, shapeOf);
  for (const name of inPath) {
    if (Object.hasOwn(given, name)) continue;
    screen.report({
      pointer,
      rule: 'missing-parameter',
      message: `Operation "${id}" needs the parameter "${name}".`,
      suggestion: `Add it to "params".`,
    });
  }
  const listParam = operation.record ?? (inPath.includes('list') ? 'list' : null);
  const list = listParam === null ? undefined : given[listParam];
  if (typeof list === 'string' && !list.includes('{') && !entityOfList(screen.catalog, list)) {
    const lists = [...screen.catalog.entities.values()].map((entity) => entity.record.list);
    screen.report({
      pointer: under(under(pointer, 'params'), listParam ?? ''),
      rule: 'unknown-list',
      message: `No entity has the list "${list}".`,
      suggestion: suggest(list, lists),
    });
  }
}

/** What an operation's query or body cannot be without, where the step writes it out. */
function checkBody(step: JsonObject, operation: Operation, pointer: string, screen: ScreenLinking): void {
  const { id, body, query, transport } = operation;
  // A file is sent beside values of its own, by the block that has it.
  if (transport === 'upload') return;
  const missing = (name: string, place: string): void =>
    screen.report({
      pointer,
      rule: 'missing-parameter',
      message: `Operation "${id}" needs the parameter "${name}".`,
      suggestion: `Add it to "${place}".`,
    });
  const asSource = !('type' in step);
  const place = asSource ? 'params' : 'query';
  const asked = isJsonObject(step[place]) ? step[place] : {};
  for (const name of lacking(query, asked)) missing(name, place);
  if (asSource) return;
  if (step.body !== undefined && body === null) {
    screen.report({
      pointer: under(pointer, 'body'),
      key: true,
      rule: 'unexpected-body',
      message: `Operation "${id}" takes no body, so nothing of this would arrive. Remove "body"${propertiesOf(query).length > 0 ? ', or give its values in "query"' : ''}.`,
    });
    return;
  }
  // What a form or a row holds is known when it is sent.
  if (typeof step.body === 'string') return;
  const sent = isJsonObject(step.body) ? step.body : {};
  for (const name of lacking(body, sent)) if (step.once !== name) missing(name, 'body');
}

/** Required names that are not given; none beside a name that is unknown, which may be the one in another spelling. */
function lacking(schema: JsonObject | null, given: JsonObject): readonly string[] {
  const known = propertiesOf(schema);
  const misspelt =
    schema?.additionalProperties === false && Object.keys(given).some((name) => !known.includes(name));
  return misspelt ? [] : requiredOf(schema).filter((name) => !Object.hasOwn(given, name));
}

function requiredOf(schema: JsonObject | null): readonly string[] {
  return Array.isArray(schema?.required) ? schema.required.filter((name) => typeof name === 'string') : [];
}

/** A path and a query hold one value at a place: a list would arrive as its JSON text. */
function checkSingle(
  given: JsonObject,
  schemas: readonly (JsonObject | null)[],
  pointer: string,
  id: string,
  screen: ScreenLinking,
  shapeOf: ShapeOfText,
): void {
  for (const [name, value] of Object.entries(given)) {
    const shape = typeof value === 'string' ? shapeOf(value) : null;
    if (shape === null || typeof shape !== 'object' || 'codes' in shape) continue;
    const wanted = schemas.map((schema) =>
      isJsonObject(schema?.properties) ? schema.properties[name] : null,
    );
    if (
      wanted.some((schema) => isJsonObject(schema) && (schema.type === 'array' || schema.type === 'object'))
    )
      continue;
    screen.report({
      pointer: under(pointer, name),
      rule: 'list-for-value',
      message: `"${String(value)}" is ${'list' in shape ? 'a list' : 'a whole record'}; operation "${id}" takes one value as "${name}".`,
      suggestion: 'Read one value, such as {row.id}.',
    });
  }
}

function checkNames(
  given: JsonObject,
  allowed: readonly string[],
  pointer: string,
  id: string,
  screen: ScreenLinking,
): void {
  for (const name of Object.keys(given)) {
    if (allowed.includes(name)) continue;
    screen.report({
      pointer: under(pointer, name),
      key: true,
      rule: 'unknown-parameter',
      message: `Operation "${id}" has no parameter "${name}".`,
      suggestion:
        suggest(name, allowed) ?? (allowed.length > 0 ? `Known: ${allowed.join(', ')}.` : undefined),
    });
  }
}

/** A constant must have the type that the operation wants; what is filled in is known only when it is. */
function checkConstants(
  given: JsonObject,
  schemas: readonly (JsonObject | null)[],
  pointer: string,
  id: string,
  screen: ScreenLinking,
): void {
  const wanted: JsonObject = Object.assign(
    {},
    ...schemas.map((schema) => (isJsonObject(schema?.properties) ? schema.properties : {})),
  );
  for (const [name, value] of Object.entries(given)) {
    const schema = wanted[name];
    if (!isJsonObject(schema) || schema.type === undefined) continue;
    const types: readonly Json[] = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (types.some((type) => fits(value, type))) continue;
    screen.report({
      pointer: under(pointer, name),
      rule: 'wrong-type',
      message: `${JSON.stringify(value)} does not fit: operation "${id}" takes "${name}" as ${types.join(' or ')}.`,
    });
  }
}

function fits(value: Json, type: Json): boolean {
  if (typeof value === 'string' && value.includes('{')) return true;
  // An expression has its own type, which is checked where it stands.
  if (isJsonObject(value) && typeof value.expr === 'string') return true;
  if (type === 'integer') return Number.isInteger(value) || isNumeral(value);
  if (type === 'number') return typeof value === 'number' || isNumeral(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  if (type === 'null') return value === null;
  return typeof value === type;
}

/** A path or a query carries numbers as text. */
function isNumeral(value: Json): boolean {
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value);
}

export function propertiesOf(schema: JsonObject | null): readonly string[] {
  const properties: Json | undefined = schema?.properties;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
