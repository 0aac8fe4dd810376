import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actionLinks } from '#src/actions/links.ts';
import { blockLinks } from '#src/blocks/links.ts';
import { printableBlocks } from '#src/blocks/printable.ts';
import { definitionKinds } from '#src/core/check/language.ts';
import type { QueryFacts } from '#src/core/link/catalog.ts';
import { hashOf } from '#src/core/link/hash.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { migrated } from '#src/core/migrations/migrate.ts';
import { type CatalogParts, type Prepared, prepareDefinitions } from '#src/core/prepare.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import { permissions } from '../access/permissions.ts';
import type { BrokenScreen, Definitions, MenuEntry, ReadyScreen, SqlSource } from './definitions.ts';
import type { FactsReader, SqlFacts } from './facts.ts';
import type { DefinitionFile } from './files.ts';
import { parseNamedSql } from './named-parameters.ts';
import { patternProver } from './prove-pattern.ts';

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
  readonly facts: SqlFacts;
}

function factsOf({ file, sql, facts }: Query): QueryFacts {
  if (facts.ok) return { file, columns: facts.columns, params: facts.params };
  const names = [...new Set(parseNamedSql(sql).names)];
  return {
    file,
    columns: null,
    params: names.map((name) => ({ name })),
    error: { message: facts.message, ...placeOf(sql, facts.position) },
  };
}

function queryPath(screenId: string, name: string): string {
  return `screens/${screenId.replace(/[^/]*$/, '')}${name}.sql`;
}

function sqlSources(
  screenId: string,
  sources: { readonly [id: string]: unknown },
  queries: ReadonlyMap<string, Query>,
): ReadonlyMap<string, SqlSource> {
  const found = new Map<string, SqlSource>();
  for (const [id, source] of Object.entries(sources)) {
    if (!isJsonObject(source) || typeof source.sql !== 'string') continue;
    const query = queries.get(queryPath(screenId, source.sql));
    if (!query?.facts.ok) continue;
    const { columns, params } = query.facts;
    found.set(id, {
      file: query.file,
      sql: parseNamedSql(query.sql),
      columns: columns.map(({ name, type }) => ({ id: name, type })),
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
    needs: typeof item.needs === 'string' ? item.needs : null,
    items: menuEntries(item.items),
  }));
}

/** How many findings there are and where they can be read. */
export function brokenSummary(findings: number): string {
  return `${findings === 1 ? 'One finding is' : `${findings} findings are`} in the server's log.`;
}

function brokenOf(prepared: Prepared, byPath: ReadonlyMap<string, DefinitionFile>): readonly BrokenScreen[] {
  return prepared.broken.flatMap(({ id, file, route, access, needs, diagnostics }) => {
    if (route === null) return [];
    const raw = rawJson(byPath.get(file));
    return [
      {
        kind: 'broken' as const,
        id,
        hash: hashOf([id, diagnostics]),
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
  const known = sent.get(screen) ?? { hash: hashOf(screen), text: JSON.stringify(screen) };
  sent.set(screen, known);
  return known;
}

function columnsOf(queries: ReadonlyMap<string, Query>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...queries].flatMap(([path, { facts }]) =>
      facts.ok ? [[path, facts.columns.map(({ name }) => name)] as const] : [],
    ),
  );
}

/** From files to what the server serves: ask the database about every query, prepare, take hashes. */
export async function prepareForServing(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  root: string,
): Promise<Definitions> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const queries = new Map<string, Query>();
  for (const { path, bytes } of files) {
    if (!path.endsWith('.sql')) continue;
    const sql = Buffer.from(bytes).toString('utf8');
    queries.set(path, { file: path, sql, facts: await facts.read(sql) });
  }
  const prepared = prepareDefinitions(files, {
    meta: readMeta(root),
    blockLinks,
    printable: printableBlocks,
    actionLinks,
    permissions: new Set(Object.keys(permissions)),
    query: (screenId, name) => {
      const query = queries.get(queryPath(screenId, name));
      return query ? factsOf(query) : null;
    },
    prove: patternProver(),
    help: (page) => existsSync(join(root, 'docs', 'help', `${page}.md`)),
  });
  const screens = prepared.screens.map((screen): ReadyScreen => {
    const data = rawJson(byPath.get(`screens/${screen.id}.json`)).data;
    return {
      kind: 'ready',
      id: screen.id,
      screen,
      ...sentForm(screen),
      sql: sqlSources(screen.id, isJsonObject(data) ? data : {}, queries),
    };
  });
  return {
    screens: new Map(screens.map((screen) => [screen.id, screen])),
    broken: new Map(brokenOf(prepared, byPath).map((screen) => [screen.id, screen])),
    entities: prepared.entities,
    codes: new Map([...prepared.codes].map(([id, table]) => [id, table.codes])),
    menu: menuEntries(prepared.menu?.items),
    validators: prepared.validators,
    queries: columnsOf(queries),
    diagnostics: prepared.diagnostics,
  };
}
