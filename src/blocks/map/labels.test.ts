import { expect, it } from 'vitest';
import { cutLabel, freeLabels } from './labels.ts';

const label = (text: string, x: number, y: number, width = 50, before = 6) => ({ text, x, y, width, before });
const written = (...labels: ReturnType<typeof label>[]) => freeLabels(labels).map(({ text }) => text);

it('no label falls on another: the first one stays', () => {
  expect(written(label('a', 0, 0), label('b', 40, 5), label('c', 40, 13), label('d', 57, 0))).toEqual([
    'a',
    'c',
    'd',
  ]);
  // Across the edge of a line, too.
  expect(written(label('a', 0, 12), label('b', 0, 14))).toEqual(['a']);
  expect(written(label('a', 60, 0), label('b', 0, 0, 55), label('c', 0, 0, 53))).toEqual(['a', 'c']);
  expect(written(label('', 0, 0), label('b', 0, 0))).toEqual(['b']);
  // Where no dot stands before the one that follows, they may lie closer.
  expect(written(label('a', 0, 0), label('b', 54, 0, 50, 3))).toEqual(['a', 'b']);
  expect(written(label('b', 54, 0, 50, 3), label('a', 0, 0))).toEqual(['b', 'a']);
});

it('long names lose their end', () => {
  expect(cutLabel(' 12 OAK ST ')).toBe('12 OAK ST');
  expect(cutLabel('x'.repeat(40))).toBe(`${'x'.repeat(31)}…`);
});
