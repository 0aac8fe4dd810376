import { iconNames } from '../generated/icon-names.ts';
import { type Checked, type CheckedScreen, checkDefinition } from './check/check.ts';
import { languageOf, type MetaSchemas } from './check/language.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Entity, FormSchema } from './entity.ts';
import type { BlockLinker } from './link/block-linker.ts';
import type { ActionLinker, Catalog, CodeTable, Operation, QueryFacts, Term } from './link/catalog.ts';
import { codeTableOf, entityOf, formSchemaOf, operationOf, termsOf } from './link/entity-of.ts';
import { linkDocuments } from './link/link-documents.ts';
import { linkExpectations, paramsOfScreen } from './link/link-expectations.ts';
import { linkScreens, routesOf } from './link/link-screens.ts';
import type { ProvePattern } from './link/safe-pattern.ts';
import type { LinkedScreen } from './linked.ts';
import { expandParts, usesParts } from './load/expand.ts';
import { type LoadResult, loadDefinition, type SourceFile } from './load/load.ts';
import type { Loaded } from './load/loaded.ts';
import { checkPart, fragmentOf, type SharedParts, sharedActionOf } from './load/shared-parts.ts';
import { toldOnce } from './load/told-once.ts';
import { currentFormat, migrated } from './migrations/migrate.ts';
import { isJsonObject, type Json, type JsonObject } from './values.ts';

/** What the caller knows beside the definition files themselves. */
export interface CatalogParts {
  readonly meta: MetaSchemas;
  readonly blockLinks: ReadonlyMap<string, BlockLinker>;
  /** Blocks that can be drawn on paper; absent: unchecked. */
  readonly printable?: ReadonlySet<string>;
  readonly actionLinks: ReadonlyMap<string, ActionLinker>;
  readonly query: (screenId: string, name: string) => QueryFacts | null;
  /** Null or absent: the code table `permission`, and without it unchecked. */
  readonly permissions?: ReadonlySet<string> | null;
  /** Null or absent: the code table `referenceList`, and without it unchecked. */
  readonly lists?: ReadonlySet<string> | null;
  /** Absent: the icons of the generated list; null: unchecked. */
  readonly icons?: ReadonlySet<string> | null;
  /** Routes of the application that no definition draws. */
  readonly routes?: readonly string[];
  /** Proves that a pattern ends in time; absent: patterns pass by the first net alone. */
  readonly prove?: ProvePattern | null;
  readonly help?: ((page: string) => boolean) | null;
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
  const folder = /(^|\/)schemas\/(entities|forms|codes|operations)\//.exec(path)?.[2];
  if (folder === 'entities') return 'entity';
  if (folder === 'forms') return 'form';
  if (folder === 'operations') return 'operation';
  return folder === 'codes' ? 'codes' : null;
}

/** What the bytes of a file come to by themselves. */
interface Reading {
  readonly path: string;
  readonly meta: MetaSchemas;
  /** Null when the bytes cannot be read. */
  readonly json: Json | null;
  /** Of a screen that names fragments or shared actions: it is checked once they stand in their places. */
  readonly open: Loaded | null;
  readonly checked: Checked<keyof MetaSchemas> | null;
  readonly diagnostics: readonly Diagnostic[];
}

// Most files are prepared again unchanged, so what their bytes came to is kept as long as the bytes are.
const readings = new WeakMap<Uint8Array, Reading>();

const withFormat: ReadonlySet<string> = new Set(['screen', 'fragment', 'action']);

/** The definition in the engine's format. Its places stay those of the file. */
function current({ loaded, diagnostics }: LoadResult, kind: keyof MetaSchemas): LoadResult {
  if (!loaded || !withFormat.has(kind)) return { loaded, diagnostics };
  const { json, from } = migrated(loaded.json);
  if (from === null || from === currentFormat) return { loaded, diagnostics };
  const finding = { file: loaded.file, ...loaded.at('/format'), pointer: '/format' };
  if (from < currentFormat) {
    const message = `Format ${from} is older than ${currentFormat}. "npm run screens -- migrate --write" brings the file up to date.`;
    const warning = { ...finding, severity: 'warning', rule: 'older-format', message } as const;
    return { loaded: { ...loaded, json }, diagnostics: [...diagnostics, warning] };
  }
  const message = `Format ${from} is newer than ${currentFormat}, which this engine draws. Update the engine.`;
  return {
    loaded: null,
    diagnostics: [...diagnostics, { ...finding, severity: 'error', rule: 'newer-format', message }],
  };
}

function readingOf(
  file: SourceFile,
  kind: keyof MetaSchemas,
  language: ReturnType<typeof languageOf>,
): Reading {
  const { path, bytes } = file;
  const held = typeof bytes === 'string' ? null : bytes;
  const known = held ? readings.get(held) : undefined;
  if (known?.path === path && known.meta === language.meta) return known;
  const { loaded, diagnostics } = current(loadDefinition(file), kind);
  const open = loaded !== null && kind === 'screen' && usesParts(loaded.json) ? loaded : null;
  const result = loaded && !open ? checkDefinition(loaded, kind, language) : null;
  const reading: Reading = {
    path,
    meta: language.meta,
    json: loaded ? loaded.json : null,
    open,
    checked: result?.checked ?? null,
    diagnostics: [...diagnostics, ...(result?.diagnostics ?? [])],
  };
  if (held) readings.set(held, reading);
  return reading;
}

/** Load → check → catalogue → link. Pure: gets bytes and facts, reads nothing. */
export function prepareDefinitions(files: readonly SourceFile[], parts: CatalogParts): Prepared {
  const language = languageOf(parts.meta);
  const diagnostics: Diagnostic[] = [];
  const checked: Checked<keyof MetaSchemas>[] = [];
  const drawn: Json[] = [];
  const paramsOf = new Map<string, readonly string[]>();
  const open: Loaded[] = [];
  for (const file of files) {
    const kind = kindOf(file.path);
    if (kind === null) continue;
    const reading = readingOf(file, kind, language);
    diagnostics.push(...reading.diagnostics);
    if (reading.open) open.push(reading.open);
    if (reading.json === null) continue;
    if (kind === 'screen') {
      drawn.push(reading.json);
      paramsOf.set(screenIdOf(file.path), paramsOfScreen(reading.json));
    }
    if (reading.checked) checked.push(reading.checked);
  }

  const shared = sharedPartsOf(checked);
  diagnostics.push(...putTogether(open, shared, language, checked));

  const catalog = catalogOf(checked, parts, language);
  const screens = only(checked, 'screen') as readonly CheckedScreen[];
  const routes = routesOf(drawn, catalog.routes);
  const linked = linkScreens(screens, catalog, routes, besideScreens(checked, parts));
  const documents = checked.filter(({ kind }) => !drawnKinds.has(kind));
  diagnostics.push(...linked.diagnostics, ...linkDocuments(documents, catalog, routes));
  diagnostics.push(...linkExpectations(only(checked, 'expectation'), paramsOf, linked.headings));
  const broken = brokenScreens(files, screens, diagnostics);
  const brokenIds = new Set(broken.map(({ id }) => id));
  return {
    screens: linked.screens.filter(({ id }) => !brokenIds.has(id)),
    broken,
    entities: catalog.entities,
    forms: catalog.forms,
    operations: catalog.operations,
    codes: catalog.codes,
    menu: only(checked, 'menu')[0]?.json ?? null,
    validators: linked.validators,
    diagnostics: toldOnce(diagnostics),
  };
}

/** What decides about every screen beside itself: the other documents and what the caller knows. */
function besideScreens(
  checked: readonly Checked<keyof MetaSchemas>[],
  { meta, blockLinks, actionLinks, permissions, lists, icons }: CatalogParts,
): readonly unknown[] {
  const sets = [permissions, lists, icons].map((set) => (set ? [...set] : set));
  return [
    meta,
    blockLinks,
    actionLinks,
    JSON.stringify(sets),
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
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
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
  return diagnostics;
}

function screenIdOf(path: string): string {
  return path.replace(/^.*?screens\//, '').replace(/\.json$/, '');
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
  const terms = new Map<string, Term>(only(checked, 'terms').flatMap((document) => [...termsOf(document)]));
  return {
    language,
    blockLinks: parts.blockLinks,
    printable: parts.printable ?? null,
    actionLinks: parts.actionLinks,
    operations: byId(only(checked, 'operation').map(operationOf)),
    entities: byId(only(checked, 'entity').map(entityOf)),
    forms: byId(only(checked, 'form').map(formSchemaOf)),
    codes,
    terms,
    permissions: parts.permissions ?? codesIn('permission'),
    lists: parts.lists ?? codesIn('referenceList'),
    icons: parts.icons === undefined ? new Set(iconNames) : parts.icons,
    routes: parts.routes ?? [],
    prove: parts.prove ?? null,
    help: parts.help ?? null,
    query: parts.query,
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
): readonly BrokenScreen[] {
  const byFile = new Map(screens.map(({ loaded, json }) => [loaded.file, json]));
  return files.flatMap((file) => {
    if (kindOf(file.path) !== 'screen') return [];
    const own = diagnostics.filter(
      (d) =>
        d.severity === 'error' &&
        (d.file === file.path || isQueryOf(d.file, byFile.get(file.path), file.path)),
    );
    if (own.length === 0) return [];
    const json = byFile.get(file.path) ?? headOf(file);
    const access = json.access === 'public' || json.access === 'app' ? json.access : 'auth';
    return [
      {
        id: screenIdOf(file.path),
        file: file.path,
        route: typeof json.route === 'string' && json.route.startsWith('/') ? json.route : null,
        access,
        needs: typeof json.needs === 'string' ? json.needs : null,
        diagnostics: own,
      } as const,
    ];
  });
}

function isQueryOf(queryFile: string, json: JsonObject | undefined, screenFile: string): boolean {
  if (!json || !queryFile.endsWith('.sql') || !isJsonObject(json.data)) return false;
  const folder = screenFile.replace(/[^/]*$/, '');
  return Object.values(json.data).some(
    (source) => isJsonObject(source) && `${folder}${String(source.sql)}.sql` === queryFile,
  );
}

// Enough of a screen that failed its check to show its findings at its own route.
function headOf(file: SourceFile): JsonObject {
  const { loaded } = loadDefinition(file);
  return loaded && isJsonObject(loaded.json) ? loaded.json : {};
}
