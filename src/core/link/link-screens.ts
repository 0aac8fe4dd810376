import type { CheckedScreen } from '../check/check.ts';
import { diagnosticOf } from '../check/check.ts';
import type { Language } from '../check/language.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { LinkedScreen } from '../linked.ts';
import type { KeptBeside } from '../memory.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Catalog } from './catalog.ts';
import { twoMeanings } from './check-terms.ts';
import type { HeadingsOfScreens } from './link-expectations.ts';
import { linkScreen } from './link-screen.ts';
import { type KnownRoute, routeShape } from './routes.ts';

export interface LinkResult {
  readonly screens: readonly LinkedScreen[];
  readonly diagnostics: readonly Diagnostic[];
  readonly validators: ReadonlyMap<string, object>;
  /** What heads the tables of each screen, by its id; null where that is not known. */
  readonly headings: HeadingsOfScreens;
}

type Linked = ReturnType<typeof linkScreen>;

/** What a sound screen came to, and beside what. */
const held = new WeakMap<CheckedScreen, { readonly beside: readonly unknown[]; readonly linked: Linked }>();

/** What the catalogue says to one screen alone: the facts of its queries, whether its help page exists. */
function ownFacts({ json }: CheckedScreen, catalog: Catalog): string {
  const sources = isJsonObject(json.data) ? Object.values(json.data) : [];
  const facts = sources.flatMap((source) =>
    isJsonObject(source) && typeof source.sql === 'string'
      ? [catalog.query(String(json.id), source.sql)]
      : [],
  );
  return JSON.stringify([facts, typeof json.help === 'string' ? (catalog.help?.(json.help) ?? null) : null]);
}

/** What an earlier run kept and what decides about it; made out only where a screen is to be linked. */
type Kept = () => KeptBeside;

function withRoads({ memory, beside }: KeptBeside, roads: string): KeptBeside {
  return { memory, beside: memory.digest(beside, roads) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What a sound screen came to. */
interface KeptLink {
  readonly screen: LinkedScreen;
  readonly validators: readonly (readonly [string, object])[];
  readonly headings: readonly string[] | null;
}

function isKeptLink(value: unknown): value is KeptLink {
  return (
    typeof value === 'object' &&
    value !== null &&
    'screen' in value &&
    'validators' in value &&
    'headings' in value
  );
}

/** Links a screen that this process has not linked yet: by what an earlier one kept of it, if that still holds. */
function linkOrRecall(
  screen: CheckedScreen,
  catalog: Catalog,
  routes: readonly KnownRoute[],
  kept: Kept | null,
  facts: string,
): Linked {
  if (!kept) return linkScreen(screen, catalog, routes);
  const { memory, beside } = kept();
  const name = `link ${screen.loaded.file}`;
  const key = memory.digest(name, beside, JSON.stringify(screen.json), facts);
  const before: unknown = memory.recall(name, key);
  if (isKeptLink(before)) return { ...before, validators: new Map(before.validators), diagnostics: [] };
  const linked = linkScreen(screen, catalog, routes);
  if (linked.diagnostics.length === 0)
    memory.keep(name, key, {
      screen: linked.screen,
      validators: [...linked.validators],
      headings: linked.headings,
    });
  return linked;
}

/** Links one screen, unless it was found sound beside the same documents: a save changes few of many. */
function linkAnew(
  screen: CheckedScreen,
  catalog: Catalog,
  routes: readonly KnownRoute[],
  beside: readonly unknown[] | null,
  kept: Kept | null,
): Linked {
  if (!beside) return linkScreen(screen, catalog, routes);
  const facts = ownFacts(screen, catalog);
  const now = [...beside, facts];
  const before = held.get(screen);
  if (before?.beside.length === now.length && before.beside.every((one, i) => one === now[i]))
    return before.linked;
  const linked = linkOrRecall(screen, catalog, routes, kept, facts);
  // A finding may be about the moment, such as a database that did not answer.
  if (linked.diagnostics.length === 0) held.set(screen, { beside: now, linked });
  return linked;
}

/**
 * Links all screens together: they lead to each other. `beside` holds whatever else decides, each the same object or
 * text as long as it says the same; with it what has not changed is not linked again. `only` names the files that are
 * wanted; the others are compared with and not linked.
 */
export function linkScreens(
  checked: readonly CheckedScreen[],
  catalog: Catalog,
  routes: readonly KnownRoute[],
  beside: readonly unknown[] | null = null,
  kept: Kept | null = null,
  only: ReadonlySet<string> | null = null,
): LinkResult {
  const roads = beside && JSON.stringify(routes, mapsAsLists);
  const seen = beside && [...beside, roads];
  const memory = kept && once(() => withRoads(kept(), roads ?? ''));
  const results = checked
    .filter(({ loaded }) => only?.has(loaded.file) ?? true)
    .map((screen) => linkAnew(screen, catalog, routes, seen, memory));
  return {
    screens: results.map((result) => result.screen),
    diagnostics: [
      ...duplicates(checked),
      ...twoMeanings(checked, catalog),
      ...results.flatMap((result) => result.diagnostics),
    ],
    validators: new Map(results.flatMap((result) => [...result.validators])),
    headings: new Map(results.map(({ screen, headings }) => [screen.id, headings])),
  };
}

function mapsAsLists(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

/** Routes of all screens that can be read, broken ones too: a link to one of those is no mistake of its own. */
export function routesOf(
  screens: readonly Json[],
  further: readonly string[],
  language: Pick<Language, 'blocks'>,
): readonly KnownRoute[] {
  const drawn = screens.flatMap((json) => {
    if (!isJsonObject(json)) return [];
    const query = list(json.params).flatMap((param) =>
      typeof param === 'string'
        ? [param]
        : isJsonObject(param) && param.in !== 'route' && param.in !== 'fragment'
          ? [String(param.id)]
          : [],
    );
    const numbers = list(json.params).flatMap((param) =>
      isJsonObject(param) && param.type === 'integer' ? [String(param.id)] : [],
    );
    const blocks = new Map(blocksIn(json.blocks, language));
    const needs = typeof json.needs === 'string' ? json.needs : null;
    return pathsOf(json).map(({ path }) => ({ pattern: path, query, numbers, blocks, needs }));
  });
  return [...drawn, ...further.map((pattern) => ({ pattern, query: null, numbers: [] }))];
}

// Blocks stand in tabs and sections too. These are unchecked, so that of a block which goes by the name of its kind is asked.
function blocksIn(
  value: Json | undefined,
  language: Pick<Language, 'blocks'>,
): readonly (readonly [string, string])[] {
  if (Array.isArray(value)) return value.flatMap((entry) => blocksIn(entry, language));
  if (!isJsonObject(value)) return [];
  const { type } = value;
  const id =
    typeof type === 'string' ? (value.id ?? language.blocks.get(type)?.properties?.id?.default) : undefined;
  const own = typeof id === 'string' && typeof type === 'string' ? [[id, type] as const] : [];
  return [...own, ...Object.values(value).flatMap((inner) => blocksIn(inner, language))];
}

function duplicates(checked: readonly CheckedScreen[]): readonly Diagnostic[] {
  const owners = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const { json, loaded } of checked) {
    for (const { path, pointer } of pathsOf(json)) {
      const shape = routeShape(path);
      const owner = owners.get(shape);
      if (owner)
        diagnostics.push(
          diagnosticOf(loaded, {
            pointer,
            rule: 'duplicate-route',
            message: `The route "${path}" leads to ${owner} already.`,
          }),
        );
      else owners.set(shape, loaded.file);
    }
  }
  return diagnostics;
}

function pathsOf(json: JsonObject): readonly { readonly path: string; readonly pointer: string }[] {
  return [
    { path: String(json.route), pointer: '/route' },
    ...list(json.alias).map((alias, i) => ({ path: String(alias), pointer: `/alias/${i}` })),
  ];
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
