// Named queries whose rows are kept of each district: what asks them reads there what is kept.
import { quoted } from '../database/json-page.ts';
import type { Description } from './describe-query.ts';
import type { FactsReader } from './facts.ts';
import { type PositionalSql, parseNamedSql, toPositional } from './named-parameters.ts';
import { composed, type KeptNames, usesOf } from './shared-queries.ts';

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

interface Used {
  /** Queries whose rows are kept, none of them used by another kept one alone. */
  readonly kept: readonly { readonly name: string; readonly by: readonly string[] | null }[];
  /** What stands where a query would that is answered out of kept ones. */
  readonly instead: ReadonlyMap<string, string>;
}

function usedBy(sql: string, queries: ReadonlyMap<string, string>, names: KeptNames): Used {
  const kept: { name: string; by: readonly string[] | null }[] = [];
  const instead = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (text: string): void => {
    for (const { name } of usesOf(text)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const how = names.get(name);
      if (how === undefined) visit(queries.get(name) ?? '');
      else if (typeof how !== 'string') kept.push({ name, by: how === true ? null : how });
      else {
        const other = queries.get(how) ?? '';
        instead.set(name, other);
        visit(other);
      }
    }
  };
  visit(sql);
  return { kept, instead };
}

/** A column of the rows that agree in some, in the type that it has. */
function summed({ name, sqlType }: Description['columns'][number], by: readonly string[]): string {
  return by.includes(name) ? quoted(name) : `sum(${quoted(name)})::${sqlType} as ${quoted(name)}`;
}

/** A statement over what is kept; null where it uses no such query, or one whose columns no table can hold. */
export async function overKept(
  sql: string,
  queries: ReadonlyMap<string, string>,
  names: KeptNames,
  facts: FactsReader,
): Promise<OverKept | null> {
  const found: KeptQuery[] = [];
  const used = usedBy(sql, queries, names);
  const instead = new Map(used.instead);
  for (const { name, by } of used.kept) {
    const whole = composed(queries.get(name) ?? '', queries);
    const read = whole && (await facts.read(whole.text));
    if (!whole || !read?.ok || read.columns.some(({ sqlType }) => sqlType === null)) return null;
    const { columns, params } = read;
    found.push({ name, columns, params, sql: toPositional(parseNamedSql(whole.text)) });
    const types = columns.map((column) => `${quoted(column.name)} ${column.sqlType}`);
    const rows = `kept_rows(:${keptParameter(name)}::text, cardinality(:districts::text[]))`;
    const cells = by === null ? '*' : columns.map((column) => summed(column, by)).join(', ');
    const groups = by === null || by.length === 0 ? '' : ` group by ${by.map(quoted).join(', ')}`;
    instead.set(name, `select ${cells} from ${rows} as kept (${types.join(', ')})${groups}`);
  }
  const whole = found.length === 0 ? null : composed(sql, queries, instead);
  return whole && { sql: toPositional(parseNamedSql(whole.text)), queries: found };
}
