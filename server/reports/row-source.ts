import type { Criterion, Entity } from '#src/core/entity.ts';
import { overParameter } from '#src/core/link/check-query.ts';
import { type ByDistrict, isTemplate, type LinkedScreen, type LinkedSource } from '#src/core/linked.ts';
import { reportRowLimit } from '#src/core/rows.ts';
import type { Caller } from '../access/caller.ts';
import { propertiesByDistrict } from '../database/district-sizes.ts';
import { columnMap } from '../database/json-page.ts';
import { inRunOrder } from '../database/run-store.ts';
import type { ReadyScreen, SqlSource } from '../definitions/definitions.ts';
import { keptParameter } from '../definitions/kept-queries.ts';
import { visibleScreen } from '../definitions/manifest.ts';
import { Problem } from '../problem.ts';
import { checkCriteria } from '../records/criteria.ts';
import { readSearch, type StoredSearch } from '../records/searches.ts';
import { type ParamValues, readParams, valuesFor } from './bind-params.ts';
import { type Dataset, defaultDataset } from './dataset.ts';
import { askedDistricts } from './districts.ts';
import { groupedSource } from './grouped-source.ts';
import { listSource } from './list-source.ts';
import type { OpenFigures, OpenParts, RowSource, StandingQuery } from './rows.ts';
import { rowsAsJson } from './rows-as-json.ts';
import type { ReportServer } from './served.ts';

export interface Ask {
  readonly screen: string;
  readonly source: string;
  readonly params?: ParamValues;
  readonly dataset?: Dataset;
  /** Only a run made after this moment. */
  readonly newer_than?: string;
}

/** The moment that a run has to be younger than; null for any that is kept. */
export function newerThan(ask: Ask): Date | null {
  return ask.newer_than === undefined ? null : new Date(ask.newer_than);
}

async function datasetOf(ask: Ask, screen: ReadyScreen, context: ReportServer): Promise<Dataset> {
  if (!screen.screen.dataset) return ask.dataset ?? 'both';
  return ask.dataset ?? (await defaultDataset(context.database, context.now()));
}

type SqlOf = Extract<LinkedSource, { readonly kind: 'sql' }>;

async function sqlSource(
  ask: Ask,
  screen: ReadyScreen,
  caller: Caller,
  context: ReportServer,
): Promise<RowSource> {
  const linked = screen.screen.data[ask.source];
  if (linked?.kind === 'sql' && linked.groups) {
    const base = await sqlSource({ ...ask, source: linked.groups.from }, screen, caller, context);
    return groupedSource(base, linked.groups, linked.fields);
  }
  const source = screen.sql.get(ask.source);
  if (!source || linked?.kind !== 'sql')
    throw new Problem('not-found', `Source "${ask.source}" is not one of this screen.`);
  const given = readParams(screen.screen, ask.params ?? {});
  const districts = await askedDistricts(screen.screen, given, caller, context.database, context.now());
  const asked = linked.named ? { ...given, ...namedParams(linked.named, given) } : given;
  const over =
    linked.over === undefined
      ? null
      : await sqlSource({ ...ask, source: linked.over }, screen, caller, context);
  const params = over
    ? { ...asked, [overParameter]: await rowsAsJson(over, newerThan(ask), caller, context) }
    : asked;
  const { text, names } = source.sql;
  const types = source.columns.flatMap(({ sqlType }) => (sqlType === null ? [] : [sqlType]));
  const dataset = await datasetOf(ask, screen, context);
  const keepable =
    types.length === source.columns.length && !source.columns.some(({ id }) => id === inRunOrder);
  return {
    text,
    values: valuesFor(source, names, params, districts),
    columns: columnMap(source.columns),
    fields: linked.fields,
    key: linked.rowKey,
    dataset,
    rowLimit: reportRowLimit,
    report: true,
    searched: false,
    table: null,
    ordered: true,
    // What is asked at every key is not kept; what it stands on is.
    run: keepable && !over ? { types } : null,
    figures: openFigures(source, linked, params, districts),
    ...(await keptOf(source, linked, params, districts, dataset, context)),
    base: null,
  };
}

/** Whether so much is read of several districts that keeping what each answers is worth it. */
async function areMany(districts: readonly string[], { database, config }: ReportServer): Promise<boolean> {
  if (districts.length < 2) return false;
  const sizes = await propertiesByDistrict(database);
  return districts.reduce((sum, code) => sum + (sizes.get(code) ?? 0), 0) >= config.keptByDistrictFrom;
}

/** What is kept of each district: its rows, or those of the named queries that it stands on. */
async function keptOf(
  source: SqlSource,
  { byDistrict }: SqlOf,
  params: ParamValues,
  districts: readonly string[],
  dataset: Dataset,
  context: ReportServer,
): Promise<Pick<RowSource, 'parts' | 'standing'>> {
  const { overKept } = source;
  if ((!byDistrict && !overKept) || !(await areMany(districts, context))) return { parts: null };
  const partsOf = (
    { params: types }: Pick<SqlSource, 'params'>,
    names: readonly string[],
    how: ByDistrict,
  ): OpenParts => ({
    districts,
    how,
    valuesOf: (some) => valuesFor({ params: types }, names, params, some),
  });
  if (byDistrict) return { parts: partsOf(source, source.sql.names, byDistrict) };
  if (!overKept) return { parts: null };
  const queries = overKept.queries.map(({ name, sql, columns, params: given }): StandingQuery => {
    const own = { params: new Map(given.map((param) => [param.name, param.type])) };
    return {
      name,
      text: sql.text,
      values: valuesFor(own, sql.names, params, districts),
      columns: columnMap(columns.map((column) => ({ id: column.name, type: column.type }))),
      dataset,
      run: { types: columns.map(({ sqlType }) => sqlType ?? 'text') },
      rowLimit: null,
      parts: partsOf(own, sql.names, 'rows'),
    };
  });
  const valuesOf = (keys: ReadonlyMap<string, string>) => {
    const where = [...keys].map(([name, key]) => [keptParameter(name), key] as const);
    return valuesFor(source, overKept.sql.names, { ...params, ...Object.fromEntries(where) }, districts);
  };
  return { parts: null, standing: { text: overKept.sql.text, valuesOf, queries } };
}

function openFigures(
  { figures: ready }: SqlSource,
  { figures: linked }: SqlOf,
  params: ParamValues,
  districts: readonly string[],
): OpenFigures | null {
  if (!ready || !linked) return null;
  return {
    linked,
    ready,
    values: ready.statements.map(({ sql, params: types }) =>
      valuesFor({ params: types }, sql.names, params, districts),
    ),
    names: new Set(ready.statements.flatMap(({ sql }) => sql.names)),
    params,
  };
}

/** What a source gives a named query in place of the screen's parameters; an empty text is no value. */
function namedParams(named: { readonly [param: string]: unknown }, given: ParamValues): ParamValues {
  return Object.fromEntries(
    Object.entries(named).map(([id, value]) => {
      const filled = fill(value, given);
      return [id, filled === '' ? null : filled];
    }),
  );
}

/** A text or template of a records source with the screen's parameters filled in; no other path is known here. */
function fill(value: unknown, params: ParamValues): unknown {
  if (!isTemplate(value)) return value;
  const parts = value.$text.map((part) => {
    if (typeof part === 'string') return part;
    const [root, name] = part.path;
    if (root !== 'params' || name === undefined || part.path.length !== 2)
      throw new Problem(
        'query-failed',
        `A records source can read parameters only, not "${part.path.join('.')}".`,
      );
    return params[name] ?? '';
  });
  return parts.length === 1 ? parts[0] : parts.join('');
}

function whereCriteria(
  entity: Entity,
  where: { readonly [field: string]: unknown },
  params: ParamValues,
): readonly Criterion[] {
  return Object.entries(where).map(([fld, raw]) => {
    const value = fill(raw, params);
    const field = entity.fields[fld];
    const numeric = field?.type === 'integer' || field?.type === 'number';
    const val = numeric && typeof value === 'string' && value !== '' ? Number(value) : value;
    return Array.isArray(val) ? { fld, op: 'oneof', val } : { fld, op: 'eq', val };
  });
}

type RecordsSource = Extract<LinkedSource, { readonly kind: 'records' }>;

async function criteriaOf(
  linked: RecordsSource,
  entity: Entity,
  params: ParamValues,
  caller: Caller,
  context: ReportServer,
): Promise<Pick<StoredSearch, 'criteria' | 'figure'>> {
  const where = whereCriteria(entity, linked.where, params);
  if (linked.hash === null) return { criteria: where, figure: null };
  const hash = fill(linked.hash, params);
  const search = await readSearch(context.database, String(hash), caller.id);
  if (!search || search.list !== linked.list)
    throw new Problem('not-found', 'This search does not exist any more. Search again.');
  // Whoever opens a stored search is held to their own rights.
  checkCriteria(search.criteria, entity, caller);
  return { criteria: [...where, ...search.criteria], figure: search.figure };
}

async function recordsSource(
  ask: Ask,
  screen: ReadyScreen,
  linked: RecordsSource,
  caller: Caller,
  context: ReportServer,
): Promise<RowSource> {
  const entity = context.definitions.entityOfList(linked.list);
  if (!entity) throw new Problem('not-found');
  if (!caller.perms.has(entity.record.permissions.view)) throw new Problem('not-allowed');
  const params = readParams(screen.screen, ask.params ?? {});
  const { criteria, figure } = await criteriaOf(linked, entity, params, caller, context);
  const dataset = await datasetOf(ask, screen, context);
  const source = await listSource(entity, criteria, caller, dataset, context, figure);
  return { ...source, key: linked.rowKey };
}

/** Who reads the rows: the caller, or for a draft being looked at the caller with the rights of the other as well. */
export function readerOf(ask: Ask, caller: Caller, context: ReportServer): Caller {
  return context.studio.previews.find(ask.screen, caller, context.now())?.actor ?? caller;
}

function readyScreen(ask: Ask, caller: Caller, context: ReportServer): ReadyScreen | null {
  const preview = context.studio.previews.find(ask.screen, caller, context.now());
  return preview?.screen ?? visibleScreen(context.definitions.current(), ask.screen, caller) ?? null;
}

/** The screen of a source, or of the draft that is looked at; null where the caller may not see it. */
export function screenOf(ask: Ask, caller: Caller, context: ReportServer): LinkedScreen | null {
  return readyScreen(ask, caller, context)?.screen ?? null;
}

/** Finds the source that a caller asks for, as far as they may. */
export async function openSource(ask: Ask, caller: Caller, context: ReportServer): Promise<RowSource> {
  const screen = readyScreen(ask, caller, context);
  const linked =
    screen && Object.hasOwn(screen.screen.data, ask.source) ? screen.screen.data[ask.source] : undefined;
  if (!screen || !linked) throw new Problem('not-found', 'There is no such source, or you may not see it.');
  if (linked.kind === 'sql') return sqlSource(ask, screen, caller, context);
  if (linked.kind === 'records') return recordsSource(ask, screen, linked, caller, context);
  throw new Problem('invalid-request', `Source "${ask.source}" is an operation. Call "${linked.operation}".`);
}
