// A query in its parts: the selects of its `with` and the last one, each with its words.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { groups } from './aggregates.ts';
import { closedAt } from './select-text.ts';
import {
  listOf,
  namesOf,
  nodeOf,
  nodesOf,
  readTree,
  type SqlTree,
  type Token,
  withoutPlaces,
} from './sql-tree.ts';

export interface Part {
  readonly name: string;
  readonly select: JsonObject;
  readonly tokens: readonly Token[];
  /** Where the queries before it end in the text. */
  readonly before: number;
}

/** The queries of the `with` and the last select, each with its words. */
export function partsOf({ select, tokens }: SqlTree): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  const { withClause } = select;
  for (const wrapper of listOf(isJsonObject(withClause) ? withClause.ctes : [])) {
    const cte = nodeOf(wrapper, 'CommonTableExpr') ?? {};
    const inner = nodeOf(cte.ctequery, 'SelectStmt') ?? {};
    const at = tokens.findIndex(({ start }) => start === Number(cte.location));
    const open = tokens.findIndex(({ word }, i) => i > at && word === '(');
    const close = closedAt(tokens, open);
    const name = String(cte.ctename);
    parts.push({ name, select: inner, tokens: tokens.slice(open + 1, close), before: end });
    end = tokens[close]?.end ?? 0;
  }
  return [...parts, { name: '', select, tokens: tokens.filter(({ start }) => start >= end), before: end }];
}

/** Where the select stands whose groups a query answers, as a place in its text; null where it answers rows as they are. */
export async function groupedAt(sql: string): Promise<number | null> {
  const tree = await readTree(sql);
  if (!tree) return null;
  const parts = partsOf(tree);
  const wanted = new Set(['']);
  // From the last select down to those it reads: what groups beside them is of no figure.
  for (const part of parts.toReversed()) {
    if (!wanted.has(part.name)) continue;
    if (groups(part.select)) return part.tokens[0]?.start ?? 0;
    for (const { relname } of nodesOf(part.select, 'RangeVar')) wanted.add(String(relname));
  }
  return null;
}

/** Which column of the select a key of its groups is; -1 for none. A name is a column of the rows first, as in SQL. */
export function targetOfKey(
  key: JsonObject,
  targets: readonly JsonObject[],
  names: readonly string[],
): number {
  const constant = nodeOf(nodeOf(key, 'A_Const'), 'ival')?.ival;
  if (typeof constant === 'number') return constant - 1;
  const same = targets.findIndex(({ val }) => withoutPlaces(val) === withoutPlaces(key));
  if (same >= 0) return same;
  const fields = namesOf(nodeOf(key, 'ColumnRef')?.fields);
  return fields.length === 0 ? -1 : names.indexOf(fields.at(-1) ?? '');
}
