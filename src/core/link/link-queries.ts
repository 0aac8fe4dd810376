// Link rules of named queries: their SQL, their parameters, and which other queries they read.
import { type Checked, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { baseName } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type ValueType } from '../values.ts';
import type { Catalog, NamedQuery, QueryFacts, QueryParam } from './catalog.ts';
import { givenParameters, kindOfValue, overParameter } from './check-query.ts';
import { checkUses, isOptional, queryError } from './query-uses.ts';

type Document = Checked<'query'>;

export function namedQueryOf({ json, loaded }: Document, facts: QueryFacts | null): NamedQuery {
  const params = Array.isArray(json.params) ? json.params.filter(isJsonObject) : [];
  return {
    id: String(json.id),
    file: loaded.file,
    facts,
    ...(typeof json.noRows === 'string' ? { noRows: json.noRows } : {}),
    params: params.map(
      (param): QueryParam => ({
        id: String(param.id),
        type: String(param.type ?? 'text') as ValueType,
        many: param.many === true,
        required: param.required === true,
      }),
    ),
  };
}

export function linkQueries(documents: readonly Document[], catalog: Catalog): readonly Diagnostic[] {
  return documents.flatMap((document) => {
    const { facts, params, id } = catalog.queries.get(String(document.json.id)) ?? {};
    if (!facts) {
      const message = `There is no ${document.loaded.file.replace(/\.json$/, '.sql')} beside the definition.`;
      return [diagnosticOf(document.loaded, { pointer: '/id', rule: 'missing-query', message })];
    }
    return [
      ...(facts.error ? [queryError(facts)] : []),
      ...checkUses(facts, id ?? null, catalog),
      ...checkOther(document, catalog),
      ...checkParams(document, facts, params ?? [], catalog),
    ];
  });
}

/** The query that answers the same out of kept ones is another, and there. */
function checkOther(document: Document, catalog: Catalog): readonly Diagnostic[] {
  const { json, loaded } = document;
  const { queries } = catalog;
  const { byDistrict: other, id } = json;
  if (Array.isArray(other))
    return other.flatMap((name, i) => checkColumn(String(name), i, document, catalog));
  if (typeof other !== 'string' || (queries.has(other) && other !== id)) return [];
  const message = `There is no other query "${other}".`;
  const names = [...queries.keys()].filter((name) => name !== id);
  const suggestion = suggest(other, names) ?? 'Name one of schemas/queries, or write true.';
  return [diagnosticOf(loaded, { pointer: '/byDistrict', rule: 'unknown-query', message, suggestion })];
}

/** Rows are added up by columns that there are. */
function checkColumn(
  name: string,
  i: number,
  { json, loaded }: Document,
  { queries }: Catalog,
): readonly Diagnostic[] {
  const columns = queries.get(String(json.id))?.facts?.columns?.map((column) => column.name);
  if (!columns || columns.includes(name)) return [];
  const message = `The query answers no column "${name}".`;
  const suggestion = suggest(name, columns) ?? `Its columns are ${columns.join(', ')}.`;
  return [diagnosticOf(loaded, { pointer: `/byDistrict/${i}`, rule: 'unknown-column', message, suggestion })];
}

/** What the SQL reads is a parameter of its definition, of the same type, or given by the engine. */
export function checkParams(
  { loaded }: Pick<Document, 'loaded'>,
  facts: QueryFacts,
  params: readonly QueryParam[],
  catalog: Catalog,
  what = 'query',
  given: readonly string[] = [...givenParameters, overParameter],
): readonly Diagnostic[] {
  const names = params.map(({ id }) => id);
  const missing = facts.params
    .filter(({ name }) => !names.includes(name) && !given.includes(name))
    .filter(({ name, own }) => own !== false || !isOptional(name, facts, catalog))
    .map(({ name }) =>
      diagnosticOf(loaded, {
        pointer: '/id',
        rule: 'unknown-query-parameter',
        message: `${baseName(facts.file)} reads ":${name}", which is no parameter of this ${what}.`,
        suggestion: suggest(name, names) ?? `Add it to "params".`,
      }),
    );
  const own = params.flatMap((param, i) => {
    const read = facts.params.find(({ name }) => name === param.id);
    const pointer = `/params/${i}`;
    if (!read) {
      // A refused statement may be the one that reads it.
      if (facts.error || facts.columns === null) return [];
      const message = `Nothing reads the parameter "${param.id}". Use it or remove it.`;
      return [diagnosticOf(loaded, { pointer, rule: 'unused-parameter', message })];
    }
    const wanted = read.type && read.type !== 'json' ? kindOfValue(read.type) : null;
    const given = param.many ? 'list' : kindOfValue(param.type);
    if (wanted === null || given === wanted || (wanted === 'text' && given !== 'list')) return [];
    return [
      diagnosticOf(loaded, {
        pointer,
        rule: 'query-parameter-type',
        message: `${baseName(facts.file)} takes ":${param.id}" as ${wanted}, but the parameter is ${given}.`,
        suggestion: 'Change "type" or "many" of the parameter, or the cast in the query.',
      }),
    ];
  });
  return [...missing, ...own];
}
