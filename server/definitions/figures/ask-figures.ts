// Reads the figures of a query and asks the database whether their rows can be had.
import type { QueryFigures } from '#src/core/link/catalog.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ReadyFigures } from '../definitions.ts';
import type { FactsReader } from '../facts.ts';
import { parseNamedSql, toPositional } from '../named-parameters.ts';
import { composed } from '../shared-queries.ts';
import { computedText } from './computed-text.ts';
import { countsOf, type Figures, headOf } from './figures.ts';
import { groupedAt } from './query-parts.ts';
import { type ReturnedColumn, readFigures } from './read-figures.ts';

export interface AskedFigures {
  readonly figures: Figures;
  /** Null where the database refuses a query for rows, with what it says in `error`. */
  readonly ready: ReadyFigures | null;
  readonly error: string | null;
}

/** Another reading of the same query asks for another number. */
const edition = 5;

const isFigures = (value: unknown): value is Figures =>
  isJsonObject(value) && isJsonObject(value.columns) && Array.isArray(value.rows);

export interface GroupedAt {
  /** Null where the query groups nothing. */
  readonly at: number | null;
}

const isGroupedAt = (value: unknown): value is GroupedAt =>
  isJsonObject(value) && (value.at === null || typeof value.at === 'number');

/** Where a query begins to group rows. */
export async function askGroups(sql: string, facts: FactsReader): Promise<number | null> {
  const read = async () => ({ at: await groupedAt(sql) });
  const { at } = facts.keep
    ? await facts.keep('groups', `${edition} ${sql}`, isGroupedAt, read)
    : await read();
  return at;
}

/** Null of a query that says nothing of what it counts. */
export async function askFigures(
  sql: string,
  columns: readonly ReturnedColumn[],
  named: ReadonlyMap<string, string>,
  facts: FactsReader,
): Promise<AskedFigures | null> {
  const counts = countsOf(sql);
  if (!counts) return null;
  const read = async () => (await readFigures(sql, counts, columns)) ?? bare(counts);
  const names = columns.map(({ name, type }) => `${name} ${type}`).join();
  const figures = facts.keep
    ? await facts.keep('figures', `${edition} ${names} ${sql}`, isFigures, read)
    : await read();
  const statements: ReadyFigures['statements'][number][] = [];
  for (const { sql: rows } of figures.rows) {
    const text = composed(rows, named)?.text ?? rows;
    const said = await facts.read(text);
    if (!said.ok) return { figures, ready: null, error: said.message };
    statements.push({
      sql: toPositional(parseNamedSql(text)),
      params: new Map(said.params.map(({ name, type }) => [name, type])),
    });
  }
  if (!figures.own && figures.rows.length === 0)
    return { figures, ready: null, error: 'the query groups no rows, and returns no such column itself' };
  return { figures, ready: { ...figures, statements }, error: null };
}

/** Of what is no single select: nothing can be read of it. */
function bare(counts: Figures['counts']): Figures {
  return { counts, own: false, rows: [], columns: {}, unread: {}, percentiles: [] };
}

export function toldFigures(sql: string, { figures, error }: AskedFigures): QueryFigures {
  const { counts, percentiles, own, unread } = figures;
  const operands = Object.values(figures.columns).flatMap((figure) => figure.operands);
  const keys = new Set(operands.flatMap((operand) => operand.keys));
  const columns = Object.entries(figures.columns).map(([name, { adds, how }]) => [
    name,
    { adds, how, computed: computedText(figures, name) },
  ]);
  return {
    counts,
    head: headOf(sql),
    percentiles,
    own,
    keys: [...keys],
    columns: Object.fromEntries(columns),
    unread,
    ...(error === null ? {} : { error }),
  };
}
