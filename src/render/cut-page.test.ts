import { describe, expect, it } from 'vitest';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { completed } from './cut-page.ts';

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
  it('is asked for the rest, in the order of its groups and without what is there already', async () => {
    const asked: PageRequest[] = [];
    const first = page(10, [1, 2]);
    const whole = await completed(first, request, async (rest) => {
      asked.push(rest);
      return page(rest.offset, [rest.offset - 9]);
    });
    const rest = { sort: ['a', '-b'], find: 'x', totals: {} };
    expect(asked).toEqual([
      { ...rest, offset: 12, limit: 3 },
      { ...rest, offset: 13, limit: 2 },
    ]);
    expect(whole).toEqual({ ...first, count: 4, values: [[1, 2, 3, 4]] });
  });

  it('is asked for the rest of the same sample, which is all of it', async () => {
    const asked: PageRequest[] = [];
    const sampled = { offset: 0, limit: 9, sort: [], find: '', totals: {}, sample: 3, counted: ['b'] };
    const whole = await completed(page(0, [1, 2]), sampled, async (rest) => {
      asked.push(rest);
      return page(rest.offset, [3]);
    });
    expect(asked).toEqual([{ ...sampled, offset: 2, limit: 7 }]);
    expect(whole.values).toEqual([[1, 2, 3]]);
  });

  it('is not asked for what never comes', async () => {
    const first = page(10, [1]);
    expect(await completed(first, request, async () => page(11, []))).toEqual(first);
  });
});
