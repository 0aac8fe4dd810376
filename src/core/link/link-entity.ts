// Link rules of what an entity says beyond its fields: references, rows inside a record, keys, values, its life.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { MetaSchemas } from '../check/language.ts';
import { fieldsWithChildren } from '../child-fields.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Entity } from '../entity.ts';
import { checkExpression, typedEnvironment } from '../expressions/check-expression.ts';
import { type Shape, shapeOfFields } from '../expressions/shape.ts';
import type { SearchOperator } from '../operators.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Catalog } from './catalog.ts';
import { engineColumns } from './engine-columns.ts';
import { computedType } from './entity-parts-of.ts';
import { list, object, texts } from './json-values.ts';
import { knownField, type Report } from './known-field.ts';
import { linkLife } from './link-life.ts';

type Document = Checked<keyof MetaSchemas>;

/** All that an expression of an entity may read: its fields, and its children as lists. */
export function entityShape(entity: Pick<Entity, 'fields' | 'children'>): Shape {
  return shapeOfFields(Object.values(fieldsWithChildren(entity)));
}

export function linkEntity(document: Document, catalog: Catalog): readonly Diagnostic[] {
  const { json, loaded } = document;
  const entity = catalog.entities.get(String(json.$id));
  if (!entity) return [];
  const found: Diagnostic[] = [];
  const report: Report = (pointer, rule, message, suggestion) =>
    found.push(diagnosticOf(loaded, { pointer, rule, message, suggestion }));
  const environment = typedEnvironment({ form: entityShape(entity), today: 'text' });
  const expression = (text: Json | undefined, pointer: string, returns: string): void => {
    if (typeof text !== 'string') return;
    for (const { index, rule, message, suggestion } of checkExpression(text, environment, returns).findings)
      found.push({
        file: loaded.file,
        ...loaded.inText(pointer, index),
        severity: 'error',
        rule,
        message,
        pointer,
        ...(suggestion === undefined ? {} : { suggestion }),
      });
  };
  engineNames(json, report);
  fieldNames(json, entity, report);
  references(json, entity, catalog, report);
  children(json, entity, catalog, report);
  values(json, entity, expression, report);
  linkLife(json, entity, catalog, report, expression);
  for (const [i, { field, reader }] of (entity.tells ?? []).entries()) {
    knownField(field, `/tells/${i}/field`, entity, report);
    knownField(reader, `/tells/${i}/reader`, entity, report);
  }
  const circle = cycleOf(entity, catalog);
  // Told once, by the first of those in it.
  if (circle && [...circle].sort()[0] === entity.id)
    found.push({
      ...diagnosticOf(loaded, {
        pointer: '/refs',
        rule: 'cyclic-reference',
        message: `References lead in a circle: ${circle.join(' → ')}. Take one away; the other side is shown as related.`,
      }),
      severity: 'warning',
    });
  return found;
}

function engineNames(json: JsonObject, report: Report): void {
  for (const name of Object.keys(object(json.properties)))
    if (engineColumns.has(name))
      report(
        under('/properties', name),
        'engine-column',
        `Every record has "${name}"; it is declared by nobody.`,
        name === 'id' ? 'Name it in "record": "id".' : 'Remove it.',
      );
}

function fieldNames(json: JsonObject, entity: Entity, report: Report): void {
  const each = (names: Json | undefined, pointer: string) =>
    texts(names).forEach((name, i) => {
      knownField(name.replace(/^-/, ''), under(pointer, i), entity, report);
    });
  for (const key of ['quick', 'key', 'preview']) each(json[key], `/${key}`);
  for (const [i, names] of list(json.unique).entries()) each(names, `/unique/${i}`);
  for (const [i, given] of list(json.quickWhere).entries())
    knownField(object(given).fld, `/quickWhere/${i}/fld`, entity, report);
  const { search, show } = object(json.lookup);
  each(search, '/lookup/search');
  each(show, '/lookup/show');
  list(json.alike).forEach((given, i) => {
    const { fields, near } = object(given);
    each(fields, `/alike/${i}/fields`);
    texts(fields).forEach((name, j) => {
      searchedBy(name, ['eq', 'oneof'], `/alike/${i}/fields/${j}`, entity, report);
    });
    if (near === undefined) return;
    const { field } = object(near);
    knownField(field, `/alike/${i}/near/field`, entity, report);
    if (typeof field === 'string') searchedBy(field, ['between'], `/alike/${i}/near/field`, entity, report);
  });
  list(json.views).forEach((view, i) => {
    const { columns, sort } = object(view);
    each(columns, `/views/${i}/columns`);
    each(sort, `/views/${i}/sort`);
  });
}

/** What a figure counts, a list must be able to show. */
function searchedBy(
  name: string,
  operators: readonly SearchOperator[],
  pointer: string,
  entity: Entity,
  report: Report,
): void {
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!field || operators.some((known) => field.search.includes(known))) return;
  report(
    pointer,
    'search-operator',
    `Field "${name}" cannot be searched by "${operators.join('" or "')}".`,
    `Name one of them in its "search", or take another field.`,
  );
}

function references(json: JsonObject, entity: Entity, catalog: Catalog, report: Report): void {
  const known = [...catalog.entities.keys()];
  for (const [field, target] of Object.entries(object(json.refs))) {
    const pointer = under('/refs', field);
    knownField(field, pointer, entity, report);
    if (typeof target === 'string' && !catalog.entities.has(target))
      report(pointer, 'unknown-entity', `Entity "${target}" is unknown.`, suggest(target, known));
  }
  entity.position?.near.forEach((target, i) => {
    const pointer = `/position/near/${i}`;
    const other = catalog.entities.get(target);
    if (!other) report(pointer, 'unknown-entity', `Entity "${target}" is unknown.`, suggest(target, known));
    else if (!other.position)
      report(
        pointer,
        'no-position',
        `Records of entity "${target}" lie nowhere, so none is near.`,
        'Give it a "position", or take it out.',
      );
  });
  for (const [id, { from }] of Object.entries(entity.fields)) {
    if (!from) continue;
    const pointer = `${under('/properties', id)}/from`;
    const target = entity.refs?.[from.ref];
    const other = target === undefined ? undefined : catalog.entities.get(target);
    if (target === undefined)
      report(
        `${pointer}/ref`,
        'unknown-field',
        `"${from.ref}" is not in "refs".`,
        suggest(from.ref, Object.keys(entity.refs ?? {})),
      );
    else if (other) knownField(from.field, `${pointer}/field`, other, report);
  }
}

function children(json: JsonObject, entity: Entity, catalog: Catalog, report: Report): void {
  for (const [id, child] of Object.entries(entity.children ?? {})) {
    const pointer = under('/children', id);
    if (Object.hasOwn(entity.fields, id))
      report(pointer, 'duplicate-field', `"${id}" is a field already. Rename one of the two.`);
    const { pick } = child;
    if (pick && !catalog.entities.has(pick.entity))
      report(
        `${pointer}/pick`,
        'unknown-entity',
        `Entity "${pick.entity}" is unknown.`,
        suggest(pick.entity, catalog.entities.keys()),
      );
    const given = object(object(json.children)[id]);
    const names = Object.keys(child.lines.fields);
    if (typeof given.pickField === 'string' && !names.includes(given.pickField))
      report(
        `${pointer}/pickField`,
        'unknown-field',
        `"${given.pickField}" is not in "properties".`,
        suggest(given.pickField, names),
      );
    for (const [field, target] of Object.entries(child.refs ?? {})) {
      const at = `${pointer}${under('/refs', field)}`;
      if (!names.includes(field))
        report(at, 'unknown-field', `"${field}" is not in "properties".`, suggest(field, names));
      if (!catalog.entities.has(target))
        report(
          at,
          'unknown-entity',
          `Entity "${target}" is unknown.`,
          suggest(target, catalog.entities.keys()),
        );
    }
  }
}

function values(
  json: JsonObject,
  entity: Entity,
  expression: (text: Json | undefined, pointer: string, returns: string) => void,
  report: Report,
): void {
  const fields = object(json.properties);
  for (const [id, field] of Object.entries(entity.fields)) {
    const pointer = under('/properties', id);
    const given = object(fields[id]);
    if (field.value) {
      expression(given.value, `${pointer}/value`, computedType(given));
      if (readsItself(id, entity))
        report(
          `${pointer}/value`,
          'computed-cycle',
          `The value of "${id}" goes into itself. Break the circle.`,
        );
    }
    const per = field.number?.per;
    if (per && per !== 'year') knownField(per, `${pointer}/number/per`, entity, report);
  }
}

function readsItself(id: string, { fields }: Entity): boolean {
  const seen = new Set<string>();
  const visit = (name: string): boolean =>
    (fields[name]?.value?.reads ?? []).some((read) => {
      if (read === id) return true;
      if (seen.has(read)) return false;
      seen.add(read);
      return visit(read);
    });
  return visit(id);
}

/** The way of references from an entity back to it over others; its own tree, e.g. a parent, is none. */
function cycleOf(entity: Entity, { entities }: Catalog): readonly string[] | null {
  const seen = new Set<string>();
  const walk = (id: string, path: readonly string[]): readonly string[] | null => {
    for (const target of Object.values(entities.get(id)?.refs ?? {})) {
      if (target === entity.id && path.length > 1) return [...path, target];
      if (target === id || seen.has(target)) continue;
      seen.add(target);
      const found = walk(target, [...path, target]);
      if (found) return found;
    }
    return null;
  };
  return walk(entity.id, [entity.id]);
}
