// The one door to PostgreSQL's own parser. It is loaded when the first query has figures to be read.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { parseNamedSql } from '../named-parameters.ts';

export interface Token {
  /** In small letters, as keywords are compared. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface SqlTree {
  readonly text: string;
  readonly select: JsonObject;
  readonly tokens: readonly Token[];
}

/**
 * The statement as the parser takes it, every character at its own place: parameters have numbers, and the parser counts
 * bytes, so each character is one.
 */
function plainOf(sql: string): string {
  const { parts, names } = parseNamedSql(sql);
  return parts
    .map((part, i) => `${part}${names[i] === undefined ? '' : '$1'.padEnd(names[i].length + 1)}`)
    .join('')
    .replace(/[^\n\r\t -~]/g, 'x');
}

/** The tree of a statement that is one select; null for any other. */
export async function readTree(text: string): Promise<SqlTree | null> {
  const parser = await import('libpg-query');
  await parser.loadModule();
  const plain = plainOf(text);
  const parsed: unknown = parser.parseSync(plain);
  const [statement, ...more] = isJsonObject(parsed) && Array.isArray(parsed.stmts) ? parsed.stmts : [];
  const stmt = isJsonObject(statement) && isJsonObject(statement.stmt) ? statement.stmt : {};
  if (more.length > 0 || !isJsonObject(stmt.SelectStmt)) return null;
  const tokens = parser
    .scanSync(plain)
    .tokens.filter(({ tokenName }) => !tokenName.endsWith('COMMENT'))
    .map(({ start, end }) => ({ word: text.slice(start, end).toLowerCase(), start, end }));
  return { text, select: stmt.SelectStmt, tokens };
}

/** Every node of a kind below a value, outermost first. */
export function nodesOf(value: unknown, kind: string): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((item) => nodesOf(item, kind));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === kind && isJsonObject(inner) ? [inner] : []),
    ...nodesOf(inner, kind),
  ]);
}

/** Nodes of a list of the tree. */
export function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The node of a kind that a wrapper holds. */
export function nodeOf(wrapper: unknown, kind: string): JsonObject | null {
  const node = isJsonObject(wrapper) ? wrapper[kind] : null;
  return isJsonObject(node) ? node : null;
}

/** The names of a column reference or a function: `c.year` is ['c', 'year']; a star is '*'. */
export function namesOf(value: unknown): readonly string[] {
  return listOf(value).map((name) => {
    const text = nodeOf(name, 'String')?.sval;
    return typeof text === 'string' ? text : '*';
  });
}

/** A tree without its places: the same for the same expression wherever it stands. */
export function withoutPlaces(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'location' ? undefined : inner));
}
