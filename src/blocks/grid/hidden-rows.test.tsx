// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import { pageOfRows } from './local-rows.ts';
import { linkContext, listedTrees as listed, threeTrees as rows, treeFields } from './test-support.ts';
import { deaf, mount, source } from './test-support-mount.tsx';

const change = { id: 'change', label: 'Change…', icon: null, needsSelection: false, on: [] };

/** A result whose hidden rows are kept as the session keeps them. */
function mounted(url: { readonly [key: string]: string } = {}) {
  const asked: PageRequest[] = [];
  const kept: { [search: string]: readonly number[] } = {};
  const made = mount(
    { select: 'many', rowKey: 'id', toolbar: [change] },
    source({
      kind: 'records',
      page: async (request) => {
        asked.push(request);
        return pageOfRows(rows, treeFields, request);
      },
    }),
    linkContext(listed).context,
    {},
    deaf,
    {
      url,
      listed,
      workspace: {
        dataset: null,
        years: [],
        chooseDataset: () => undefined,
        remember: () => undefined,
        hiddenRows: kept,
        hideRows: (search, ids) => {
          kept[search] = ids;
          made.redraw();
        },
      },
    },
  );
  return { ...made, asked, kept };
}

const tick = () => {
  fireEvent.keyDown(page.getByRole('grid'), { key: 'ArrowDown' });
  fireEvent.keyDown(page.getByRole('grid'), { key: ' ' });
};
const bar = () => within(page.getByRole('toolbar', { name: 'Selected rows' }));
const choose = async (name: string) => {
  fireEvent.click(page.getByRole('button', { name: 'Selection' }));
  fireEvent.click(await page.findByRole('menuitem', { name }));
};

afterEach(cleanup);

describe('rows of a result', () => {
  it('are hidden by search, left out by the server and shown again', async () => {
    const { asked, kept } = mounted();
    await page.findByText('3 trees');
    tick();
    fireEvent.click(bar().getByRole('button', { name: 'Hide selected' }));
    await page.findByText('2 trees');
    expect(kept).toEqual({ 'trees h4sh': [1] });
    expect(asked.at(-1)?.filter).toEqual([{ column: 'id', op: 'notoneof', value: [1] }]);
    // What is hidden is ticked no more, and is no filter that somebody set.
    expect(page.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull();
    expect(page.queryByRole('list', { name: 'Filters of columns' })).toBeNull();
    tick();
    expect(bar().getByRole('button', { name: 'Select all 2 not hidden' })).toBeDefined();
    fireEvent.click(page.getByRole('button', { name: 'Show hidden (1)' }));
    await page.findByText(/^3 trees/);
    expect(kept).toEqual({ 'trees h4sh': [] });
    expect(page.queryByRole('button', { name: /^Show hidden/ })).toBeNull();
  });

  it('are hidden but for those that are ticked, from the menu', async () => {
    const { kept } = mounted();
    await page.findByText('3 trees');
    tick();
    await choose('Hide others');
    await page.findByText('1 tree');
    expect(kept).toEqual({ 'trees h4sh': [2, 3] });
    await choose('Select all not hidden');
    expect(bar().getByText('1 selected')).toBeDefined();
    await choose('Hide selected');
    await page.findByText(/^All rows are hidden/);
    expect(kept['trees h4sh']).toEqual([2, 3, 1]);
    await choose('Show hidden (3)');
    await page.findByText('3 trees');
  });

  it('that are left out are not worked on where all are meant', async () => {
    const { acts } = mounted({ filter: 'price:ge:30' });
    await page.findByText('2 trees');
    fireEvent.click(page.getByRole('button', { name: 'Change…' }));
    await waitFor(() => expect(acts).toMatchObject([{ form: { selected: [2, 3], count: 2 } }]));
    cleanup();
    const none = mounted({ filter: 'price:ge:1000' });
    await page.findByText(/^No row meets the filters/);
    fireEvent.click(page.getByRole('button', { name: 'Change…' }));
    expect((await page.findByRole('alert')).textContent).toContain('There are no trees left to work on.');
    expect(none.acts).toEqual([]);
    cleanup();
    // Without a filter the search itself says which are meant.
    const all = mounted();
    await page.findByText('3 trees');
    fireEvent.click(page.getByRole('button', { name: 'Change…' }));
    await waitFor(() => expect(all.acts).toMatchObject([{ form: { selected: [], count: 0 } }]));
  });

  it('of an answer that is no result are not hidden', async () => {
    mount({ select: 'many', rowKey: 'id' }, source({ kind: 'operation', value: { rows } }));
    await page.findByText('3 trees');
    tick();
    expect(bar().queryByRole('button', { name: 'Hide selected' })).toBeNull();
  });
});
