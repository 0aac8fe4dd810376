import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionLinks } from '#src/actions/links.ts';
import { blockLinks } from '#src/blocks/links.ts';
import { printableBlocks } from '#src/blocks/printable.ts';
import { definitionKinds } from '#src/core/check/language.ts';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { hashOf } from '#src/core/link/hash.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { migrated } from '#src/core/migrations/migrate.ts';
import { type CatalogParts, type Prepared, prepareDefinitions } from '#src/core/prepare.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import { permissions } from '../access/permissions.ts';
import type { BrokenScreen, Definitions, MenuEntry, ReadyScreen, SqlSource } from './definitions.ts';
import type { FactsReader } from './facts.ts';
import type { DefinitionFile } from './files.ts';
import type { StoredMemory } from './memory.ts';
import { columnsOf, factsOf, type Queries, readQueries } from './queries.ts';
import { readyCommands, readyExports, readyImports, statementPath } from './ready-kinds.ts';
import { namedPath } from './shared-queries.ts';
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

function queryPath(screenId: string, name: string): string {
  return `screens/${screenId.replace(/[^/]*$/, '')}${name}.sql`;
}

/** The statements of a screen's sources, as they are sent to the database. */
function sqlSources(screen: LinkedScreen, queries: Queries): ReadonlyMap<string, SqlSource> {
  const found = new Map<string, SqlSource>();
  for (const [id, source] of Object.entries(screen.data)) {
    if (source.kind !== 'sql' || source.query === undefined) continue;
    const query = queries.get(source.named ? namedPath(source.query) : queryPath(screen.id, source.query));
    if (!query?.facts?.ok) continue;
    const { columns, params } = query.facts;
    const figures = query.figures?.ready;
    const { overKept } =
      source.keptQuery === undefined ? query : (queries.get(namedPath(source.keptQuery)) ?? query);
    found.set(id, {
      ...(overKept ? { overKept } : {}),
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

interface Outcome {
  readonly prepared: Prepared;
  readonly queries: Queries;
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
      const query = queries.get(statementPath('commands', name));
      return query ? factsOf(query) : null;
    },
    exportQuery: (name) => {
      const query = queries.get(statementPath('exports', name));
      return query ? factsOf(query) : null;
    },
    importQuery: (name) => {
      const query = queries.get(statementPath('imports', name));
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
