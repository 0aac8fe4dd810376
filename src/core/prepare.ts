// Longer than the habit: the phases from bytes to linked screens stand one under the other, to be read as a list.
import { iconNames } from '../generated/icon-names.ts';
import { type Checked, type CheckedScreen, checkDefinition } from './check/check.ts';
import { languageOf, type MetaSchemas } from './check/language.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Entity, FormSchema } from './entity.ts';
import type { BlockLinker } from './link/block-linker.ts';
import type {
  ActionLinker,
  Catalog,
  CodeTable,
  Command,
  ExportType,
  ImportKind,
  Operation,
  QueryFacts,
  TableFacts,
  Term,
} from './link/catalog.ts';
import {
  codeTableOf,
  entityOf,
  formSchemaOf,
  operationOf,
  termsOf,
  withParents,
  withRefs,
} from './link/entity-of.ts';
import { commandOf, linkCommands } from './link/link-commands.ts';
import { linkDocuments } from './link/link-documents.ts';
import { linkExpectations, paramsOfScreen } from './link/link-expectations.ts';
import { exportOf, linkExports } from './link/link-exports.ts';
import { importOf, linkImports } from './link/link-imports.ts';
import { linkExportedPages, linkKeptPages } from './link/link-kept-pages.ts';
import { linkQueries, namedQueryOf } from './link/link-queries.ts';
import { linkScreens, routesOf } from './link/link-screens.ts';
import type { LinkedScreen } from './linked.ts';
import { expandParts } from './load/expand.ts';
import { loadDefinition, type SourceFile } from './load/load.ts';
import type { Loaded } from './load/loaded.ts';
import { checkPart, fragmentOf, type SharedParts, sharedActionOf } from './load/shared-parts.ts';
import { toldOnce } from './load/told-once.ts';
import type { KeptBeside, Memory } from './memory.ts';
import { readingOf, screenIdOf } from './reading.ts';
import { isJsonObject, type Json, type JsonObject } from './values.ts';

/** What the caller knows beside the definition files themselves. */
export interface CatalogParts {
  readonly meta: MetaSchemas;
  readonly blockLinks: ReadonlyMap<string, BlockLinker>;
  /** Blocks that can be drawn on paper; absent: unchecked. */
  readonly printable?: ReadonlySet<string>;
  readonly actionLinks: ReadonlyMap<string, ActionLinker>;
  readonly query: (screenId: string, name: string) => QueryFacts | null;
  /** Facts of a query of schemas/queries; absent: none has SQL. */
  readonly namedQuery?: (name: string) => QueryFacts | null;
  /** Facts of the SQL of a command; absent: none has SQL. */
  readonly commandQuery?: (name: string) => QueryFacts | null;
  /** Facts of SQL beside an export; absent: none has SQL. */
  readonly exportQuery?: (name: string) => QueryFacts | null;
  /** Facts of SQL beside an import; absent: none has SQL. */
  readonly importQuery?: (name: string) => QueryFacts | null;
  /** Null or absent: the code table `permission`, and without it unchecked. */
  readonly permissions?: ReadonlySet<string> | null;
  /** Null or absent: the code table `referenceList`, and without it unchecked. */
  readonly lists?: ReadonlySet<string> | null;
  /** Absent: the icons of the generated list; null: unchecked. */
  readonly icons?: ReadonlySet<string> | null;
  /** Routes of the application that no definition draws. */
  readonly routes?: readonly string[];
  readonly help?: ((page: string) => boolean) | null;
  /** Keeps what is sound between runs; absent: everything is found out in this one. */
  readonly memory?: Memory | null;
  /** Null or absent: what entities say of tables is unchecked. */
  readonly tables?: ReadonlyMap<string, TableFacts> | null;
  /** Null or absent: what functions entities name is unchecked. */
  readonly functions?: ReadonlySet<string> | null;
}

/** A screen that cannot be drawn: its route shows the findings. */
export interface BrokenScreen {
  readonly id: string;
  readonly file: string;
  readonly route: string | null;
  readonly access: 'public' | 'app' | 'auth';
  readonly needs: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Prepared {
  readonly screens: readonly LinkedScreen[];
  readonly broken: readonly BrokenScreen[];
  readonly entities: ReadonlyMap<string, Entity>;
  readonly forms: ReadonlyMap<string, FormSchema>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly codes: ReadonlyMap<string, CodeTable>;
  readonly commands: ReadonlyMap<string, Command>;
  readonly exports: ReadonlyMap<string, ExportType>;
  readonly imports: ReadonlyMap<string, ImportKind>;
  readonly menu: JsonObject | null;
  /** Plain draft-07 schemas to compile ahead, by hash. */
  readonly validators: ReadonlyMap<string, object>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Which meta-schema a file answers to; null for a file that is no definition. */
export function kindOf(path: string): keyof MetaSchemas | null {
  if (!path.endsWith('.json')) return null;
  if (/(^|\/)screens\/menu\.json$/.test(path)) return 'menu';
  if (/(^|\/)screens\/fragments\//.test(path)) return 'fragment';
  if (/(^|\/)screens\/actions\//.test(path)) return 'action';
  if (/(^|\/)screens\//.test(path)) return path.endsWith('.test.json') ? 'expectation' : 'screen';
  if (/(^|\/)schemas\/terms\.json$/.test(path)) return 'terms';
  const folder = /(^|\/)schemas\/(entities|forms|codes|operations|queries|commands|exports|imports)\//.exec(
    path,
  )?.[2];
  if (folder === 'entities') return 'entity';
  if (folder === 'forms') return 'form';
  if (folder === 'operations') return 'operation';
  if (folder === 'queries') return 'query';
  if (folder === 'commands') return 'command';
  if (folder === 'exports') return 'export';
  if (folder === 'imports') return 'import';
  return folder === 'codes' ? 'codes' : null;
}

// Meta-schemas stay the same object as long as they say the same.
const metaNames = new WeakMap<MetaSchemas, string>();

/** The memory of a run, with what decides about whatever is read in it. */
function keptBeside({ memory, meta }: CatalogParts): KeptBeside | null {
  if (!memory) return null;
  const beside = metaNames.get(meta) ?? memory.digest(JSON.stringify(meta));
  metaNames.set(meta, beside);
  return { memory, beside };
}

/** What decides about every screen beside itself, as `besideScreens`, by name. */
function keptBesideScreens(
  checked: readonly Checked<keyof MetaSchemas>[],
  kept: KeptBeside,
  parts: CatalogParts,
): KeptBeside {
  const documents = checked
    .filter(({ kind }) => kind !== 'screen' && kind !== 'expectation')
    .map(({ kind, loaded, json }) => [kind, loaded.file, json]);
  const { permissions, lists, icons, printable, namedQuery } = parts;
  const shared = only(checked, 'query').map(({ json }) => namedQuery?.(String(json.id)) ?? null);
  const sets = [permissions, lists, icons, printable].map((set) => (set ? [...set] : set));
  return { ...kept, beside: kept.memory.digest(kept.beside, JSON.stringify([sets, documents, shared])) };
}

/**
 * Load → check → catalogue → link. Pure: gets bytes and facts, reads nothing. `wanted` names the files whose findings
 * are asked for: of the screens those alone are linked, and what the others would come to is not found out.
 */
export function prepareDefinitions(
  files: readonly SourceFile[],
  parts: CatalogParts,
  wanted: ReadonlySet<string> | null = null,
): Prepared {
  const language = languageOf(parts.meta);
  const kept = keptBeside(parts);
  const diagnostics: Diagnostic[] = [];
  const checked: Checked<keyof MetaSchemas>[] = [];
  const written = new Map<string, Json>();
  const open: Loaded[] = [];
  for (const file of files) {
    const kind = kindOf(file.path);
    if (kind === null) continue;
    const reading = readingOf(file, kind, language, kept);
    diagnostics.push(...reading.diagnostics);
    if (reading.open) open.push(reading.open);
    if (reading.json === null) continue;
    if (kind === 'screen') written.set(file.path, reading.json);
    if (reading.checked) checked.push(reading.checked);
  }

  const shared = sharedPartsOf(checked);
  const filledIn = putTogether(open, shared, language, checked);
  diagnostics.push(...filledIn.diagnostics);
  // A screen stands where its file does, whether parts were put into it or not.
  const places = new Map(files.map(({ path }, place) => [path, place]));
  checked.sort((a, b) => (places.get(a.loaded.file) ?? 0) - (places.get(b.loaded.file) ?? 0));
  // Links, expectations and kept pages go by what a screen is with its parts in their places.
  for (const [file, json] of filledIn.screens) written.set(file, json);
  const drawn = [...written.values()];

  const catalog = catalogOf(checked, parts, language);
  const screens = only(checked, 'screen') as readonly CheckedScreen[];
  const routes = routesOf(drawn, catalog.routes, language);
  const linked = linkScreens(
    screens,
    catalog,
    routes,
    besideScreens(checked, parts),
    kept && (() => keptBesideScreens(checked, kept, parts)),
    wanted,
  );
  diagnostics.push(...linked.diagnostics);
  const documents = checked.filter(({ kind }) => !drawnKinds.has(kind));
  if (!wanted || documents.some(({ loaded }) => wanted.has(loaded.file)))
    diagnostics.push(...linkDocuments(documents, catalog, routes));
  diagnostics.push(...linkQueries(only(checked, 'query'), catalog));
  diagnostics.push(...linkCommands(only(checked, 'command'), catalog, parts.commandQuery ?? (() => null)));
  const imports = byId(only(checked, 'import').map(importOf));
  diagnostics.push(
    ...linkExports(only(checked, 'export'), imports, catalog, parts.exportQuery ?? (() => null)),
  );
  diagnostics.push(...linkImports(only(checked, 'import'), catalog, parts.importQuery ?? (() => null)));
  diagnostics.push(...linkKeptPages(only(checked, 'entity'), drawn));
  diagnostics.push(...linkExportedPages(only(checked, 'export'), drawn));
  if (!wanted) {
    const paramsOf = new Map(
      [...written].map(([file, json]) => [screenIdOf(file), paramsOfScreen(json)] as const),
    );
    diagnostics.push(...linkExpectations(only(checked, 'expectation'), paramsOf, linked.headings));
  }
  const broken = brokenScreens(files, screens, diagnostics, catalog);
  const brokenIds = new Set(broken.map(({ id }) => id));
  return {
    screens: linked.screens.filter(({ id }) => !brokenIds.has(id)),
    broken,
    entities: catalog.entities,
    forms: catalog.forms,
    operations: catalog.operations,
    codes: catalog.codes,
    commands: catalog.commands,
    exports: byId(only(checked, 'export').map(exportOf)),
    imports,
    menu: only(checked, 'menu')[0]?.json ?? null,
    validators: linked.validators,
    diagnostics: toldOnce(diagnostics),
  };
}

/** What decides about every screen beside itself: the other documents and what the caller knows. */
function besideScreens(
  checked: readonly Checked<keyof MetaSchemas>[],
  { meta, blockLinks, actionLinks, permissions, lists, icons, printable, namedQuery }: CatalogParts,
): readonly unknown[] {
  const sets = [permissions, lists, icons, printable].map((set) => (set ? [...set] : set));
  return [
    meta,
    blockLinks,
    actionLinks,
    JSON.stringify(sets),
    JSON.stringify(only(checked, 'query').map(({ json }) => namedQuery?.(String(json.id)) ?? null)),
    ...checked.filter(({ kind }) => kind !== 'screen' && kind !== 'expectation'),
  ];
}

// These are linked with the screens, or by rules of their own.
const drawnKinds: ReadonlySet<string> = new Set(['screen', 'expectation', 'fragment', 'action']);

function sharedPartsOf(checked: readonly Checked<keyof MetaSchemas>[]): SharedParts {
  return {
    fragments: byId(only(checked, 'fragment').map(({ loaded, json }) => fragmentOf(loaded, json))),
    actions: byId(only(checked, 'action').map(({ loaded, json }) => sharedActionOf(loaded, json))),
  };
}

/** A screen with the parts it names in their places, and of what that was made. */
interface Filled {
  readonly language: MetaSchemas;
  readonly parts: readonly Checked<keyof MetaSchemas>[];
  /** Null where a use is wrong. */
  readonly json: Json | null;
  readonly checked: Checked<keyof MetaSchemas> | null;
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the parts. */
  readonly used: readonly string[];
}

const filled = new WeakMap<Loaded, Filled>();

function fill(
  screen: Loaded,
  shared: SharedParts,
  parts: Filled['parts'],
  language: ReturnType<typeof languageOf>,
): Filled {
  const expanded = expandParts(screen, shared);
  const result = expanded.loaded ? checkDefinition(expanded.loaded, 'screen', language) : null;
  return {
    language: language.meta,
    parts,
    json: expanded.loaded?.json ?? null,
    checked: result?.checked ?? null,
    diagnostics: [...expanded.diagnostics, ...(result?.diagnostics ?? [])],
    used: [...expanded.used].map(({ loaded }) => loaded.file),
  };
}

/** Checks the screens that use parts, with these in their places, and the parts by themselves. */
function putTogether(
  open: readonly Loaded[],
  shared: SharedParts,
  language: ReturnType<typeof languageOf>,
  checked: Checked<keyof MetaSchemas>[],
): { readonly screens: ReadonlyMap<string, Json>; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const screens = new Map<string, Json>();
  const used = new Set<string>();
  const parts = checked.filter(({ kind }) => kind === 'fragment' || kind === 'action');
  for (const screen of open) {
    const known = filled.get(screen);
    const same =
      known?.language === language.meta &&
      known.parts.length === parts.length &&
      known.parts.every((part, i) => part === parts[i]);
    const now = same ? known : fill(screen, shared, parts, language);
    filled.set(screen, now);
    diagnostics.push(...now.diagnostics);
    for (const file of now.used) used.add(file);
    if (now.checked) checked.push(now.checked);
    if (now.json !== null) screens.set(screen.file, now.json);
  }
  for (const part of [...shared.fragments.values(), ...shared.actions.values()]) {
    diagnostics.push(...checkPart(part));
    if (!used.has(part.loaded.file))
      diagnostics.push({
        file: part.loaded.file,
        ...part.loaded.at('/id'),
        severity: 'warning',
        rule: 'unused-part',
        message: `No screen uses "${part.id}". Use it or remove it.`,
        pointer: '/id',
      });
  }
  return { screens, diagnostics };
}

function catalogOf(
  checked: readonly Checked<keyof MetaSchemas>[],
  parts: CatalogParts,
  language: ReturnType<typeof languageOf>,
): Catalog {
  const codes = byId(only(checked, 'codes').map(codeTableOf));
  const codesIn = (table: string): ReadonlySet<string> | null => {
    const found = codes.get(table);
    return found ? new Set(found.codes.map(({ code }) => code)) : null;
  };
  const entities = byId(only(checked, 'entity').map((document) => withParents(entityOf(document), codes)));
  const terms = new Map<string, Term>(only(checked, 'terms').flatMap((document) => [...termsOf(document)]));
  return {
    language,
    blockLinks: parts.blockLinks,
    printable: parts.printable ?? null,
    actionLinks: parts.actionLinks,
    operations: byId(only(checked, 'operation').map(operationOf)),
    entities: byId([...entities.values()].map((entity) => withRefs(entity, entities))),
    forms: byId(only(checked, 'form').map(formSchemaOf)),
    codes,
    terms,
    permissions: parts.permissions ?? codesIn('permission'),
    everybody: codes.get('permission')?.everybody ?? new Set(),
    lists: parts.lists ?? codesIn('referenceList'),
    icons: parts.icons === undefined ? new Set(iconNames) : parts.icons,
    routes: parts.routes ?? [],
    help: parts.help ?? null,
    query: parts.query,
    queries: byId(
      only(checked, 'query').map((document) =>
        namedQueryOf(document, parts.namedQuery?.(String(document.json.id)) ?? null),
      ),
    ),
    commands: byId(only(checked, 'command').map(commandOf)),
    tables: parts.tables ?? null,
    functions: parts.functions ?? null,
  };
}

function only<K extends keyof MetaSchemas>(
  checked: readonly Checked<keyof MetaSchemas>[],
  kind: K,
): readonly Checked<K>[] {
  return checked.filter((document): document is Checked<K> => document.kind === kind);
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function brokenScreens(
  files: readonly SourceFile[],
  screens: readonly CheckedScreen[],
  diagnostics: readonly Diagnostic[],
  catalog: Catalog,
): readonly BrokenScreen[] {
  const byFile = new Map(screens.map(({ loaded, json }) => [loaded.file, json]));
  return files.flatMap((file) => {
    if (kindOf(file.path) !== 'screen') return [];
    const json = byFile.get(file.path);
    const read = new Set([file.path, ...(json ? queryFilesOf(json, file.path, catalog) : [])]);
    const own = diagnostics.filter((d) => d.severity === 'error' && read.has(d.file));
    if (own.length === 0) return [];
    const head = json ?? headOf(file);
    const access = head.access === 'public' || head.access === 'app' ? head.access : 'auth';
    return [
      {
        id: screenIdOf(file.path),
        file: file.path,
        route: typeof head.route === 'string' && head.route.startsWith('/') ? head.route : null,
        access,
        needs: typeof head.needs === 'string' ? head.needs : null,
        diagnostics: own,
      } as const,
    ];
  });
}

/** The files of the queries that a screen reads, and of those that they use. */
function queryFilesOf(json: JsonObject, screenFile: string, catalog: Catalog): readonly string[] {
  const sources = isJsonObject(json.data) ? Object.values(json.data).filter(isJsonObject) : [];
  const beside = sources.flatMap(({ sql }) =>
    typeof sql === 'string' ? [`${screenFile.replace(/[^/]*$/, '')}${sql}.sql`] : [],
  );
  const names = sources.flatMap(({ sql, query }) => [
    ...(typeof query === 'string' ? [query] : []),
    ...(typeof sql === 'string' ? usedBy(catalog.query(screenIdOf(screenFile), sql)) : []),
  ]);
  const seen = new Set<string>();
  while (names.length > 0) {
    const name = names.pop() ?? '';
    if (!seen.has(name)) names.push(...usedBy(catalog.queries.get(name)?.facts ?? null));
    seen.add(name);
  }
  const named = [...seen].flatMap((name) => {
    const query = catalog.queries.get(name);
    return query ? [query.file, ...(query.facts ? [query.facts.file] : [])] : [];
  });
  return [...beside, ...named];
}

function usedBy(facts: QueryFacts | null): readonly string[] {
  return (facts?.uses ?? []).map(({ name }) => name);
}

// Enough of a screen that failed its check to show its findings at its own route.
function headOf(file: SourceFile): JsonObject {
  const { loaded } = loadDefinition(file);
  return loaded && isJsonObject(loaded.json) ? loaded.json : {};
}
