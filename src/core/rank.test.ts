import { describe, expect, it } from 'vitest';
import { rank } from './rank.ts';

const score = (text: string, term: string) => rank(text, term)?.score ?? null;

describe('rank', () => {
  it('prefers the start of the text to that of a word, to the inside, to letters in order', () => {
    const scores = ['Sales ratio', 'Monthly sales', 'Wholesale s', 'Street and lane'].map((text) =>
      score(text, 'sale'),
    );
    expect(scores).toEqual([4, 3, 2, null]);
    expect(score('Sales by month and local area', 'sbm')).toBe(1);
  });

  it('wants every word, in whatever order', () => {
    expect(score('Median sale prices by zone', 'zone med')).toBe(7);
    expect(score('Median sale prices by zone', 'zone street')).toBeNull();
  });

  it('marks what answers, from left to right', () => {
    expect(rank('Median sale prices', 'pri med')?.marks).toEqual([
      [0, 3],
      [12, 15],
    ]);
    expect(rank('Median sale prices', 'msp')?.marks).toEqual([
      [0, 1],
      [7, 8],
      [12, 13],
    ]);
  });

  it('takes beginnings of words in order only, and three letters at least', () => {
    expect(score('Median sale prices', 'medpr')).toBe(1);
    expect(score('Median sale prices', 'eda')).toBeNull();
    expect(score('Median sale prices', 'mdn')).toBeNull();
    expect(score('Median sale prices', 'mp')).toBeNull();
  });

  it('takes nothing typed as fitting, and marks nothing', () => {
    expect(rank('Sales', '  ')).toEqual({ score: 0, marks: [] });
  });
});
