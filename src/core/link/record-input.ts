// What a step writes into a record: fields of the list's record type, codes of their tables, and the version that was read.
import { fieldsWithChildren } from '../child-fields.ts';
import type { EntityField } from '../entity.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { entityOfList, type Operation } from './catalog.ts';
import type { ScreenLinking } from './screen-linking.ts';
import type { ShapeOfText } from './shape-of-text.ts';

const version = 'version';
/** Skips the comparison of versions, as a person chose in the dialog of a conflict. */
const force = '__forceUpdate__';

/** The finding about a record that would be saved without the version that was read. */
export function versionMissing(operation: string): {
  readonly rule: string;
  readonly message: string;
  readonly suggestion: string;
} {
  return {
    rule: 'missing-version',
    message: `Operation "${operation}" needs the version that was read, so that nobody's change is lost.`,
    suggestion: `Read the record by "record.get", and send its "version" beside the fields or save it by a form over it.`,
  };
}

/** Whether an operation saves a record that somebody may have changed meanwhile. */
export function needsVersion({ record, body }: Operation): boolean {
  return record !== null && body !== null && Object.hasOwn(propertiesIn(body), version);
}

function propertiesIn(schema: JsonObject): JsonObject {
  return isJsonObject(schema.properties) ? schema.properties : {};
}

/** Reports unknown fields, unknown codes, misfit constants and a missing version in the body of an operation on records. */
export function checkRecordInput(
  step: JsonObject,
  operation: Operation,
  pointer: string,
  screen: ScreenLinking,
  shapeOf: ShapeOfText,
): void {
  const { body } = operation;
  if (operation.record === null || body === null) return;
  const own = propertiesIn(body);
  const place = under(pointer, 'body');
  const row = step.body === 'row' ? shapeOf('{row}') : null;
  const lacks = isJsonObject(step.body)
    ? !Object.hasOwn(step.body, version) && !Object.hasOwn(step.body, force)
    : row !== null && typeof row === 'object' && 'fields' in row && !Object.hasOwn(row.fields, version);
  if (Object.hasOwn(own, version) && lacks)
    screen.report({ pointer: place, key: true, ...versionMissing(operation.id) });
  if (!isJsonObject(step.body)) return;
  const given = step.body;
  const list = isJsonObject(step.params) ? step.params[operation.record] : undefined;
  const entity = typeof list === 'string' ? entityOfList(screen.catalog, list) : null;
  if (!entity || body.additionalProperties === false) return;
  const fields = fieldsWithChildren(entity);
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(own, name) || step.once === name) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field) checkConstant(value, field, under(place, name), screen);
    else
      screen.report({
        pointer: under(place, name),
        key: true,
        rule: 'unknown-field',
        message: `"${name}" is not in "${entity.id}".`,
        suggestion: suggest(name, Object.keys(fields)),
      });
  }
}

const types: { readonly [type in EntityField['type']]?: 'number' | 'boolean' | 'string' } = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  text: 'string',
  date: 'string',
};

function checkConstant(value: Json, field: EntityField, pointer: string, screen: ScreenLinking): void {
  if (value === null || typeof value === 'object') return;
  if (typeof value === 'string' && value.includes('{')) return;
  screen.checkCodes(value, field.codes, pointer);
  const wanted = types[field.type];
  if (wanted === undefined || typeof value === wanted) return;
  screen.report({
    pointer,
    rule: 'wrong-type',
    message: `${JSON.stringify(value)} does not fit: field "${field.id}" is ${field.type}.`,
  });
}
