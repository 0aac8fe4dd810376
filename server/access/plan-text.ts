// A plan as lines for people, without any value that somebody looked for: EXPLAIN writes them into its conditions.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';

/** Conditions of a step, in the order in which they are told. */
const conditions = [
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
  'One-Time Filter',
  'Sort Key',
  'Group Key',
];

/** Names and parameters stay as they are; of the rest, texts and numbers are values. */
const tokens =
  /"(?:[^"]|"")*"|\$\d+|[EB]?'(?:[^']|'')*'|[a-z_]\w*\s*\(\s*\d+\s*(?:,\s*\d+\s*)?\)|[a-z_][\w$]*|\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;

export function withoutValues(condition: string): string {
  return condition.replace(tokens, (token) => {
    if (/^(?:[EB]?'|\d)/i.test(token)) return '?';
    // `numeric(14,2)` and `character(1)` are types; any other call with numbers carries values.
    if (/^\w+\s*\(/.test(token)) return isType(token) ? token : token.replace(/\d+/g, '?');
    return token;
  });
}

const isType = (token: string) =>
  /^(?:numeric|char|character|varchar|varying|bit|timestamp|time)\s*\(/i.test(token);

const textOf = (value: unknown): string | null =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.filter((part) => typeof part === 'string').join(', ')
      : null;

function stepOf(node: JsonObject): string {
  const relation = textOf(node['Relation Name']);
  const index = textOf(node['Index Name']);
  const alias = textOf(node.Alias);
  const join = textOf(node['Join Type']);
  return [
    `${textOf(node['Node Type']) ?? 'Step'}${join === null || join === 'Inner' ? '' : ` (${join})`}`,
    ...(index === null ? [] : [`using ${index}`]),
    ...(relation === null
      ? []
      : [`on ${relation}${alias === null || alias === relation ? '' : ` ${alias}`}`]),
    `· ${Number(node['Plan Rows'])} rows, cost ${Math.round(Number(node['Total Cost']))}`,
  ].join(' ');
}

const mostSteps = 300;

/** The steps of EXPLAIN (format json), indented; null where it is none. */
export function planText(explained: unknown): string | null {
  const parsed: unknown = typeof explained === 'string' ? JSON.parse(explained) : explained;
  const root: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!isJsonObject(root) || !isJsonObject(root.Plan)) return null;
  const lines: string[] = [];
  const add = (node: JsonObject, depth: number) => {
    if (lines.length >= mostSteps) return;
    const indent = '  '.repeat(depth);
    lines.push(`${indent}${depth === 0 ? '' : '→ '}${stepOf(node)}`);
    for (const name of conditions) {
      const text = textOf(node[name]);
      if (text !== null && text !== '') lines.push(`${indent}    ${name}: ${withoutValues(text)}`);
    }
    for (const child of Array.isArray(node.Plans) ? node.Plans : [])
      if (isJsonObject(child)) add(child, depth + 1);
  };
  add(root.Plan, 0);
  return lines.join('\n');
}
