// The statements beside definitions, and what the database says of each.
import type { QueryFacts } from '#src/core/link/catalog.ts';
import type { FactsReader, SqlFacts } from './facts.ts';
import { type AskedFigures, askFigures, askGroups, toldFigures } from './figures/ask-figures.ts';
import type { DefinitionFile } from './files.ts';
import { type OverKept, overKept } from './kept-queries.ts';
import { type PositionalSql, parseNamedSql, toPositional } from './named-parameters.ts';
import {
  composed,
  type KeptNames,
  keptNames,
  namedPath,
  namedTexts,
  type Use,
  usesOf,
} from './shared-queries.ts';

export interface Query {
  readonly file: string;
  readonly sql: string;
  readonly uses: readonly Use[];
  /** Where the statement begins behind the queries that it uses. */
  readonly offset: number;
  /** Null where a query that it uses is not sound: there is nothing to ask about. */
  readonly facts: SqlFacts | null;
  readonly positional: PositionalSql;
  /** The same over rows that are kept of each district; null where it uses none. */
  readonly overKept: OverKept | null;
  /** What its figures are made of, where it says what it counts. */
  readonly figures: AskedFigures | null;
  /** Where it begins to group rows without saying what it counts. */
  readonly groups: number | null;
}

export type Queries = ReadonlyMap<string, Query>;

/** Asks the database about every statement, the queries that it uses before it. */
export async function readQueries(
  files: readonly DefinitionFile[],
  facts: FactsReader,
  touched: ReadonlySet<string> | null,
): Promise<Queries> {
  const texts = files
    .filter(
      ({ path }) => path.endsWith('.sql') && (!touched || !path.startsWith('screens/') || touched.has(path)),
    )
    .map(({ path, bytes }) => [path, Buffer.from(bytes).toString('utf8')] as const);
  const named = namedTexts(files);
  const kept = keptNames(files);
  const queries = new Map<string, Query>();
  for (const [file, sql] of texts) {
    const whole = composed(sql, named);
    const text = whole?.text ?? sql;
    const read = whole === null ? null : await facts.read(text);
    const offset = whole?.offset ?? 0;
    const figures = read?.ok ? await askFigures(sql, read.columns, named, facts) : null;
    const groups = read?.ok && !figures ? await askGroups(sql, facts) : null;
    const inAnother = read?.ok === false && read.position !== null && read.position <= offset;
    queries.set(file, {
      file,
      sql,
      uses: usesOf(sql),
      offset,
      // What is wrong in a query that is used is told at its own file.
      facts: inAnother ? null : read,
      positional: toPositional(parseNamedSql(text)),
      overKept: read?.ok ? await overKept(asItself(file, sql, kept), named, kept, facts) : null,
      figures,
      groups,
    });
  }
  return queries;
}

/** A named query that is kept, or has another that answers the same, is read there by a source of its own, too. */
function asItself(file: string, sql: string, kept: KeptNames): string {
  const [name] = [...kept.keys()].filter((one) => namedPath(one) === file);
  return name === undefined ? sql : `-- uses: ${name}\nselect * from "${name}"`;
}

function placeOf(sql: string, position: number | null): { readonly line?: number; readonly column?: number } {
  if (position === null) return {};
  const before = sql.slice(0, position - 1).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

export function factsOf({ file, sql, facts, offset, uses, positional, figures, groups }: Query): QueryFacts {
  const own = uses.length === 0 ? null : new Set(parseNamedSql(sql).names);
  const told = {
    file,
    ...(uses.length === 0 ? {} : { uses }),
    ...(figures === null ? {} : { figures: toldFigures(sql, figures) }),
    ...(groups === null ? {} : { groups: { line: 1, column: 1, ...placeOf(sql, groups + 1) } }),
  };
  const mark = (name: string) => (own === null || own.has(name) ? {} : { own: false });
  if (facts?.ok)
    return {
      ...told,
      columns: facts.columns.map(({ name, type }) => ({ name, type })),
      params: facts.params.map(({ name, type }) => ({ name, type, ...mark(name) })),
    };
  const params = positional.names.map((name) => ({ name, ...mark(name) }));
  if (!facts) return { ...told, columns: null, params };
  const position = facts.position === null ? null : facts.position - offset;
  return { ...told, columns: null, params, error: { message: facts.message, ...placeOf(sql, position) } };
}

/** Columns of every statement that is sound, by its file. */
export function columnsOf(queries: Queries): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...queries].flatMap(([path, { facts }]) =>
      facts?.ok ? [[path, facts.columns.map(({ name }) => name)] as const] : [],
    ),
  );
}
