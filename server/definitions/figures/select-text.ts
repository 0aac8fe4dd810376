// The words of a select, cut out of its text: what the tree tells of, as it was written.
import type { Token } from './sql-tree.ts';

export interface SelectText {
  /** The expressions of its columns, without the names they get. */
  readonly items: readonly string[];
  readonly from: string;
  readonly where: string | null;
  readonly groups: readonly string[];
}

const opening: ReadonlySet<string> = new Set(['(', '[']);
const closing: ReadonlySet<string> = new Set([')', ']']);

/** The tokens with how many brackets are open before each. */
function depthsOf(tokens: readonly Token[]): readonly number[] {
  let depth = 0;
  return tokens.map(({ word }) => {
    if (closing.has(word)) depth--;
    const now = depth;
    if (opening.has(word)) depth++;
    return now;
  });
}

/** The place of the bracket that closes the one at `open`. */
export function closedAt(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const word = tokens[i]?.word ?? '';
    if (opening.has(word)) depth++;
    if (closing.has(word) && --depth === 0) return i;
  }
  return tokens.length;
}

const clauses = ['from', 'where', 'group', 'having', 'window', 'order', 'limit', 'offset', 'fetch', 'for'];

/** `is distinct from` and `within group` are no clauses. */
function beginsClause(tokens: readonly Token[], i: number): boolean {
  const word = tokens[i]?.word ?? '';
  const before = tokens[i - 1]?.word;
  if (!clauses.includes(word)) return false;
  return !(word === 'from' && before === 'distinct') && !(word === 'group' && before === 'within');
}

function textOf(text: string, tokens: readonly Token[]): string {
  const [first] = tokens;
  const last = tokens.at(-1);
  return first && last ? text.slice(first.start, last.end) : '';
}

function splitAt(tokens: readonly Token[], wall: string): readonly (readonly Token[])[] {
  const depths = depthsOf(tokens);
  const parts: Token[][] = [[]];
  tokens.forEach((token, i) => {
    if (depths[i] === 0 && token.word === wall) parts.push([]);
    else parts.at(-1)?.push(token);
  });
  return parts;
}

/** An expression without the name that it is given: `a + b as c`, or `a c` where the tree knows a name. */
function withoutName(tokens: readonly Token[], named: boolean): readonly Token[] {
  if (!named) return tokens;
  return tokens.slice(0, tokens.at(-2)?.word === 'as' ? -2 : -1);
}

/** Cuts a select at its clauses; `tokens` are its own, behind the queries of its `with`. */
export function selectText(text: string, tokens: readonly Token[], named: readonly boolean[]): SelectText {
  const depths = depthsOf(tokens);
  const begins = tokens.flatMap((_, i) => (depths[i] === 0 && beginsClause(tokens, i) ? [i] : []));
  const clause = (word: string): readonly Token[] => {
    const at = begins.find((i) => tokens[i]?.word === word);
    if (at === undefined) return [];
    return tokens.slice(at + 1, begins.find((i) => i > at) ?? tokens.length);
  };
  const items = splitAt(tokens.slice(1, begins[0] ?? tokens.length), ',');
  const where = clause('where');
  const groups = clause('group').slice(1);
  return {
    items: items.map((item, i) => textOf(text, withoutName(item, named[i] ?? false))),
    from: textOf(text, clause('from')),
    where: where.length === 0 ? null : textOf(text, where),
    groups: groups.length === 0 ? [] : splitAt(groups, ',').map((group) => textOf(text, group)),
  };
}

export interface AggregateText {
  /** What is aggregated; null for `count(*)`. */
  readonly measure: string | null;
  /** The condition of its `filter`; null without one. */
  readonly condition: string | null;
}

/** The expression that a sort goes by. */
function sorted(text: string, tokens: readonly Token[]): string {
  const [first = []] = splitAt(tokens.slice(2), ',');
  const end = first.findIndex(({ word }) => word === 'asc' || word === 'desc' || word === 'nulls');
  return textOf(text, end < 0 ? first : first.slice(0, end));
}

/** What an aggregate says of rows: `at` is where its name stands. */
export function aggregateText(text: string, tokens: readonly Token[], at: number): AggregateText {
  const name = tokens.findIndex(({ start }) => start >= at);
  const open = tokens.findIndex(({ word }, i) => i >= name && word === '(');
  let end = closedAt(tokens, open);
  const within = tokens.slice(open + 1, end);
  const order = depthsOf(within).findIndex((depth, i) => depth === 0 && within[i]?.word === 'order');
  const args = (order < 0 ? within : within.slice(0, order)).filter(
    ({ word }, i) => i > 0 || (word !== 'distinct' && word !== 'all'),
  );
  let measure: string | null = textOf(text, splitAt(args, ',')[0] ?? []);
  if (measure === '*') measure = null;
  if (tokens[end + 1]?.word === 'within') {
    const close = closedAt(tokens, end + 3);
    measure = sorted(text, tokens.slice(end + 4, close));
    end = close;
  }
  if (tokens[end + 1]?.word !== 'filter') return { measure, condition: null };
  const close = closedAt(tokens, end + 2);
  return { measure, condition: textOf(text, tokens.slice(end + 4, close)) };
}
