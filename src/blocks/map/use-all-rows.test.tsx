// @vitest-environment jsdom

import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { testSource } from '#tests/support/block-props.tsx';
import { placesOf } from './places.ts';
import { useAllRows } from './use-all-rows.ts';

afterEach(cleanup);

/** A source of so many rows, which gives as many at a time as it is asked for. */
function sourceOf(total: number) {
  const asked: (readonly [offset: number, limit: number])[] = [];
  const source = testSource({
    page: async ({ offset, limit }: PageRequest) => {
      asked.push([offset, limit]);
      const ids = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => offset + i);
      return {
        columns: ['id', 'lat', 'lon'].map((id) => ({ id, type: 'number' })),
        values: [ids, ids.map(() => -33), ids.map((id) => 150 + id / 1e5)],
        offset,
        count: ids.length,
        total,
        totals: {},
      } as unknown as RowPage;
    },
  });
  return { asked, source };
}

describe('all rows of a map', () => {
  it.each([
    [0, 0, 1],
    [1, 1, 1],
    [5_001, 5_001, 2],
    [50_000, 50_000, 10],
    [50_001, 50_000, 10],
  ])('of %i records are %i, in %i questions', async (total, drawn, questions) => {
    const { asked, source } = sourceOf(total);
    const { result } = renderHook(() => useAllRows(source));
    await waitFor(() => expect(result.current.state).toBe('ready'));
    expect([result.current.rows.length, result.current.total, asked.length]).toEqual([
      drawn,
      total,
      questions,
    ]);
    expect(asked).toEqual(Array.from({ length: questions }, (_, i) => [i * 5_000, 5_000]));
    const places = placesOf(result.current.rows, 'lat', 'lon');
    expect([places.rows.length, places.bounds === null]).toEqual([drawn, drawn === 0]);
  });
});
