/** Code points as ranges, both ends included. */
export type CharSet = readonly (readonly [from: number, to: number])[];

const last = 0x10ffff;

export const anything: CharSet = [[0, last]];

export const digits: CharSet = [[0x30, 0x39]];
export const wordCharacters: CharSet = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
// White space and ends of lines as ECMAScript counts them.
export const spaces: CharSet = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** What ends a line; "." reads everything else. */
export const lineEnds: CharSet = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

export function without(set: CharSet): CharSet {
  const left: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of [...set].sort((a, b) => a[0] - b[0])) {
    if (from > next) left.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= last) left.push([next, last]);
  return left;
}

export function holds(set: CharSet, code: number): boolean {
  return set.some(([from, to]) => from <= code && code <= to);
}

/** One character of each kind that the sets tell apart; which of them a kind has is the same for all of its characters. */
export function kindsOf(sets: readonly CharSet[]): readonly number[] {
  const bounds = new Set([0]);
  for (const set of sets)
    for (const [from, to] of set) {
      bounds.add(from);
      if (to < last) bounds.add(to + 1);
    }
  const kinds = new Map<string, number>();
  for (const code of bounds) {
    const name = sets.map((set) => (holds(set, code) ? '1' : '0')).join('');
    const known = kinds.get(name);
    // A letter says more in a message than a control character.
    if (known === undefined || (!isPlain(known) && isPlain(code))) kinds.set(name, code);
  }
  return [...kinds.values()];
}

function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
