// A regular expression as a tree. Reads what `new RegExp(pattern, 'u')` has taken, so that nothing is checked twice.
import { anything, type CharSet, digits, lineEnds, spaces, without, wordCharacters } from './char-set.ts';

export type PatternNode =
  | { readonly kind: 'set'; readonly set: CharSet }
  /** `^`, `$`, `\b` and `\B`: read nothing. */
  | { readonly kind: 'start' | 'end' | 'edge' }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number };

/** The tree; null for a pattern that refers back, looks around or says something that is not known here. */
export function readPattern(pattern: string): PatternNode | null {
  const reader = new Reader(pattern);
  try {
    return reader.choice();
  } catch (error) {
    if (error instanceof UnknownSyntax) return null;
    throw error;
  }
}

class UnknownSyntax extends Error {}

const classes: { readonly [letter: string]: CharSet } = {
  d: digits,
  D: without(digits),
  w: wordCharacters,
  W: without(wordCharacters),
  s: spaces,
  S: without(spaces),
};
const controls: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0, b: 8 };

class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = [...pattern];
  }

  choice(): PatternNode {
    const nodes = [this.#sequence()];
    while (this.#take('|')) nodes.push(this.#sequence());
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'choice', nodes };
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = [];
    for (let next = this.#peek(); next !== undefined && next !== '|' && next !== ')'; next = this.#peek())
      nodes.push(this.#repeated(this.#atom()));
    return { kind: 'sequence', nodes };
  }

  #repeated(node: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (!bounds) return node;
    this.#take('?');
    return { kind: 'repeat', node, min: bounds[0], max: bounds[1] };
  }

  #bounds(): readonly [number, number] | null {
    if (this.#take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return null;
    const [min = '', max] = this.#until('}').split(',');
    return [
      Number(min),
      max === undefined ? Number(min) : max === '' ? Number.POSITIVE_INFINITY : Number(max),
    ];
  }

  #atom(): PatternNode {
    const next = this.#next();
    if (next === '^') return { kind: 'start' };
    if (next === '$') return { kind: 'end' };
    if (next === '.') return { kind: 'set', set: without(lineEnds) };
    if (next === '(') return this.#group();
    if (next === '[') return { kind: 'set', set: this.#class() };
    if (next !== '\\') return { kind: 'set', set: one(next) };
    if (this.#take('b') || this.#take('B')) return { kind: 'edge' };
    const escaped = this.#escape();
    return { kind: 'set', set: typeof escaped === 'number' ? [[escaped, escaped]] : escaped };
  }

  #group(): PatternNode {
    if (this.#take('?')) {
      if (this.#take('<')) {
        if (this.#peek() === '=' || this.#peek() === '!') throw new UnknownSyntax();
        this.#until('>');
      } else if (!this.#take(':')) throw new UnknownSyntax();
    }
    const node = this.choice();
    this.#next();
    return node;
  }

  #class(): CharSet {
    const inverted = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      const from = this.#member();
      if (typeof from !== 'number') ranges.push(...from);
      else if (this.#peek() === '-' && this.#characters[this.#at + 1] !== ']') {
        this.#next();
        const to = this.#member();
        if (typeof to !== 'number') throw new UnknownSyntax();
        ranges.push([from, to]);
      } else ranges.push([from, from]);
    }
    // A property of characters counts as every one of them, also in a class that is turned round.
    if (ranges.includes(property)) return anything;
    return inverted ? without(ranges) : ranges;
  }

  #member(): number | CharSet {
    const next = this.#next();
    return next === '\\' ? this.#escape() : (next.codePointAt(0) ?? 0);
  }

  #escape(): number | CharSet {
    const letter = this.#next();
    const known = classes[letter];
    if (known) return known;
    if (letter === 'p' || letter === 'P') {
      this.#until('}');
      return [property];
    }
    if (letter in controls) return controls[letter] ?? 0;
    if (letter === 'x') return this.#hexadecimal(2);
    if (letter === 'c') return (this.#next().codePointAt(0) ?? 0) % 32;
    if (letter === 'u') return this.#unicode();
    if (/[A-Za-z1-9]/.test(letter)) throw new UnknownSyntax();
    return letter.codePointAt(0) ?? 0;
  }

  #unicode(): number {
    if (this.#take('{')) return Number.parseInt(this.#until('}'), 16);
    const high = this.#hexadecimal(4);
    const isPair =
      high >= 0xd800 && high <= 0xdbff && this.#peek() === '\\' && this.#characters[this.#at + 1] === 'u';
    if (!isPair) return high;
    const back = this.#at;
    this.#at += 2;
    const low = this.#hexadecimal(4);
    if (low >= 0xdc00 && low <= 0xdfff) return (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
    this.#at = back;
    return high;
  }

  #hexadecimal(length: number): number {
    const text = this.#characters.slice(this.#at, this.#at + length).join('');
    this.#at += length;
    return Number.parseInt(text, 16);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const next = this.#characters[this.#at++];
    if (next === undefined) throw new UnknownSyntax();
    return next;
  }

  #take(wanted: string): boolean {
    if (this.#peek() !== wanted) return false;
    this.#at++;
    return true;
  }

  #until(end: string): string {
    let text = '';
    for (let next = this.#next(); next !== end; next = this.#next()) text += next;
    return text;
  }
}

/** `\p{…}`: the tables behind it are large, and to take it for more than it is errs on the safe side. */
const property = [0, 0x10ffff] as const;

function one(character: string): CharSet {
  const code = character.codePointAt(0) ?? 0;
  return [[code, code]];
}
