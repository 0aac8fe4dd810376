// Link rules of the files that are no screens: entities, forms, operations, code tables, menu.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { MetaSchemas } from '../check/language.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { shortestMatch } from '../pattern/prove-pattern.ts';
import { patternProblem } from '../pattern/safe-pattern.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import { type Catalog, formatIds } from './catalog.ts';
import { codeProblem } from './check-code.ts';
import { linkChecks } from './link-checks.ts';
import { linkEntity } from './link-entity.ts';
import { linkFunctions, linkListView, linkTable } from './link-table.ts';
import { type KnownRoute, routeOfLink } from './routes.ts';

type Report = (pointer: string, rule: string, message: string, suggestion?: string) => void;
type Document = Checked<keyof MetaSchemas>;

export function linkDocuments(
  documents: readonly Document[],
  catalog: Catalog,
  routes: readonly KnownRoute[],
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const owners = new Map<string, string>();
  for (const document of documents) {
    const report: Report = (pointer, rule, message, suggestion) => {
      diagnostics.push(diagnosticOf(document.loaded, { pointer, rule, message, suggestion }));
    };
    const { kind, json } = document;
    if (kind === 'entity' || kind === 'form') {
      linkFields(json, catalog, report);
      diagnostics.push(...linkChecks(document, catalog));
    }
    if (kind === 'entity') {
      linkRecord(json, catalog, owners, document.loaded.file, report);
      diagnostics.push(...linkEntity(document, catalog));
      if (catalog.tables)
        linkTable(json, catalog.tables, report, (id) => catalog.entities.get(id)?.record.table ?? null);
      if (catalog.functions) linkFunctions(json, catalog.functions, report);
    }
    if (kind === 'codes') linkCodes(json, catalog, report);
    if (kind === 'operation') linkOperation(json, catalog, report);
    if (kind === 'menu') linkMenu(json, catalog, routes, report);
    if (kind === 'terms') linkTerms(json, catalog, report);
    if (kind !== 'menu' && kind !== 'terms') checkName(document, report);
  }
  return diagnostics;
}

function checkName({ json, loaded, kind }: Document, report: Report): void {
  const key = kind === 'entity' || kind === 'form' ? '$id' : 'id';
  const expected = loaded.file.replace(/^.*\//, '').replace(/\.json$/, '');
  if (json[key] !== expected)
    report(
      `/${key}`,
      'id-differs',
      `The id "${String(json[key])}" is not the file's name.`,
      `Write "${expected}".`,
    );
}

function linkFields(json: JsonObject, catalog: Catalog, report: Report): void {
  const fields = isJsonObject(json.properties) ? json.properties : {};
  const names = Object.keys(fields);
  (Array.isArray(json.required) ? json.required : []).forEach((name: Json, i: number) => {
    if (typeof name === 'string' && !names.includes(name))
      report(`/required/${i}`, 'unknown-field', `"${name}" is not in "properties".`, suggest(name, names));
  });
  for (const [name, given] of Object.entries(fields)) {
    if (!isJsonObject(given)) continue;
    const pointer = under('/properties', name);
    linkTerm(given, pointer, names, catalog, report);
    const { widget, permission, pattern } = given;
    if (typeof widget === 'string' && !catalog.language.widgets.has(widget)) {
      report(
        under(pointer, 'widget'),
        'unknown-widget',
        `Widget "${widget}" is unknown.`,
        suggest(widget, catalog.language.widgets.keys()),
      );
    }
    const rich = given.format === 'richText';
    if (rich ? given.type !== 'object' || (widget ?? 'rich-text') !== 'rich-text' : widget === 'rich-text')
      report(
        under(pointer, rich && given.type !== 'object' ? 'type' : widget === undefined ? 'format' : 'widget'),
        'formatted-text',
        `Field "${name}" is formatted text in part only. Give it "type": "object" and "format": "richText", and no other input.`,
      );
    checkPermission(permission, under(pointer, 'permission'), catalog, report);
    const problem = typeof pattern === 'string' ? patternProblem(pattern) : null;
    if (problem) report(under(pointer, 'pattern'), 'unsafe-pattern', problem);
    const beyond = problem === null ? tooLongFor(given) : null;
    if (beyond) report(under(pointer, 'pattern'), 'empty-range', beyond);
    if (typeof pattern === 'string' && problem === null && given.takes === undefined)
      report(
        under(pointer, 'pattern'),
        'pattern-words',
        `Whoever types something else into "${name}" is not told what is taken. Say it in "takes", such as "four digits, such as 2320".`,
      );
    const { codes, default: start } = given;
    const noCode =
      typeof codes === 'string' && typeof start === 'string' ? codeProblem(start, codes, catalog) : null;
    if (noCode) report(under(pointer, 'default'), noCode.rule, noCode.message, noCode.suggestion);
    if (isJsonObject(given.items))
      linkFields(given.items, catalog, (inner, ...rest) => report(`${pointer}/items${inner}`, ...rest));
  }
}

function tooLongFor({ pattern, maxLength }: JsonObject): string | null {
  if (typeof pattern !== 'string' || typeof maxLength !== 'number') return null;
  const shortest = shortestMatch(pattern);
  return shortest > maxLength
    ? `A text that "${pattern}" takes has at least ${shortest} characters, but "maxLength" allows ${maxLength}, so nothing would ever be accepted. Change one of the two.`
    : null;
}

function linkTerm(
  term: JsonObject,
  pointer: string,
  names: readonly string[] | null,
  catalog: Catalog,
  report: Report,
): void {
  const { format, codes, unitField } = term;
  if (typeof format === 'string' && !formatIds.some((id) => id === format)) {
    report(
      under(pointer, 'format'),
      'unknown-format',
      `Format "${format}" is unknown.`,
      suggest(format, formatIds),
    );
  }
  if (typeof codes === 'string' && !catalog.codes.has(codes)) {
    report(
      under(pointer, 'codes'),
      'unknown-codes',
      `Code table "${codes}" is unknown.`,
      suggest(codes, catalog.codes.keys()),
    );
  }
  for (const key of ['list', 'offers']) {
    const list = term[key];
    if (typeof list !== 'string' || !catalog.lists || catalog.lists.has(list)) continue;
    report(
      under(pointer, key),
      'unknown-reference-list',
      `Reference list "${list}" is unknown.`,
      suggest(list, catalog.lists),
    );
  }
  if (names && typeof unitField === 'string' && !names.includes(unitField)) {
    report(
      under(pointer, 'unitField'),
      'unknown-field',
      `"${unitField}" is not in "properties".`,
      suggest(unitField, names),
    );
  }
}

function linkRecord(
  json: JsonObject,
  catalog: Catalog,
  owners: Map<string, string>,
  file: string,
  report: Report,
): void {
  const record = isJsonObject(json.record) ? json.record : {};
  const fields = Object.keys(catalog.entities.get(String(json.$id))?.fields ?? {});
  const permissions = isJsonObject(record.permissions) ? record.permissions : {};
  for (const [name, code] of Object.entries(permissions))
    checkPermission(code, `/record/permissions/${name}`, catalog, report);
  for (const key of ['prefix', 'list']) {
    const value = `${key} ${String(record[key])}`;
    const owner = owners.get(value);
    if (owner)
      report(
        `/record/${key}`,
        'duplicate-record',
        `The ${key} "${String(record[key])}" belongs to ${owner} already.`,
      );
    else owners.set(value, file);
  }
  for (const match of String(record.label ?? '').matchAll(/\{(\w+)\}/g)) {
    const name = match[1] ?? '';
    if (!fields.includes(name))
      report('/record/label', 'unknown-field', `"${name}" is not in "properties".`, suggest(name, fields));
  }
}

function linkCodes(json: JsonObject, catalog: Catalog, report: Report): void {
  const seen = new Set<Json>();
  const { parent } = json;
  const above = typeof parent === 'string' ? catalog.codes.get(parent) : undefined;
  if (typeof parent === 'string' && !above)
    report(
      '/parent',
      'unknown-codes',
      `Code table "${parent}" is unknown.`,
      suggest(parent, catalog.codes.keys()),
    );
  const known = above?.codes.map(({ code }) => code) ?? [];
  (Array.isArray(json.codes) ? json.codes : []).forEach((row: Json, i: number) => {
    const code = isJsonObject(row) ? row.code : undefined;
    if (code === undefined) return;
    if (seen.has(code))
      report(
        `/codes/${i}/code`,
        'duplicate-code',
        `The code "${String(code)}" stands in the table twice. Remove one.`,
      );
    seen.add(code);
    const view = isJsonObject(row) ? row.view : undefined;
    if (typeof view === 'string' && catalog.tables)
      linkListView(view, `/codes/${i}/view`, catalog.tables, report);
    const parents = isJsonObject(row) && Array.isArray(row.parent) ? row.parent : [];
    parents.forEach((name: Json, j: number) => {
      if (typeof name === 'string' && !known.includes(name))
        report(
          `/codes/${i}/parent/${j}`,
          'code-parent',
          above
            ? `"${name}" is no code of "${above.id}".`
            : 'The table names no "parent", so a code stands under none.',
          suggest(name, known),
        );
    });
  });
}

function linkOperation(json: JsonObject, catalog: Catalog, report: Report): void {
  const path = String(json.path);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params =
    isJsonObject(json.params) && isJsonObject(json.params.properties)
      ? Object.keys(json.params.properties)
      : [];
  for (const name of named) {
    if (!params.includes(name))
      report(
        '/path',
        'route-parameter',
        `The path names "{${name}}", which "params" does not describe.`,
        suggest(name, params),
      );
  }
  for (const name of params) {
    if (!named.includes(name))
      report(
        under('/params/properties', name),
        'route-parameter',
        `The path "${path}" does not name "{${name}}".`,
      );
  }
  for (const part of ['params', 'query', 'body', 'answer'])
    checkPatterns(json[part], under('', part), report);
  const { permission } = json;
  if (
    typeof permission === 'string' &&
    !['public', 'signed-in', 'record:view', 'record:update'].includes(permission)
  ) {
    checkPermission(permission, '/permission', catalog, report);
  }
}

/** Patterns of a schema, wherever they stand in it. */
function checkPatterns(schema: Json | undefined, pointer: string, report: Report): void {
  if (Array.isArray(schema))
    schema.forEach((inner: Json, i: number) => {
      checkPatterns(inner, under(pointer, i), report);
    });
  if (!isJsonObject(schema)) return;
  const { pattern } = schema;
  const problem = typeof pattern === 'string' ? patternProblem(pattern) : null;
  if (problem) report(under(pointer, 'pattern'), 'unsafe-pattern', problem);
  for (const [name, inner] of Object.entries(schema)) checkPatterns(inner, under(pointer, name), report);
}

function linkMenu(json: JsonObject, catalog: Catalog, routes: readonly KnownRoute[], report: Report): void {
  const walk = (items: Json | undefined, pointer: string): void => {
    (Array.isArray(items) ? items : []).forEach((item: Json, i: number) => {
      if (!isJsonObject(item)) return;
      const inner = under(pointer, i);
      checkPermission(item.needs, under(inner, 'needs'), catalog, report);
      if (typeof item.action === 'string' && !routeOfLink(item.action, routes)) {
        report(
          under(inner, 'action'),
          'unknown-route',
          `No screen has the route "${item.action}".`,
          suggest(
            item.action,
            routes.map(({ pattern }) => pattern),
          ),
        );
      }
      (Array.isArray(item.activematch) ? item.activematch : []).forEach((pattern: Json, j: number) => {
        const problem = typeof pattern === 'string' ? patternProblem(pattern) : null;
        if (problem) report(`${inner}/activematch/${j}`, 'unsafe-pattern', problem);
      });
      walk(item.items, under(inner, 'items'));
    });
  };
  walk(json.items, '/items');
}

function linkTerms(json: JsonObject, catalog: Catalog, report: Report): void {
  for (const [name, term] of Object.entries(isJsonObject(json.terms) ? json.terms : {})) {
    if (isJsonObject(term)) linkTerm(term, under('/terms', name), null, catalog, report);
  }
}

function checkPermission(code: Json | undefined, pointer: string, catalog: Catalog, report: Report): void {
  const { permissions } = catalog;
  if (typeof code !== 'string' || !permissions || permissions.has(code)) return;
  report(
    pointer,
    'unknown-permission',
    `Permission "${code}" is unknown, so nobody has it.`,
    suggest(code, permissions),
  );
}
