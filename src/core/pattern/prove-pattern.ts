// Whether a pattern can take for ever is decided by counting, not by its looks and not by a clock: the answer is the
// same on every machine, however busy. Decision 0104.
import { type Automaton, automatonOf, searching, TooLarge, type Ways } from './automaton.ts';
import { holds, kindsOf } from './char-set.ts';
import { readPattern } from './read-pattern.ts';

/** How a pattern may be matched: in time that grows with the text alone, not so with this text, or nobody knows. */
export type Verdict =
  | { readonly safe: true }
  | { readonly safe: false; readonly text: string }
  | { readonly safe: null };

/** Ways that a matcher may have to try at each character of a text. */
export const mostWays = 200;
/** Pieces of work for one proof; patterns of definitions take some hundreds. */
export const mostSteps = 400_000;

class Exhausted extends Error {}

/** What is found out about a pattern within the steps that there are; null where they do not suffice. */
function within<T>(pattern: string, find: (automaton: Automaton, step: () => void) => T): T | null {
  const tree = readPattern(pattern);
  if (!tree) return null;
  let left = mostSteps;
  const step = () => {
    if (left-- === 0) throw new Exhausted();
  };
  try {
    return find(automatonOf(tree, step), step);
  } catch (error) {
    if (error instanceof Exhausted || error instanceof TooLarge) return null;
    throw error;
  }
}

/** `pattern` is a regular expression that `new RegExp(pattern, 'u')` takes. */
export function provePattern(pattern: string): Verdict {
  const found = within(pattern, (automaton, step) => ({ text: hardText(automaton, step) }));
  if (found === null) return { safe: null };
  return found.text === null ? { safe: true } : { safe: false, text: found.text };
}

/** Characters that a text which the pattern takes has at least; 0 where that is not known. */
export function shortestMatch(pattern: string): number {
  return within(pattern, shortestWay) ?? 0;
}

function shortestWay({ first, follow, last, empty }: Automaton): number {
  if (empty > 0) return 0;
  const seen = new Set<number>();
  let reached = new Set(first.keys());
  for (let length = 1; reached.size > 0; length++) {
    const next = new Set<number>();
    for (const at of reached) {
      if (last.has(at)) return length;
      seen.add(at);
      for (const after of follow[at]?.keys() ?? []) if (!seen.has(after)) next.add(after);
    }
    reached = next;
  }
  return 0;
}

/** Where all ways of reading a text stand, and the text's last character. */
interface Reached {
  readonly ways: Ways;
  readonly character: string;
  readonly before: Reached | null;
}

/** A text for which more ways are to be tried than may be; null when there is none. */
function hardText(plain: Automaton, step: () => void): string | null {
  const automaton = plain.fromStart ? plain : searching(plain);
  const search = 'search' in automaton ? (automaton.search as number) : null;
  // A search is over with the first match, so that fewer ways now may mean more to come.
  const mayStop = search !== null && !automaton.asserts;
  const kinds = kindsOf([...new Set(automaton.sets)]);
  const begin = mayStop && automaton.empty > 0 ? plain.first : automaton.first;
  if (automaton.empty + total(begin) > mostWays) return '';
  const seen = new Set<string>();
  const judged: Ways[] = [];
  const open: Reached[] = readAll(automaton, begin, kinds, null, step);
  for (let next = open.pop(); next; next = open.pop()) {
    const { ways } = next;
    const name = nameOf(ways);
    if (seen.has(name) || (!mayStop && judged.some((other) => covers(other, ways, step)))) continue;
    seen.add(name);
    judged.push(ways);
    const matched = mayStop && [...ways.keys()].some((at) => automaton.last.has(at));
    const going = matched && search !== null ? withoutSearch(ways, search) : ways;
    const tried = triedAfter(automaton, going, step);
    if (total(tried) + ended(automaton, going) > mostWays) return textOf(next);
    open.push(...readAll(automaton, tried, kinds, next, step));
  }
  return null;
}

/** What each kind of character makes of the places that are tried; the most ways last, to be looked at first. */
function readAll(
  { sets }: Automaton,
  tried: Ways,
  kinds: readonly number[],
  before: Reached | null,
  step: () => void,
): Reached[] {
  const reached = kinds.map((code): Reached => {
    const ways = new Map<number, number>();
    for (const [at, count] of tried) {
      step();
      if (holds(sets[at] ?? [], code)) ways.set(at, count);
    }
    return { ways, character: String.fromCodePoint(code), before };
  });
  return reached.filter(({ ways }) => ways.size > 0).sort((a, b) => total(a.ways) - total(b.ways));
}

function triedAfter({ follow }: Automaton, ways: Ways, step: () => void): Ways {
  const tried = new Map<number, number>();
  for (const [at, count] of ways)
    for (const [next, more] of follow[at] ?? []) {
      step();
      tried.set(next, (tried.get(next) ?? 0) + count * more);
    }
  return tried;
}

function ended({ last }: Automaton, ways: Ways): number {
  let sum = 0;
  for (const [at, count] of ways) sum += count * (last.get(at) ?? 0);
  return sum;
}

function total(ways: Ways): number {
  let sum = 0;
  for (const count of ways.values()) sum += count;
  return sum;
}

function withoutSearch(ways: Ways, search: number): Ways {
  return new Map([...ways].filter(([at]) => at !== search));
}

function nameOf(ways: Ways): string {
  return [...ways]
    .sort(([a], [b]) => a - b)
    .map(([at, count]) => `${at}:${count}`)
    .join(' ');
}

/** Whether whatever follows has at least as many ways from here as from there. */
function covers(here: Ways, there: Ways, step: () => void): boolean {
  if (here.size < there.size) return false;
  for (const [at, count] of there) {
    step();
    if ((here.get(at) ?? 0) < count) return false;
  }
  return true;
}

function textOf(end: Reached): string {
  const characters: string[] = [];
  for (let at: Reached | null = end; at; at = at.before) characters.unshift(at.character);
  return characters.join('');
}
