// Named queries in the SQL of others: what `-- uses: NAME` asks for is put before it as a common table expression.

import type { DefinitionFile } from './files.ts';

const folder = 'schemas/queries/';

/** The SQL of the named queries among the files, by their names. */
export function namedTexts(files: readonly DefinitionFile[]): ReadonlyMap<string, string> {
  return new Map(
    files
      .filter(({ path }) => path.startsWith(folder) && path.endsWith('.sql'))
      .map(({ path, bytes }) => [
        path.slice(folder.length, -'.sql'.length),
        Buffer.from(bytes).toString('utf8'),
      ]),
  );
}

/** The file of a named query. */
export function namedPath(name: string): string {
  return `${folder}${name}.sql`;
}

export interface Use {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** The queries that a statement says to use, in the comments before its first word. */
export function usesOf(sql: string): readonly Use[] {
  const uses: Use[] = [];
  for (const [i, line] of sql.split('\n').entries()) {
    const text = line.trimStart();
    if (text !== '' && !text.startsWith('--')) break;
    const said = /^\s*--\s*uses:(.*)$/.exec(line);
    if (!said) continue;
    const from = line.length - (said[1] ?? '').length;
    for (const match of (said[1] ?? '').matchAll(/[^\s,]+/g))
      uses.push({ name: match[0], line: i + 1, column: from + match.index + 1 });
  }
  return uses;
}

export interface Composed {
  readonly text: string;
  /** Where the statement itself begins in the text. */
  readonly offset: number;
}

/**
 * Named queries whose rows are kept of each district, with the columns in which those agree that are added up, or the
 * query that answers the same out of such ones.
 */
export type KeptNames = ReadonlyMap<string, true | readonly string[] | string>;

export function keptNames(files: readonly DefinitionFile[]): KeptNames {
  const found = new Map<string, true | readonly string[] | string>();
  for (const { path, bytes } of files) {
    if (!path.startsWith(folder) || !path.endsWith('.json')) continue;
    const said = byDistrictIn(bytes);
    const name = path.slice(folder.length, -'.json'.length);
    if (said === true || typeof said === 'string') found.set(name, said);
    else if (Array.isArray(said)) found.set(name, said.map(String));
  }
  return found;
}

function byDistrictIn(bytes: Uint8Array): unknown {
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof json === 'object' && json !== null && 'byDistrict' in json ? json.byDistrict : null;
  } catch {
    // A file that is no JSON is told by the check.
    return null;
  }
}

const nothing: ReadonlyMap<string, string> = new Map();

/**
 * A statement with the queries that it uses, and those that they use, before it: each is a table of its name. Null where
 * one of them is not there or leads back to itself, so that there is no such statement. `instead` are statements that
 * stand where a query would.
 */
export function composed(
  sql: string,
  queries: ReadonlyMap<string, string>,
  instead: ReadonlyMap<string, string> = nothing,
): Composed | null {
  const inOrder: string[] = [];
  const open: string[] = [];
  const visit = (text: string): boolean =>
    usesOf(text).every(({ name }) => {
      if (inOrder.includes(name)) return true;
      const used = instead.get(name) ?? queries.get(name);
      if (used === undefined || open.includes(name)) return false;
      open.push(name);
      const sound = visit(used);
      open.pop();
      inOrder.push(name);
      return sound;
    });
  if (!visit(sql)) return null;
  if (inOrder.length === 0) return { text: sql, offset: 0 };
  const tables = inOrder.map(
    (name) => `"${name}" as (\n${withoutEnd(instead.get(name) ?? queries.get(name) ?? '')}\n)`,
  );
  const before = `with ${tables.join(', ')}\nselect * from (\n`;
  return { text: `${before}${withoutEnd(sql)}\n) report`, offset: before.length };
}

function withoutEnd(sql: string): string {
  return sql.replace(/;\s*$/, '');
}
