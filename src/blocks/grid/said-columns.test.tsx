// @vitest-environment jsdom
import { cleanup, screen as page, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedSource } from '#src/core/linked.ts';
import type { PageRequest } from '#src/core/rows.ts';
import type { SourceView } from '#src/render/block-props.ts';
import { isLinkedGrid, type LinkedGrid } from './definition.ts';
import { layoutNow } from './keep-view.ts';
import { noChoice } from './layout.ts';
import { link } from './link.ts';
import { withSaid } from './said-columns.ts';
import { gridBlock, linkContext, treeFields, treePage } from './test-support.ts';
import { deaf, mount, source } from './test-support-mount.tsx';

afterEach(cleanup);

const found = (hash: string | null): LinkedSource => ({
  kind: 'records',
  id: 'trees',
  list: 'trees',
  entity: 'tree',
  fields: treeFields,
  rowKey: 'id',
  hash,
  where: {},
});

/** A result of three trees whose answer says more of each than the record. */
const telling = (...ids: readonly string[]) =>
  source({
    kind: 'records',
    page: async (request) => {
      const answer = treePage(request, 3);
      return {
        ...answer,
        columns: [...answer.columns, ...ids.map((id) => ({ id, type: 'number' as const }))],
        values: [...answer.values, ...ids.map(() => [0.125, 0.25, 0.5])],
      };
    },
  });

/** Writes down what a source is asked. */
const noted =
  (asked: PageRequest[], { page: answer }: SourceView): SourceView['page'] =>
  (request, signal) => {
    asked.push(request);
    return answer(request, signal);
  };

const headings = () => page.getAllByRole('columnheader').map((heading) => heading.textContent?.trim());
const columns = [{ id: 'id' }, { id: 'name' }, { id: 'price' }];

describe('what a figure says of the rows behind it', () => {
  it('stands behind the columns that stay in sight, where the answer has it', async () => {
    const { context } = linkContext(found('x'));
    mount({ rowKey: 'id', columns, freeze: 1 }, telling('figure_distance'), context);
    expect(await page.findByText('From the median')).toBeDefined();
    const at = headings().findIndex((text) => text?.startsWith('From the median'));
    expect(headings()[at - 1]).toContain('Number');
    expect(await page.findByText('0.125')).toBeDefined();
    expect(page.queryByText('In the middle')).toBeNull();
  });

  it('is no part of a view that is saved of the result', async () => {
    const block = link(gridBlock({ rowKey: 'id', columns, freeze: 1 }), linkContext(found('x')).context);
    if (!isLinkedGrid(block)) throw new Error('The grid was not linked.');
    const shown = {
      ...withSaid(block, 'figure_distance', true),
      filter: [
        { column: 'figure_distance', op: 'ge', value: 1 },
        { column: 'price', op: 'ge', value: 1 },
      ] as const,
    };
    const layout = layoutNow(shown, { ...noChoice, frozen: 'figure_distance' }, ['-figure_distance', 'id']);
    expect(layout).toMatchObject({
      columns: ['id', 'name', 'price'],
      frozen: null,
      sort: ['id'],
      filter: 'price:ge:1',
    });
  });

  describe.each([
    [
      'furthest from the median first',
      'figure_distance',
      '-figure_distance',
      /^From the median/,
      'descending',
    ],
    ['nearest to the place first', 'metres_away', 'metres_away', /^Distance/, 'ascending'],
  ])('sorted %s', (_, id, term, name, direction) => {
    const result = () => {
      const asked: PageRequest[] = [];
      const source = telling(id);
      return { asked, source: { ...source, page: noted(asked, source) } };
    };

    it('is asked for once, by what the page of the screen asks, and its heading says so', async () => {
      const { asked, source } = result();
      const { context, firstPages } = linkContext(found('x'));
      mount({ rowKey: 'id', columns, sort: ['-price'] }, source, context);
      await waitFor(() =>
        expect(page.getByRole('columnheader', { name }).getAttribute('aria-sort')).toBe(direction),
      );
      expect(asked.map(({ sort }) => sort)).toEqual([['-figure_distance', 'metres_away', '-price']]);
      expect(firstPages.map(({ sort }) => sort)).toEqual(asked.map(({ sort }) => sort));
      expect(page.getByRole('columnheader', { name: /^Price/ }).getAttribute('aria-sort')).toBe('descending');
    });

    it('gives way to an order of the address', async () => {
      const { asked, source } = result();
      mount({ rowKey: 'id', columns }, source, linkContext(found('x')).context, {}, deaf, {
        url: { sort: 'name' },
      });
      await page.findByRole('columnheader', { name });
      expect(asked.map(({ sort }) => sort)).toEqual([['name']]);
    });

    it('gives way to a view that was chosen', () => {
      const block = { columns: [], sort: ['-price'], said: [{ id }] } as unknown as LinkedGrid;
      expect(withSaid(block, id, true).sort).toEqual(['-price']);
      expect(withSaid(block, id, false).sort).toEqual([term, '-price']);
    });
  });

  it('is no column of another result, nor of a list', async () => {
    mount({ rowKey: 'id', columns }, telling(), linkContext(found('x')).context);
    await page.findByText('3 trees');
    expect(page.queryByText('From the median')).toBeNull();
    cleanup();
    mount({ rowKey: 'id', columns }, telling('figure_distance'), linkContext(found(null)).context);
    await page.findByText('3 trees');
    expect(page.queryByText('From the median')).toBeNull();
  });
});
