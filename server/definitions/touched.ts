import { kindOf } from '#src/core/prepare.ts';
import type { DefinitionFile } from './files.ts';

const folderOf = (path: string) => path.replace(/[^/]*$/, '');

/** Expectations, parts, commands and shared queries are told of through the screens that they stand beside or in, which may be any. */
function needsAll(path: string): boolean {
  const kind = kindOf(path);
  return (
    kind === 'expectation' ||
    kind === 'fragment' ||
    kind === 'action' ||
    path.startsWith('schemas/queries/') ||
    path.startsWith('schemas/commands/') ||
    path.startsWith('schemas/exports/') ||
    path.startsWith('schemas/imports/')
  );
}

/**
 * The files that have to be looked at to tell the findings in `wanted`: screens with their queries, and the screens that
 * read a wanted query. Null: all of them. A path that is no definition is left out.
 */
export function touchedBy(
  wanted: readonly string[],
  files: readonly DefinitionFile[],
): ReadonlySet<string> | null {
  if (wanted.some(needsAll)) return null;
  const touched = new Set(wanted);
  const queries = files.filter(({ path }) => path.endsWith('.sql'));
  const screens = files.filter(({ path }) => kindOf(path) === 'screen');
  // Whether a screen reads a query is seen by its name in quotes: rather one too many than one too few.
  const pairs = screens.flatMap(({ path, bytes }) => {
    const near = queries.filter((query) => query.path.startsWith(folderOf(path)));
    if (near.length === 0) return [];
    const text = Buffer.from(bytes).toString('utf8');
    return near
      .filter((query) => text.includes(`"${query.path.slice(folderOf(path).length, -'.sql'.length)}"`))
      .map((query) => ({ screen: path, query: query.path }));
  });
  for (const { screen, query } of pairs) if (wanted.includes(query)) touched.add(screen);
  for (const { screen, query } of pairs) if (touched.has(screen)) touched.add(query);
  return touched;
}
