// @vitest-environment jsdom

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ColumnFilter } from '#src/core/filter.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { testBlock, testProps, testSource } from '#tests/support/block-props.tsx';
import type { LinkedMap } from './link.ts';
import { useLayers } from './use-layers.ts';

afterEach(cleanup);

const layer = { id: 'sales', title: 'Sales', data: 'sales', of: 'plot', latitude: 'lat', longitude: 'lon' };
const map = testBlock('map', {
  key: 'id',
  layers: [{ ...layer, mark: 'diamond', lines: [], colour: null, visibleWhen: undefined }],
}) as unknown as LinkedMap;

/** One sale on each plot that is asked for; `held` questions are answered when the test says so. */
function salesSource() {
  const questions: { readonly plots: readonly unknown[]; readonly answer: () => void }[] = [];
  const source = testSource({
    page: ({ filter = [] }: PageRequest) =>
      new Promise<RowPage>((resolve) => {
        const [{ value }] = filter as readonly [ColumnFilter];
        const plots = value as readonly number[];
        questions.push({
          plots,
          answer: () =>
            resolve({
              columns: ['plot', 'lat', 'lon'].map((id) => ({ id, type: 'number' })),
              values: [plots, plots.map(() => -33), plots.map(() => 151)],
              offset: 0,
              count: plots.length,
              total: plots.length,
              totals: {},
            } as unknown as RowPage),
        });
      }),
  });
  return { questions, source };
}

const rowsOf = (...ids: readonly number[]) => ids.map((id) => ({ id }));

function mount(first: ReturnType<typeof rowsOf>) {
  const { questions, source } = salesSource();
  const props = testProps(map, { sources: { sales: source }, evaluate: () => true });
  props.memory.set('layers', ['sales']);
  const hook = renderHook(({ rows }) => useLayers(map, rows, props), { initialProps: { rows: first } });
  const answer = (at: number) =>
    act(async () => {
      questions[at]?.answer();
      await Promise.resolve();
    });
  const plots = () => hook.result.current.drawn.flatMap(({ places }) => places.rows.map(({ plot }) => plot));
  return { ...hook, questions, answer, plots };
}

describe('the layers of a map', () => {
  it('are of the rows that are there, also where as many others came', async () => {
    const { rerender, questions, answer, plots, result } = mount(rowsOf(1, 2));
    await answer(0);
    await waitFor(() => expect(plots()).toEqual([1, 2]));
    rerender({ rows: rowsOf(3, 4) });
    expect(result.current.shown[0]?.state).toBe('loading');
    expect(questions.map((one) => one.plots)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await answer(1);
    await waitFor(() => expect(plots()).toEqual([3, 4]));
    expect(result.current.shown[0]?.state).toBe('ready');
  });

  it('are not asked for again by the same rows, and gone with the rows', async () => {
    const { rerender, questions, answer, plots } = mount(rowsOf(1));
    await answer(0);
    await waitFor(() => expect(plots()).toEqual([1]));
    rerender({ rows: rowsOf(1) });
    expect(questions).toHaveLength(1);
    rerender({ rows: [] });
    expect(plots()).toEqual([]);
  });

  it('pass over an answer that comes after the one to a later question', async () => {
    const { rerender, answer, plots } = mount(rowsOf(1));
    rerender({ rows: rowsOf(2) });
    await answer(1);
    await waitFor(() => expect(plots()).toEqual([2]));
    await answer(0);
    expect(plots()).toEqual([2]);
  });
});
