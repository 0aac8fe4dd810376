import { describe, expect, it } from 'vitest';
import { testField } from '#tests/support/block-props.tsx';
import { classesOf } from './classes.ts';

const price = { field: testField('price', 'integer'), title: 'Price', format: 'currency' } as const;
const genre = {
  field: testField('genre', 'text', { codes: 'genre' }),
  title: 'Genre',
  format: 'text',
} as const;
const told = (
  rows: readonly object[],
  theme: Parameters<typeof classesOf>[1],
  codes: Parameters<typeof classesOf>[2] = null,
) =>
  classesOf(
    rows.map((row) => ({ ...row })),
    theme,
    codes,
  );

describe('classes of a theme', () => {
  it('hold as many figures each, and those that are missing by themselves', () => {
    const { classes, of } = told(
      [...Array.from({ length: 10 }, (_, i) => ({ price: (i + 1) * 100 })), { price: null }],
      price,
    );
    expect(classes.map(({ label, count }) => [label, count])).toEqual([
      ['under $300', 2],
      ['$300 – $500', 2],
      ['$500 – $700', 2],
      ['$700 – $900', 2],
      ['$900 and over', 2],
      ['None', 1],
    ]);
    expect([...of]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    expect(classes.at(-1)?.colour).toBeNull();
  });

  it('are fewer where many rows have one figure, and one where all have', () => {
    const many = told([{ price: 1 }, ...Array.from({ length: 9 }, () => ({ price: 5 }))], price);
    expect(many.classes.map(({ label, count }) => [label, count])).toEqual([
      ['under $5', 1],
      ['$5 and over', 9],
    ]);
    expect(told([{ price: 7 }, { price: 7 }], price).classes).toEqual([
      { label: '$7', colour: { ramp: 1 }, count: 2 },
    ]);
    expect(told([{ price: null }], price)).toMatchObject({ classes: [{ label: 'None', count: 1 }] });
    expect(told([], price).classes).toEqual([]);
  });

  it('have the words of codes, the commonest first, and the rare ones together', () => {
    const rows = 'AAABBCDEFGHI'.split('').map((code) => ({ genre: code }));
    const { classes, of } = told(rows, genre, [{ code: 'A', label: 'Novel' }]);
    expect(classes.map(({ label, count }) => [label, count])).toEqual([
      ['Novel', 3],
      ['B', 2],
      ['C', 1],
      ['D', 1],
      ['E', 1],
      ['F', 1],
      ['G', 1],
      ['2 others', 2],
    ]);
    expect(of[0]).toBe(0);
    expect(of.at(-1)).toBe(7);
    expect(classes.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
  });

  it('are one without a theme', () => {
    expect(told([{}, {}], null).classes).toEqual([{ label: 'All', colour: { category: 0 }, count: 2 }]);
  });
});
