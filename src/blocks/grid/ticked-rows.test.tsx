// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import { testPage } from '#tests/support/block-props.tsx';
import { pageOfRows } from './local-rows.ts';
import { linkContext, listedTrees as listed, threeTrees as rows, treeFields } from './test-support.ts';
import { deaf, type MountOptions, mount, source } from './test-support-mount.tsx';

/** A result of these trees, whose server filters. */
function mounted(trees: readonly (typeof rows)[number][] = rows, more: object = {}, on: MountOptions = {}) {
  const asked: PageRequest[] = [];
  const files: unknown[] = [];
  const made = mount(
    { select: 'many', rowKey: 'id', ...more },
    source({
      kind: 'records',
      page: async (request) => {
        asked.push(request);
        return pageOfRows(trees, treeFields, request);
      },
      export: async (format, request) => {
        files.push([format, request]);
        return null;
      },
    }),
    linkContext(listed).context,
    {},
    deaf,
    { listed, pages: [testPage('/tree/:id', { record: 'trees' })], ...on },
  );
  return {
    ...made,
    asked,
    files,
    filter: (text: string) =>
      act(() => {
        made.urlTexts.set('filter', text);
        made.redraw();
      }),
  };
}

const grid = () => page.getByRole('grid');
const tick = (count = 1) => {
  for (let i = 0; i < count; i += 1) {
    fireEvent.keyDown(grid(), { key: 'ArrowDown' });
    fireEvent.keyDown(grid(), { key: ' ' });
  }
};
const tickAll = () => fireEvent.keyDown(grid(), { key: 'a', ctrlKey: true });
const queryBar = () => page.queryByRole('toolbar', { name: 'Selected rows' });
const bar = () => within(page.getByRole('toolbar', { name: 'Selected rows' }));
const press = (name: string) => fireEvent.click(bar().getByRole('button', { name }));

afterEach(cleanup);

describe('ticked rows', () => {
  it('leave as a file without the others', async () => {
    const { files } = mounted();
    await page.findByText('3 trees');
    const leave = async (button: string, item: string) => {
      press(button);
      fireEvent.click(await page.findByRole('menuitem', { name: item }));
      await waitFor(() => expect(page.queryByRole('menuitem', { name: item })).toBeNull());
    };
    const asked = { sort: [], find: '', totals: {} };
    tick(2);
    await leave('Export 2 trees', 'Ticked rows as CSV');
    expect(files).toEqual([['csv', { ...asked, filter: [{ column: 'id', op: 'oneof', value: [1, 2] }] }]]);
    tickAll();
    await leave('Export 3 trees', 'Ticked rows as XLSX');
    expect(files.at(-1)).toEqual(['xlsx', asked]);
    fireEvent.keyDown(grid(), { key: ' ' });
    await leave('Export 2 trees', 'Ticked rows as CSV');
    expect(files.at(-1)).toEqual([
      'csv',
      { ...asked, filter: [{ column: 'id', op: 'notoneof', value: [2] }] },
    ]);
  });

  it('leave in the order of their groups, which a file has not', async () => {
    const { files } = mounted(rows, { group: ['name'], foldGroups: false });
    await page.findByText(/^3 trees/);
    fireEvent.click(page.getByRole('button', { name: 'Export' }));
    fireEvent.click(await page.findByRole('menuitem', { name: 'All rows as CSV' }));
    await waitFor(() => expect(files).toEqual([['csv', { sort: ['name'], find: '', totals: {} }]]));
  });

  it('open in tabs of their own, twenty at most', async () => {
    const many = Array.from({ length: 21 }, (_, i) => ({ id: i + 1, name: 'Oak', price: i }));
    const { acts } = mounted(many);
    await page.findByText('21 trees');
    tick(2);
    press('In tabs: 2 trees');
    await waitFor(() =>
      expect(acts.at(-1)?.steps).toEqual([
        { type: 'navigate', to: '/tree/1', newTab: true },
        { type: 'navigate', to: '/tree/2', newTab: true },
      ]),
    );
    expect(await page.findByText(/^2 trees open in tabs\. If fewer came/)).toBeDefined();
    tickAll();
    press('In tabs: 21 trees');
    expect((await page.findByRole('alert')).textContent).toContain(
      'These are 21 trees; at most 20 open in tabs at once.',
    );
    expect(acts).toHaveLength(1);
  });

  it('are sent to colleagues as a search of just these', async () => {
    const { acts } = mounted(rows, {}, { answer: { hash: 'n3w' } });
    await page.findByText('3 trees');
    tick(2);
    press('Share 2 trees');
    await waitFor(() => expect(acts).toHaveLength(2));
    expect(acts.map(({ steps }) => steps)).toEqual([
      [
        {
          type: 'call',
          operation: 'record.search',
          params: { list: 'trees' },
          body: {
            searchType: 'full',
            isRecent: false,
            criteria: [{ fld: 'id', op: 'oneof', val: [1, 2] }],
          },
        },
      ],
      [{ type: 'share', search: 'n3w' }],
    ]);
  });

  it('are worked on by what the table has for many, from the bar as well', async () => {
    const change = { id: 'change', label: 'Change…', icon: null, needsSelection: false, on: [] };
    const { acts } = mounted(rows, { toolbar: [change] });
    await page.findByText('3 trees');
    tick(2);
    press('Change… (2 trees)');
    await waitFor(() => expect(acts).toMatchObject([{ form: { selected: [1, 2], count: 2 } }]));
  });

  it('are worked on from the menu Selection where the table says so, and not above the rows', async () => {
    const send = { id: 'send', label: 'Send', icon: null, needsSelection: true, menu: true, on: [] };
    const { acts } = mounted(rows, { toolbar: [send] });
    await page.findByText('3 trees');
    expect(page.queryByRole('button', { name: 'Send' })).toBeNull();
    tick(2);
    fireEvent.click(page.getByRole('button', { name: 'Selection' }));
    fireEvent.click(await page.findByRole('menuitem', { name: 'Send' }));
    await waitFor(() => expect(acts).toMatchObject([{ form: { selected: [1, 2], count: 2 } }]));
    press('Send (2 trees)');
    await waitFor(() => expect(acts).toHaveLength(2));
  });

  it('stay ticked, and are worked on, where a filter leaves them out', async () => {
    const { acts, asked, filter } = mounted();
    await page.findByText('3 trees');
    tick();
    filter('price:ge:30');
    await page.findByText(/^2 trees/);
    expect(bar().getByText('1 selected')).toBeDefined();
    press('Open 1 tree');
    await waitFor(() =>
      expect(acts.map(({ steps }) => steps)).toEqual([[{ type: 'navigate', to: '/tree/1' }]]),
    );
    expect(asked.at(-1)).toMatchObject({ find: '', filter: [{ column: 'id', op: 'oneof', value: [1] }] });
    // Of what is left out, nobody has said that it is to be ticked.
    press('Invert');
    expect(await bar().findByText('2 selected')).toBeDefined();
    filter('price:ge:1');
    await page.findByText(/^3 trees/);
    expect(bar().getByText('2 selected')).toBeDefined();
  });

  it('that were all there were are no more than these after another filter', async () => {
    const { filter } = mounted();
    await page.findByText('3 trees');
    filter('price:ge:30');
    await page.findByText(/^2 trees/);
    tickAll();
    expect(bar().getByText('2 selected')).toBeDefined();
    filter('price:ge:1');
    await page.findByText(/^3 trees/);
    await waitFor(() => expect(queryBar()).toBeNull());
  });

  it('that are gone are not replaced by all others', async () => {
    const change = { id: 'change', label: 'Change…', icon: null, needsSelection: false, on: [] };
    const left = [...rows];
    const { acts, filter } = mounted(left, { toolbar: [change] });
    await page.findByText('3 trees');
    tick();
    left.splice(0, 1);
    filter('price:ge:30');
    await page.findByText(/^2 trees/);
    press('Change… (1 tree)');
    expect((await page.findByRole('alert')).textContent).toContain(
      'The trees that were ticked are not there any more.',
    );
    expect(acts).toEqual([]);
  });
});
