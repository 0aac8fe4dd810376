// Named queries whose rows are kept of each district: what asks them reads there what is kept.
import { quoted } from '../database/json-page.ts';
import type { Description } from './describe-query.ts';
import type { FactsReader } from './facts.ts';
import { type PositionalSql, parseNamedSql, toPositional } from './named-parameters.ts';
import { composed, usesOf } from './shared-queries.ts';

/** A named query with those that it uses, as it is sent to the database. */
export interface KeptQuery {
  readonly name: string;
  readonly sql: PositionalSql;
  readonly columns: Description['columns'];
  readonly params: Description['params'];
}

/** A statement that reads what is kept of the named queries that it stands on. */
export interface OverKept {
  readonly sql: PositionalSql;
  readonly queries: readonly KeptQuery[];
}

/** The parameter by which a statement is told where the rows of a query are kept. */
export function keptParameter(name: string): string {
  return `kept__${name}`;
}

/** The kept queries that a statement uses, itself or by others, none of them by another kept one. */
function usedBy(sql: string, queries: ReadonlyMap<string, string>, kept: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (text: string): void => {
    for (const { name } of usesOf(text)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (kept.has(name)) found.add(name);
      else visit(queries.get(name) ?? '');
    }
  };
  visit(sql);
  return [...found];
}

/** A statement over what is kept; null where it uses no such query, or one whose columns no table can hold. */
export async function overKept(
  sql: string,
  queries: ReadonlyMap<string, string>,
  kept: ReadonlySet<string>,
  facts: FactsReader,
): Promise<OverKept | null> {
  const found: KeptQuery[] = [];
  const instead = new Map<string, string>();
  for (const name of usedBy(sql, queries, kept)) {
    const whole = composed(queries.get(name) ?? '', queries);
    const read = whole && (await facts.read(whole.text));
    if (!whole || !read?.ok || read.columns.some(({ sqlType }) => sqlType === null)) return null;
    const { columns, params } = read;
    found.push({ name, columns, params, sql: toPositional(parseNamedSql(whole.text)) });
    const types = columns.map((column) => `${quoted(column.name)} ${column.sqlType}`);
    instead.set(name, `select * from kept_rows(:${keptParameter(name)}::text) as kept (${types.join(', ')})`);
  }
  const whole = found.length === 0 ? null : composed(sql, queries, instead);
  return whole && { sql: toPositional(parseNamedSql(whole.text)), queries: found };
}
