import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionLinks } from '#src/actions/links.ts';
import { blockLinks } from '#src/blocks/links.ts';
import { printableBlocks } from '#src/blocks/printable.ts';
import { definitionKinds } from '#src/core/check/language.ts';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { QueryFacts } from '#src/core/link/catalog.ts';
import { hashOf } from '#src/core/link/hash.ts';
import { contentQueries } from '#src/core/link/link-exports.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { migrated } from '#src/core/migrations/migrate.ts';
import { type CatalogParts, type Prepared, prepareDefinitions } from '#src/core/prepare.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import { permissions } from '../access/permissions.ts';
import type {
  BrokenScreen,
  Definitions,
  MenuEntry,
  ReadyCommand,
  ReadyExport,
  ReadyImport,
  ReadyScreen,
  SqlSource,
} from './definitions.ts';
import type { FactsReader, SqlFacts } from './facts.ts';
import { type AskedFigures, askFigures, askGroups, toldFigures } from './figures/ask-figures.ts';
import type { DefinitionFile } from './files.ts';
import type { StoredMemory } from './memory.ts';
import { type PositionalSql, parseNamedSql, toPositional } from './named-parameters.ts';
import { composed, namedPath, namedTexts, type Use, usesOf } from './shared-queries.ts';
import { touchedBy } from './touched.ts';

let metaHeld: { readonly text: string; readonly meta: CatalogParts['meta'] } | null = null;

/** The meta-schemas; the same object as long as their files say the same. */
export function readMeta(root: string): CatalogParts['meta'] {
  const texts = definitionKinds.map((name) =>
    readFileSync(join(root, 'schemas', 'meta', `${name}.schema.json`), 'utf8'),
  );
  const text = texts.join('\n');
  if (metaHeld?.text !== text) {
    const entries = definitionKinds.map((name, i) => [name, JSON.parse(texts[i] ?? '')]);
    metaHeld = { text, meta: Object.fromEntries(entries) as CatalogParts['meta'] };
  }
  return metaHeld.meta;
}

function placeOf(sql: string, position: number | null): { readonly line?: number; readonly column?: number } {
  if (position === null) return {};
  const before = sql.slice(0, position - 1).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

interface Query {
  readonly file: string;
  readonly sql: string;
  readonly uses: readonly Use[];
  /** Where the statement begins behind the queries that it uses. */
  readonly offset: number;
  /** Null where a query that it uses is not sound: there is nothing to ask about. */
  readonly facts: SqlFacts | null;
  readonly positional: PositionalSql;
  /** What its figures are made of, where it says what it counts. */
  readonly figures: AskedFigures | null;
  /** Where it begins to group rows without saying what it counts. */
  readonly groups: number | null;
}

/** Asks the database about every statement, the queries that it uses before it. */
async function readQueries(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  touched: ReadonlySet<string> | null,
): Promise<ReadonlyMap<string, Query>> {
  const texts = files
    .filter(
      ({ path }) => path.endsWith('.sql') && (!touched || !path.startsWith('screens/') || touched.has(path)),
    )
    .map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')] as const);
  const named = namedTexts(files);
  const queries = new Map<string, Query>();
  for (const [file, sql] of texts) {
    const whole = composed(sql, named);
    const text = whole?.text ?? sql;
    const read = whole === null ? null : await facts.read(text);
    const offset = whole?.offset ?? 0;
    const figures = read?.ok ? await askFigures(sql, read.columns, named, facts) : null;
    const groups = read?.ok && !figures ? await askGroups(sql, facts) : null;
    const inAnother = read?.ok === false && read.position !== null && read.position <= offset;
    queries.set(file, {
      file,
      sql,
      uses: usesOf(sql),
      offset,
      // What is wrong in a query that is used is told at its own file.
      facts: inAnother ? null : read,
      positional: toPositional(parseNamedSql(text)),
      figures,
      groups,
    });
  }
  return queries;
}

function factsOf({ file, sql, facts, offset, uses, positional, figures, groups }: Query): QueryFacts {
  const own = uses.length === 0 ? null : new Set(parseNamedSql(sql).names);
  const told = {
    file,
    ...(uses.length === 0 ? {} : { uses }),
    ...(figures === null ? {} : { figures: toldFigures(sql, figures) }),
    ...(groups === null ? {} : { groups: { line: 1, column: 1, ...placeOf(sql, groups + 1) } }),
  };
  const mark = (name: string) => (own === null || own.has(name) ? {} : { own: false });
  if (facts?.ok)
    return {
      ...told,
      columns: facts.columns.map(({ name, type }) => ({ name, type })),
      params: facts.params.map(({ name, type }) => ({ name, type, ...mark(name) })),
    };
  const params = positional.names.map((name) => ({ name, ...mark(name) }));
  if (!facts) return { ...told, columns: null, params };
  const position = facts.position === null ? null : facts.position - offset;
  return { ...told, columns: null, params, error: { message: facts.message, ...placeOf(sql, position) } };
}

function queryPath(screenId: string, name: string): string {
  return `screens/${screenId.replace(/[^/]*$/, '')}${name}.sql`;
}

/** The statements of a screen's sources, as they are sent to the database. */
function sqlSources(
  screen: LinkedScreen,
  queries: ReadonlyMap<string, Query>,
): ReadonlyMap<string, SqlSource> {
  const found = new Map<string, SqlSource>();
  for (const [id, source] of Object.entries(screen.data)) {
    if (source.kind !== 'sql' || source.query === undefined) continue;
    const query = queries.get(source.named ? namedPath(source.query) : queryPath(screen.id, source.query));
    if (!query?.facts?.ok) continue;
    const { columns, params } = query.facts;
    const figures = query.figures?.ready;
    found.set(id, {
      ...(figures ? { figures } : {}),
      file: query.file,
      sql: query.positional,
      columns: columns.map(({ name, type, sqlType }) => ({ id: name, type, sqlType })),
      params: new Map(params.map(({ name, type }) => [name, type])),
    });
  }
  return found;
}

function rawJson(file: DefinitionFile | undefined): { readonly [key: string]: Json } {
  try {
    const json: unknown = JSON.parse(Buffer.from(file?.bytes ?? []).toString('utf8'));
    const { json: now } = migrated(json as Json);
    return isJsonObject(now) ? now : {};
  } catch {
    return {};
  }
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function menuEntries(items: Json | undefined): readonly MenuEntry[] {
  if (!Array.isArray(items)) return [];
  return items.filter(isJsonObject).map((item) => ({
    title: String(item.title ?? ''),
    action: typeof item.action === 'string' ? item.action : null,
    activeon: texts(item.activeon),
    activematch: texts(item.activematch),
    group: typeof item.group === 'string' ? item.group : null,
    needs: typeof item.needs === 'string' ? item.needs : null,
    items: menuEntries(item.items),
  }));
}

/** How many findings there are and where they can be read. */
export function brokenSummary(findings: number): string {
  return `${findings === 1 ? 'One finding is' : `${findings} findings are`} in the server's log.`;
}

/** Names what is sent, and stands in every manifest: half a hash is short, and still never the same for two. */
function sentName(value: unknown): string {
  return hashOf(value).slice(0, 16);
}

function brokenOf(prepared: Prepared, byPath: ReadonlyMap<string, DefinitionFile>): readonly BrokenScreen[] {
  return prepared.broken.flatMap(({ id, file, route, access, needs, diagnostics }) => {
    if (route === null) return [];
    const raw = rawJson(byPath.get(file));
    return [
      {
        kind: 'broken' as const,
        id,
        hash: sentName([id, diagnostics]),
        route,
        alias: texts(raw.alias).filter((path) => path.startsWith('/')),
        access,
        needs,
        title: typeof raw.title === 'string' && !raw.title.includes('{') ? raw.title : id,
        summary: brokenSummary(diagnostics.length),
      },
    ];
  });
}

/** A screen that was not linked again is sent as before. */
const sent = new WeakMap<LinkedScreen, { readonly hash: string; readonly text: string }>();

function sentForm(screen: LinkedScreen): { readonly hash: string; readonly text: string } {
  const known = sent.get(screen) ?? { hash: sentName(screen), text: JSON.stringify(screen) };
  sent.set(screen, known);
  return known;
}

function commandPath(name: string): string {
  return `schemas/commands/${name}.sql`;
}

/** Commands without a finding; a broken one is not there to be run. */
function readyCommands(
  { commands, diagnostics }: Prepared,
  queries: ReadonlyMap<string, Query>,
): ReadonlyMap<string, ReadyCommand> {
  const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  return new Map(
    [...commands.values()].flatMap((command) => {
      const query = queries.get(commandPath(command.id));
      const isBroken = broken.has(command.file) || broken.has(commandPath(command.id));
      if (!query?.facts?.ok || isBroken) return [];
      return [[command.id, { ...command, sql: query.positional, columns: query.facts.columns }] as const];
    }),
  );
}

function exportPath(name: string): string {
  return `schemas/exports/${name}.sql`;
}

/** Types of export without a finding. */
function readyExports(
  { exports, diagnostics }: Prepared,
  queries: ReadonlyMap<string, Query>,
): ReadonlyMap<string, ReadyExport> {
  const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  return new Map(
    [...exports.values()].flatMap((type) => {
      const names = [
        type.items,
        ...contentQueries(type).map(({ sql }) => sql),
        ...(type.checks ? [type.checks] : []),
      ];
      const sql = new Map(
        names.flatMap((name) => {
          const query = queries.get(exportPath(name));
          return query?.facts?.ok
            ? [[name, { sql: query.positional, columns: query.facts.columns }] as const]
            : [];
        }),
      );
      const isBroken =
        broken.has(type.file) || names.some((name) => broken.has(exportPath(name)) || !sql.has(name));
      return isBroken ? [] : [[type.id, { ...type, sql }] as const];
    }),
  );
}

function importPath(name: string): string {
  return `schemas/imports/${name}.sql`;
}

/** Kinds of import without a finding. */
function readyImports(
  { imports, diagnostics }: Prepared,
  queries: ReadonlyMap<string, Query>,
): ReadonlyMap<string, ReadyImport> {
  const broken = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file));
  return new Map(
    [...imports.values()].flatMap((kind) => {
      const names = [kind.sql, kind.lines].filter((name) => name !== null);
      const own = new Map(
        names.flatMap((name) => {
          const query = queries.get(importPath(name));
          return query?.facts?.ok ? [[name, { sql: query.positional }] as const] : [];
        }),
      );
      const isBroken =
        broken.has(kind.file) || names.some((name) => broken.has(importPath(name)) || !own.has(name));
      return isBroken ? [] : [[kind.id, { ...kind, queries: own }] as const];
    }),
  );
}

function columnsOf(queries: ReadonlyMap<string, Query>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...queries].flatMap(([path, { facts }]) =>
      facts?.ok ? [[path, facts.columns.map(({ name }) => name)] as const] : [],
    ),
  );
}

interface Outcome {
  readonly prepared: Prepared;
  readonly queries: ReadonlyMap<string, Query>;
}

/** Asks the database about the queries, then prepares; of `touched` files alone where they are named. */
async function prepareFiles(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  root: string,
  memory: StoredMemory | null,
  touched: ReadonlySet<string> | null = null,
): Promise<Outcome> {
  const queries = await readQueries(files, facts, touched);
  const parts: CatalogParts = {
    meta: readMeta(root),
    blockLinks,
    printable: printableBlocks,
    actionLinks,
    permissions: new Set(Object.keys(permissions)),
    query: (screenId, name) => {
      const query = queries.get(queryPath(screenId, name));
      return query ? factsOf(query) : null;
    },
    namedQuery: (name) => {
      const query = queries.get(namedPath(name));
      return query ? factsOf(query) : null;
    },
    commandQuery: (name) => {
      const query = queries.get(commandPath(name));
      return query ? factsOf(query) : null;
    },
    exportQuery: (name) => {
      const query = queries.get(exportPath(name));
      return query ? factsOf(query) : null;
    },
    importQuery: (name) => {
      const query = queries.get(importPath(name));
      return query ? factsOf(query) : null;
    },
    help: (page) => existsSync(join(root, 'docs', 'help', `${page}.md`)),
    memory,
    tables: (await facts.tables?.()) ?? null,
    functions: (await facts.functions?.()) ?? null,
  };
  const prepared = prepareDefinitions(files, parts, touched);
  memory?.flush();
  return { prepared, queries };
}

/** The findings in all files, or in `wanted` ones and whatever they were found out with. */
export async function findingsOf(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  root: string,
  memory: StoredMemory | null = null,
  wanted: readonly string[] | null = null,
): Promise<readonly Diagnostic[]> {
  const touched = wanted && touchedBy(wanted, files);
  return (await prepareFiles(files, facts, root, memory, touched)).prepared.diagnostics;
}

/** From files to what the server serves: ask the database about every query, prepare, take hashes. */
export async function prepareForServing(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  root: string,
  memory: StoredMemory | null = null,
): Promise<Definitions> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const { prepared, queries } = await prepareFiles(files, facts, root, memory);
  const screens = prepared.screens.map(
    (screen): ReadyScreen => ({
      kind: 'ready',
      id: screen.id,
      screen,
      ...sentForm(screen),
      sql: sqlSources(screen, queries),
    }),
  );
  return {
    screens: new Map(screens.map((screen) => [screen.id, screen])),
    broken: new Map(brokenOf(prepared, byPath).map((screen) => [screen.id, screen])),
    entities: prepared.entities,
    codes: new Map([...prepared.codes].map(([id, table]) => [id, table.codes])),
    lists: prepared.codes.get('referenceList')?.views ?? new Map(),
    menu: menuEntries(prepared.menu?.items),
    validators: prepared.validators,
    commands: readyCommands(prepared, queries),
    exports: readyExports(prepared, queries),
    imports: readyImports(prepared, queries),
    queries: columnsOf(queries),
    diagnostics: prepared.diagnostics,
  };
}
