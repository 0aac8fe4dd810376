import { describe, expect, it } from 'vitest';
import { isCut, joined, type PageRequest, type RowPage, restOf } from './rows.ts';

const request: PageRequest = {
  offset: 10,
  limit: 5,
  sort: ['-b'],
  find: 'x',
  totals: { b: 'sum' },
  group: ['a'],
};
const page = (offset: number, cells: readonly number[]): RowPage => ({
  columns: [{ id: 'b', type: 'integer' }],
  values: [cells],
  offset,
  count: cells.length,
  total: 14,
  limited: false,
  totals: { b: 7 },
  run_at: '2026-01-01T00:00:00.000Z',
  dataset: 'real',
});

describe('a page that ends where its bytes do', () => {
  it('is asked for the rest, in the order of its groups and without what is there already', () => {
    const first = page(10, [1, 2]);
    expect(isCut(first, request)).toBe(true);
    expect(restOf(first, request)).toEqual({
      offset: 12,
      limit: 3,
      sort: ['a', '-b'],
      find: 'x',
      totals: {},
    });
    const whole = joined(first, page(12, [3, 4]));
    expect(whole).toEqual({ ...first, count: 4, values: [[1, 2, 3, 4]] });
    expect(isCut(whole, request)).toBe(false);
  });
});
