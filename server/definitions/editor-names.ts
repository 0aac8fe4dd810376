// What a definition may name, gathered from the files and from what the database said of their queries.

import { formatIds } from '#src/core/link/catalog.ts';
import { kindOf } from '#src/core/prepare.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';
import { iconNames } from '#src/generated/icon-names.ts';
import { permissions } from '../access/permissions.ts';
import type { DefinitionFile } from './files.ts';

/** Names of one screen, which no other screen may use. */
export interface ScreenNames {
  readonly id: string;
  /** Null in one that has none yet. */
  readonly route: string | null;
  readonly params: readonly string[];
  /** Names of the .sql files beside it. */
  readonly queries: readonly string[];
  /** The columns or fields of each data source; null where nobody can tell. */
  readonly sources: ReadonlyMap<string, readonly string[] | null>;
}

export interface EditorNames {
  /** Names of a kind that an annotation `x-ref` may ask for. */
  readonly names: { readonly [ref: string]: readonly string[] };
  /** Fields of whatever owns fields: by `entity`, `list` or `form` and its name. */
  readonly fields: { readonly [owner: string]: ReadonlyMap<string, readonly string[]> };
  readonly routes: readonly string[];
  /** Reference lists of the server. */
  readonly references: readonly string[];
  readonly screens: ReadonlyMap<string, ScreenNames>;
}

/** Columns of each query by the path of its file; absent where the database refused it. */
export type QueryColumns = ReadonlyMap<string, readonly string[]>;

function jsonOf({ bytes }: DefinitionFile): JsonObject {
  try {
    const json = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
    return isJsonObject(json) ? json : {};
  } catch {
    // Half-written; what the others say is offered all the same.
    return {};
  }
}

const nameIn = (path: string): string => path.replace(/^.*\/|\.json$/g, '');
const keysOf = (value: Json | undefined): readonly string[] =>
  isJsonObject(value) ? Object.keys(value) : [];

/** A link as it is begun: each parameter of the route waits for a value. */
function linkTo(route: string): string {
  return route.replaceAll(/:([A-Za-z0-9_]+)/g, '{params.$1}');
}

function codesOf(table: JsonObject | undefined): readonly string[] {
  const codes = Array.isArray(table?.codes) ? table.codes : [];
  return codes.flatMap((row) => (isJsonObject(row) && typeof row.code === 'string' ? [row.code] : []));
}

/** Ids of a list of parameters, those of the fragments in it too; a fragment in itself ends the way. */
function paramIds(
  list: Json | undefined,
  fragments: ReadonlyMap<string, JsonObject>,
  inside: readonly string[] = [],
): readonly string[] {
  return (Array.isArray(list) ? list : []).flatMap((param): readonly string[] => {
    if (!isJsonObject(param)) return [];
    const { id, fragment } = param;
    if (typeof id === 'string') return [id];
    if (typeof fragment !== 'string' || inside.includes(fragment)) return [];
    return paramIds(fragments.get(fragment)?.items, fragments, [...inside, fragment]);
  });
}

function screenNames(
  path: string,
  json: JsonObject,
  fragments: ReadonlyMap<string, JsonObject>,
  lists: ReadonlyMap<string, readonly string[]>,
  queries: readonly string[],
  columns: QueryColumns,
): ScreenNames {
  const folder = path.replace(/[^/]*$/, '');
  const sources = new Map<string, readonly string[] | null>();
  for (const [id, source] of Object.entries(isJsonObject(json.data) ? json.data : {})) {
    if (!isJsonObject(source)) continue;
    const list = isJsonObject(source.params) ? source.params.list : undefined;
    if (typeof source.sql === 'string') sources.set(id, columns.get(`${folder}${source.sql}.sql`) ?? null);
    else if (typeof source.query === 'string')
      sources.set(id, columns.get(`schemas/queries/${source.query}.sql`) ?? null);
    else if (typeof source.from === 'string')
      sources.set(id, [
        ...(Array.isArray(source.groupBy) ? source.groupBy.map(String) : []),
        ...keysOf(source.measures),
      ]);
    else if (typeof source.records === 'string') sources.set(id, lists.get(source.records) ?? null);
    else sources.set(id, typeof list === 'string' ? (lists.get(list) ?? null) : null);
  }
  return {
    id: path.replace(/^screens\/|\.json$/g, ''),
    route: typeof json.route === 'string' ? json.route : null,
    params: paramIds(json.params, fragments),
    queries: queries
      .filter((query) => query.startsWith(folder) && !query.slice(folder.length).includes('/'))
      .map((query) => query.slice(folder.length, -'.sql'.length)),
    sources,
  };
}

export function editorNames(
  files: readonly DefinitionFile[],
  columns: QueryColumns,
  helpPages: readonly string[],
): EditorNames {
  const of = (kind: ReturnType<typeof kindOf>) =>
    files
      .filter(({ path }) => kindOf(path) === kind)
      .map((file) => ({ path: file.path, json: jsonOf(file) }));
  const entities = of('entity').map(({ path, json }) => ({
    id: nameIn(path),
    list: isJsonObject(json.record) && typeof json.record.list === 'string' ? json.record.list : null,
    fields: keysOf(json.properties),
  }));
  const forms = of('form').map(({ path, json }) => [nameIn(path), keysOf(json.properties)] as const);
  const codes = of('codes');
  const lists = new Map(
    entities.flatMap(({ list, fields }) => (list === null ? [] : [[list, fields] as const])),
  );
  const queries = files.map(({ path }) => path).filter((path) => path.endsWith('.sql'));
  const screens = of('screen');
  const fragments = new Map(of('fragment').map(({ path, json }) => [nameIn(path), json]));
  return {
    names: {
      entity: entities.map(({ id }) => id),
      list: [...lists.keys()],
      form: forms.map(([id]) => id),
      codes: codes.map(({ path }) => nameIn(path)),
      operation: of('operation').map(({ path }) => nameIn(path)),
      query: of('query').map(({ path }) => nameIn(path)),
      permission: Object.keys(permissions),
      format: formatIds,
      icon: iconNames,
      help: helpPages,
    },
    fields: {
      entity: new Map(entities.map(({ id, fields }) => [id, fields])),
      list: lists,
      form: new Map(forms),
    },
    routes: screens
      .flatMap(({ json }) => (typeof json.route === 'string' ? [linkTo(json.route)] : []))
      .sort(),
    references: codesOf(codes.find(({ path }) => nameIn(path) === 'referenceList')?.json),
    screens: new Map(
      screens.map(({ path, json }) => [path, screenNames(path, json, fragments, lists, queries, columns)]),
    ),
  };
}
