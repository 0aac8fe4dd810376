// A small world of books, and definitions laid over it that break one rule each.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { readMeta } from '#scripts/screens/read-definitions.ts';
import type { DefinitionFile } from '#server/definitions/files.ts';
import type { StoredMemory } from '#server/definitions/memory.ts';
import { actionLinks } from '#src/actions/links.ts';
import { blockLinks } from '#src/blocks/links.ts';
import { printableBlocks } from '#src/blocks/printable.ts';
import type { QueryFacts, TableFacts } from '#src/core/link/catalog.ts';
import type { SourceFile } from '#src/core/load/load.ts';
import type { Memory } from '#src/core/memory.ts';
import { type CatalogParts, type Prepared, prepareDefinitions } from '#src/core/prepare.ts';
import type { ValueType } from '#src/core/values.ts';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = dirname(dirname(here));
const meta = readMeta(root);

/** Keeps as the server's memory does, without its files. */
export function memoryOfTest(): StoredMemory {
  const kept = new Map<string, { readonly key: string; readonly text: string }>();
  return {
    digest: (...texts) => {
      const hash = createHash('sha256');
      for (const text of texts) hash.update(text).update('\0');
      return hash.digest('hex');
    },
    recall: (name, key) => {
      const found = kept.get(name);
      return found?.key === key ? JSON.parse(found.text) : null;
    },
    keep: (name, key, value) => void kept.set(name, { key, text: JSON.stringify(value) }),
    flush: () => {},
  };
}

type FactsFile = { readonly [file: string]: Omit<QueryFacts, 'file'> };
/** What the library's database has; null takes a table away. */
type TablesFile = {
  readonly [table: string]:
    | (Omit<TableFacts, 'columns'> & { readonly columns: { readonly [name: string]: ValueType } })
    | null;
};

function tablesOf(tables: TablesFile): ReadonlyMap<string, TableFacts> {
  return new Map(
    Object.entries(tables).flatMap(([name, facts]) =>
      facts ? [[name, { ...facts, columns: new Map(Object.entries(facts.columns)) }] as const] : [],
    ),
  );
}

interface LibraryOptions {
  /** False: entities are not compared with tables. */
  readonly compared?: boolean;
  readonly memory?: Memory;
  /** Of the files, those that are looked at. */
  readonly wanted?: (files: readonly DefinitionFile[]) => ReadonlySet<string> | null;
}

/** The library with the files of `folder` and `more` laid over it; `anyQuery` takes every query for one of unknown columns. */
export function prepareLibrary(
  folder: string | null,
  more: readonly SourceFile[] = [],
  anyQuery = false,
  { memory, wanted = () => null, compared = true }: LibraryOptions = {},
): Prepared {
  const base = join(here, 'library');
  const layers = folder === null ? [base] : [base, folder];
  const files = new Map<string, SourceFile>();
  let facts: FactsFile = {};
  let tables: TablesFile = {};
  let functions: readonly string[] = [];
  for (const layer of layers) {
    for (const path of filesUnder(layer, '', /\.json$/).map((file) => file.replace(/^\//, ''))) {
      const bytes = readFileSync(join(layer, path));
      if (path === 'facts.json') facts = { ...facts, ...(JSON.parse(bytes.toString('utf8')) as FactsFile) };
      else if (path === 'tables.json')
        tables = { ...tables, ...(JSON.parse(bytes.toString('utf8')) as TablesFile) };
      else if (path === 'functions.json') functions = JSON.parse(bytes.toString('utf8')) as readonly string[];
      else files.set(path, { path, bytes });
    }
  }
  for (const file of more) files.set(file.path, file);
  const parts: CatalogParts = {
    meta,
    memory: memory ?? null,
    blockLinks,
    printable: printableBlocks,
    actionLinks,
    help: (page) => page === 'books/list',
    tables: compared ? tablesOf(tables) : null,
    functions: compared ? new Set(functions) : null,
    namedQuery: (name) => {
      const file = `schemas/queries/${name}.sql`;
      const known = facts[file];
      return known ? { ...known, file } : null;
    },
    commandQuery: (name) => {
      const file = `schemas/commands/${name}.sql`;
      const known = facts[file];
      return known ? { ...known, file } : null;
    },
    importQuery: (name) => {
      const file = `schemas/imports/${name}.sql`;
      const known = facts[file];
      return known ? { ...known, file } : null;
    },
    exportQuery: (name) => {
      const file = `schemas/exports/${name}.sql`;
      const known = facts[file];
      return known ? { ...known, file } : null;
    },
    query: (screenId, name) => {
      const file = `screens/${screenId.replace(/[^/]*$/, '')}${name}.sql`;
      const known = facts[file];
      if (known) return { ...known, file };
      return anyQuery ? { file, columns: null, params: [] } : null;
    },
  };
  const queries = Object.keys(facts).map((path) => ({ path, bytes: Buffer.alloc(0) }));
  const all = [...files.values()].map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }));
  return prepareDefinitions([...files.values()], parts, wanted([...all, ...queries]));
}
