import { describe, expect, it } from 'vitest';
import { holds, kindsOf } from './char-set.ts';
import { mostWays, provePattern } from './prove-pattern.ts';
import { type PatternNode, readPattern } from './read-pattern.ts';

/**
 * A matcher as ECMAScript describes it, which tries one way after the other and keeps nothing. Answers at how many
 * places of the pattern it tried each character, its end included.
 */
function triesOf(tree: PatternNode, text: string): readonly number[] {
  const characters = [...text];
  const tries = characters.map(() => 0).concat(0);
  let spent = 0;
  const touch = (at: number) => {
    tries[at] = (tries[at] ?? 0) + 1;
    if (spent++ > 300_000) throw new Error('far too many');
  };
  type Go = (at: number) => boolean;
  const repeat = (node: PatternNode, min: number, max: number, at: number, go: Go): boolean => {
    if (max === 0) return go(at);
    const again: Go = (end) =>
      min === 0 && end === at ? false : repeat(node, Math.max(0, min - 1), max - 1, end, go);
    return match(node, at, again) || (min === 0 && go(at));
  };
  const match = (node: PatternNode, at: number, go: Go): boolean => {
    if (node.kind === 'set') {
      touch(at);
      const code = characters[at]?.codePointAt(0);
      return code !== undefined && holds(node.set, code) && go(at + 1);
    }
    if (node.kind === 'sequence') {
      const next = (i: number, from: number): boolean => {
        const inner = node.nodes[i];
        return inner ? match(inner, from, (end) => next(i + 1, end)) : go(from);
      };
      return next(0, at);
    }
    if (node.kind === 'choice') return node.nodes.some((inner) => match(inner, at, go));
    if (node.kind === 'repeat') return repeat(node.node, node.min, node.max, at, go);
    if (node.kind === 'start') return at === 0 && go(at);
    if (node.kind === 'end') {
      touch(at);
      return at === characters.length && go(at);
    }
    return go(at);
  };
  for (let from = 0; from <= characters.length; from++) if (match(tree, from, () => true)) break;
  return tries;
}

/** Numbers that follow each other in the same way in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomPattern(pick: (below: number) => number): string {
  const atom = (depth: number): string => {
    const choice = pick(depth > 0 ? 9 : 6);
    if (choice < 6) return ['a', 'b', '[ab]', '.', '\\w', ' '][choice] ?? 'a';
    return `(?:${sequence(depth - 1)}${choice === 8 ? `|${sequence(depth - 1)}` : ''})`;
  };
  const repeated = (depth: number): string =>
    atom(depth) + (['', '', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,4}', '*?', '{2,}'][pick(12)] ?? '');
  const sequence = (depth: number): string =>
    Array.from({ length: pick(4) + (depth === 2 ? 1 : 0) }, () => repeated(depth)).join('');
  return `${pick(4) === 0 ? '' : '^'}${sequence(2)}${pick(4) === 0 ? '' : '$'}`;
}

describe('the proof that a pattern ends in time', () => {
  it.each([
    ...[
      '^(a+)+$',
      '^(\\w{1,20} ?){1,20}$',
      '^[a-z]+[a-z0-9]+$',
      '^\\s*(.*?)\\s*$',
      '^.*foo.*$',
      '\\d+x',
      '(a*)*',
    ],
    ...[
      '^(|){30}x$',
      '^(a?){20}$',
      '^(?:(?:a?){3}){40}$',
      '^(x+x+)+y$',
      '^(?:a|ab|b)*$',
      '^(\\p{L}|\\d)+$',
      '\\d+\\b\\B',
    ],
    ...['^(.{1,20}[ab]){1,15}$', '^\\w{1,100}\\w{1,100}\\w{1,100}$', '^(a{0,100}){0,100}$'],
  ])('finds a text that is hard for %s', (pattern) => {
    expect(provePattern(pattern).safe).toBe(false);
  });

  it('finds what takes for ever in a matcher that tries all ways', () => {
    const tree = readPattern('^(\\w{1,20} ?){1,20}$');
    expect(() => tree && triesOf(tree, `${'a'.repeat(30)}!`)).toThrow('far too many');
  });

  it.each([
    ...['^[0-9]{4}$', '\\S', '\\d+', 'studio', '^/sale/', '^(?:[a-z]+/)*[a-z]+$', '^[^ @<>,;]+@[^ @<>,;]+$'],
    ...[
      '^[0-9]{1,15}(,[0-9]{1,15}){0,999}$',
      '^\\d{1,3}(,\\d{3})*(\\.\\d+)?$',
      '^(a?){0,20}$',
      '^([01]{8}){1,40}$',
    ],
    ...[
      '^.*a.{30}$',
      '^\\w{1,50}\\w{1,50}$',
      '^\\p{L}+$',
      '^[\\u0041-\\u{5a}\\]x^-]+$',
      '^(?<year>[0-9]{4})-07$',
    ],
  ])('is found for %s', (pattern) => {
    expect(provePattern(pattern)).toEqual({ safe: true });
  });

  it.each([
    [
      'more is written out than can be counted',
      `^${'(?:'.repeat(40)}a+${'){1,2}'.repeat(24)}${')'.repeat(16)}$`,
    ],
    ['a group that may read nothing must come a thousand times', '^(a?){1000}$'],
  ])('is given up where %s', (_, pattern) => {
    expect(provePattern(pattern)).toEqual({ safe: null });
  });

  it('holds of every pattern that it is found for, in a matcher that tries all ways', () => {
    const pick = numbers(42);
    const found = { safe: 0, hard: 0 };
    for (let n = 0; n < 800; n++) {
      const pattern = randomPattern(pick);
      const tree = readPattern(pattern);
      if (!tree) throw new Error(pattern);
      new RegExp(pattern, 'u');
      const verdict = provePattern(pattern);
      if (!verdict.safe) {
        found.hard++;
        continue;
      }
      found.safe++;
      for (let m = 0; m < 6; m++) {
        const letters = m < 2 ? 'a' : m < 4 ? 'ab' : 'ab -';
        const text = Array.from({ length: 1 + pick(60) }, () => letters[pick(letters.length)]).join('');
        expect(Math.max(...triesOf(tree, text)), `${pattern} on ${text}`).toBeLessThanOrEqual(mostWays);
      }
    }
    expect(Math.min(found.safe, found.hard)).toBeGreaterThan(150);
  });

  it('tells apart the characters that a pattern does', () => {
    expect(kindsOf([[[0x61, 0x7a]], [[0x30, 0x39]]]).length).toBe(3);
  });
});
