// A small world of books, and definitions laid over it that break one rule each.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { readMeta } from '#scripts/screens/read-definitions.ts';
import { patternProver } from '#server/definitions/prove-pattern.ts';
import { actionLinks } from '#src/actions/links.ts';
import { blockLinks } from '#src/blocks/links.ts';
import { printableBlocks } from '#src/blocks/printable.ts';
import type { QueryFacts } from '#src/core/link/catalog.ts';
import type { SourceFile } from '#src/core/load/load.ts';
import { type Prepared, prepareDefinitions } from '#src/core/prepare.ts';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = dirname(dirname(here));
const meta = readMeta(root);

type FactsFile = { readonly [file: string]: Omit<QueryFacts, 'file'> };

/** The library with the files of `folder` and `more` laid over it; `anyQuery` takes every query for one of unknown columns. */
export function prepareLibrary(
  folder: string | null,
  more: readonly SourceFile[] = [],
  anyQuery = false,
): Prepared {
  const base = join(here, 'library');
  const layers = folder === null ? [base] : [base, folder];
  const files = new Map<string, SourceFile>();
  let facts: FactsFile = {};
  for (const layer of layers) {
    for (const path of filesUnder(layer, '', /\.json$/).map((file) => file.replace(/^\//, ''))) {
      const bytes = readFileSync(join(layer, path));
      if (path === 'facts.json') facts = { ...facts, ...(JSON.parse(bytes.toString('utf8')) as FactsFile) };
      else files.set(path, { path, bytes });
    }
  }
  for (const file of more) files.set(file.path, file);
  return prepareDefinitions([...files.values()], {
    meta,
    blockLinks,
    printable: printableBlocks,
    actionLinks,
    prove: patternProver(),
    help: (page) => page === 'books/list',
    query: (screenId, name) => {
      const file = `screens/${screenId.replace(/[^/]*$/, '')}${name}.sql`;
      const known = facts[file];
      if (known) return { ...known, file };
      return anyQuery ? { file, columns: null, params: [] } : null;
    },
  });
}
