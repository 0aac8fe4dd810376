import { anything, type CharSet } from './char-set.ts';
import type { PatternNode } from './read-pattern.ts';

/** Positions and in how many ways each is come to. */
export type Ways = ReadonlyMap<number, number>;

/**
 * Glushkov's automaton, with multiplicities: its states are the places of a pattern that read a character, and between
 * two of them it counts the ways through groups and repetitions that a backtracking matcher tries one after the other.
 */
export interface Automaton {
  readonly sets: readonly CharSet[];
  readonly follow: readonly Ways[];
  readonly first: Ways;
  readonly last: Ways;
  /** Ways to match the empty text. */
  readonly empty: number;
  /** Whether a match may begin at the start of the text alone. */
  readonly fromStart: boolean;
  /** Whether it says where in a text it matches (`^`, `$`, `\b`); otherwise what is read decides alone. */
  readonly asserts: boolean;
}

interface Part {
  readonly empty: number;
  readonly first: Ways;
  readonly last: Ways;
}

const mostPositions = 2_000;
/** Positions of a counted repetition that is written out; a longer one is taken as one without end. */
const mostWrittenOut = 300;
/** Enough to be far too many, and no overflow. */
const countless = 1e12;

export class TooLarge extends Error {}

/** Throws `TooLarge` beyond its limits. `step` is called for each piece of work and may throw. */
export function automatonOf(tree: PatternNode, step: () => void): Automaton {
  const builder = new Builder(step);
  const whole = builder.part(tree);
  return {
    ...whole,
    sets: builder.sets,
    follow: builder.follow,
    fromStart: beginsAtStart(tree),
    asserts: asserts(tree),
  };
}

class Builder {
  readonly sets: CharSet[] = [];
  readonly follow: Map<number, number>[] = [];
  readonly #step: () => void;

  constructor(step: () => void) {
    this.#step = step;
  }

  part(node: PatternNode): Part {
    if (node.kind === 'set') return this.#position(node.set);
    if (node.kind === 'sequence')
      return node.nodes.reduce((before, next) => this.#join(before, this.part(next)), nothing);
    if (node.kind === 'choice')
      return node.nodes.map((inner) => this.part(inner)).reduce((one, other) => this.#either(one, other));
    if (node.kind === 'repeat') return this.#repeat(node);
    return nothing;
  }

  #position(set: CharSet): Part {
    if (this.sets.length >= mostPositions) throw new TooLarge();
    const at = this.sets.push(set) - 1;
    this.follow.push(new Map());
    return { empty: 0, first: new Map([[at, 1]]), last: new Map([[at, 1]]) };
  }

  #repeat({ node, min, max }: PatternNode & { readonly kind: 'repeat' }): Part {
    const before = this.sets.length;
    if (max === 0) return nothing;
    const one = this.part(node);
    const size = this.sets.length - before;
    const copies = max === Number.POSITIVE_INFINITY ? min + 1 : max;
    if (copies * size > mostWrittenOut) {
      // Each way through so many times is a way through any number of times, but for times that read nothing:
      // those are tried as often as they must be there.
      if (one.empty > 0 && min > 0) throw new TooLarge();
      return this.#star(one);
    }
    let made = 1;
    const copy = () => (made++ === 1 ? one : this.part(node));
    let whole = nothing;
    for (let n = 0; n < min; n++) whole = this.#join(whole, copy());
    if (max === Number.POSITIVE_INFINITY) return this.#join(whole, this.#star(copy()));
    const optional = Array.from({ length: max - min }, copy);
    // A time beyond what must be there never reads nothing.
    const tail = optional.reduceRight<Part>(
      (after, each) => ({ ...this.#join({ ...each, empty: 0 }, after), empty: 1 }),
      nothing,
    );
    return this.#join(whole, tail);
  }

  #star(part: Part): Part {
    this.#link(part.last, part.first);
    return { ...part, empty: 1 };
  }

  #join(before: Part, after: Part): Part {
    this.#link(before.last, after.first);
    return {
      empty: times(before.empty, after.empty),
      first: this.#sum(before.first, after.first, before.empty),
      last: this.#sum(after.last, before.last, after.empty),
    };
  }

  #either(one: Part, other: Part): Part {
    return {
      empty: Math.min(one.empty + other.empty, countless),
      first: this.#sum(one.first, other.first, 1),
      last: this.#sum(one.last, other.last, 1),
    };
  }

  #link(from: Ways, to: Ways): void {
    for (const [p, out] of from)
      for (const [q, into] of to) {
        this.#step();
        const ways = this.follow[p];
        ways?.set(q, Math.min((ways.get(q) ?? 0) + times(out, into), countless));
      }
  }

  #sum(ways: Ways, more: Ways, factor: number): Ways {
    if (factor === 0 || more.size === 0) return ways;
    const sum = new Map(ways);
    for (const [at, count] of more) {
      this.#step();
      sum.set(at, Math.min((sum.get(at) ?? 0) + times(count, factor), countless));
    }
    return sum;
  }
}

const nothing: Part = { empty: 1, first: new Map(), last: new Map() };

function times(a: number, b: number): number {
  return Math.min(a * b, countless);
}

function beginsAtStart(node: PatternNode): boolean {
  if (node.kind === 'start') return true;
  if (node.kind === 'choice') return node.nodes.every(beginsAtStart);
  if (node.kind === 'repeat') return node.min > 0 && beginsAtStart(node.node);
  if (node.kind !== 'sequence') return false;
  const [head] = node.nodes;
  return head !== undefined && beginsAtStart(head);
}

function asserts(node: PatternNode): boolean {
  if (node.kind === 'sequence' || node.kind === 'choice') return node.nodes.some(asserts);
  return node.kind === 'repeat' ? asserts(node.node) : node.kind !== 'set';
}

/** The same with the search for a place to begin: a state that reads anything and from which a match may begin. */
export function searching(automaton: Automaton): Automaton & { readonly search: number } {
  const search = automaton.sets.length;
  return {
    ...automaton,
    sets: [...automaton.sets, anything],
    follow: [...automaton.follow, new Map([...automaton.first, [search, 1]])],
    first: new Map([...automaton.first, [search, 1]]),
    search,
  };
}
