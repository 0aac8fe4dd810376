// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedScreen, LinkedSource } from '#src/core/linked.ts';
import { testPage } from '#tests/support/block-props.tsx';
import { RowViews } from './cell-view.ts';
import { isLinkedGrid } from './definition.ts';
import { layOut, noChoice } from './layout.ts';
import { link } from './link.ts';
import { pageOfRows } from './local-rows.ts';
import { openingRows, pageOfRow } from './open-rows.ts';
import { column, gridBlock, linkContext, treeFields } from './test-support.ts';
import { mount, source } from './test-support-mount.tsx';

const rows = [
  { id: 1, name: 'Oak', price: 10 },
  { id: 2, name: 'Elm', price: 40 },
  { id: 3, name: 'Ash', price: 30 },
];

afterEach(cleanup);

describe('the bar of ticked rows', () => {
  const bar = () => page.queryByRole('toolbar', { name: 'Selected rows' });
  const press = (name: string) =>
    fireEvent.click(within(bar() ?? document.body).getByRole('button', { name }));

  it('is there while rows are ticked, says how many, and ticks all, the others or none', async () => {
    mount({ select: 'many', rowKey: 'id' }, source({ kind: 'operation', value: { rows } }));
    await page.findByText('3 trees');
    expect(bar()).toBeNull();
    fireEvent.keyDown(page.getByRole('grid'), { key: 'ArrowDown' });
    fireEvent.keyDown(page.getByRole('grid'), { key: ' ' });
    expect(bar()?.textContent).toContain('1 selected');
    press('Invert');
    expect(bar()?.textContent).toContain('2 selected');
    press('Select all 3');
    expect(bar()?.textContent).toContain('3 selected');
    expect(within(bar() ?? document.body).queryByRole('button', { name: /^Select all/ })).toBeNull();
    press('Clear');
    expect(bar()).toBeNull();
  });

  it('copies the rows that are ticked, wherever the keyboard’s cell is', async () => {
    // Gives the document a clipboard, and takes it away after the test.
    userEvent.setup();
    mount({ select: 'many', rowKey: 'id' }, source({ kind: 'operation', value: { rows } }));
    await page.findByText('3 trees');
    fireEvent.keyDown(page.getByRole('grid'), { key: 'a', ctrlKey: true });
    press('Copy 3 trees');
    const copied = async () => (await navigator.clipboard.readText()).split('\n');
    await waitFor(async () => expect(await copied()).toHaveLength(4));
    expect((await copied())[1]).toMatch(/^1\tOak/);
  });

  it('has no way to open rows that are no records', async () => {
    mount({ select: 'many', rowKey: 'id' }, source({ kind: 'operation', value: { rows } }));
    await page.findByText('3 trees');
    fireEvent.keyDown(page.getByRole('grid'), { key: 'a', ctrlKey: true });
    expect(within(bar() ?? document.body).queryByRole('button', { name: /^Open/ })).toBeNull();
  });
});

describe('comparing the rows that are ticked', () => {
  const trees: LinkedSource = {
    kind: 'records',
    id: 'trees',
    list: 'trees',
    entity: 'tree',
    fields: treeFields,
    rowKey: 'id',
    hash: 'x',
    where: {},
  };
  const four = [...rows, { id: 4, name: 'Fir', price: 5 }, { id: 5, name: 'Yew', price: 6 }];
  const pages = [testPage('/tree/:id', { record: 'trees' }), testPage('/tree/compare/:ids')];
  const listed = source({ kind: 'operation', value: { rows: four } });
  const compare = () => page.queryByRole('button', { name: /^Compare/ })?.getAttribute('aria-label') ?? null;
  const tick = (count: number) => {
    const grid = page.getByRole('grid');
    for (let i = 0; i < count; i += 1) {
      fireEvent.keyDown(grid, { key: 'ArrowDown' });
      fireEvent.keyDown(grid, { key: ' ' });
    }
  };

  it('is there for two to four of them, and leads to them in the order shown', async () => {
    const { acts } = mount({ select: 'many', rowKey: 'id' }, listed, undefined, {}, undefined, {
      data: { trees },
      pages,
    });
    await page.findByText('5 trees');
    tick(1);
    expect(compare()).toBeNull();
    tick(1);
    expect(compare()).toBe('Compare 2 trees');
    tick(2);
    fireEvent.click(page.getByRole('button', { name: 'Compare 4 trees' }));
    await waitFor(() => expect(acts).toHaveLength(1));
    expect(acts[0]?.steps).toEqual([{ type: 'navigate', to: '/tree/compare/1,2,3,4' }]);
    tick(1);
    expect(compare()).toBeNull();
  });

  it('is not there where no page compares them, or the rows are no records', async () => {
    mount({ select: 'many', rowKey: 'id' }, listed, undefined, {}, undefined, {
      data: { trees },
      pages: pages.slice(0, 1),
    });
    await page.findByText('5 trees');
    tick(2);
    expect(page.getByRole('button', { name: 'Open 2 trees' })).toBeDefined();
    expect(compare()).toBeNull();
    cleanup();
    mount({ select: 'many', rowKey: 'id' }, listed, undefined, {}, undefined, { data: {}, pages });
    await page.findByText('5 trees');
    tick(2);
    expect(compare()).toBeNull();
  });
});

describe('the page of a row', () => {
  const listed: LinkedSource = {
    kind: 'records',
    id: 'trees',
    list: 'trees',
    entity: 'tree',
    fields: treeFields,
    rowKey: 'id',
    hash: 'x',
    where: {},
  };
  const screenOf = (trees: LinkedSource) => ({ data: { trees } }) as unknown as LinkedScreen;
  const linked = link(gridBlock({ rowKey: 'id' }), linkContext(listed).context);
  if (!isLinkedGrid(linked)) throw new Error('The grid was not linked.');
  const href = ({ list, id }: { readonly list: string; readonly id: number }) =>
    list === 'trees' ? `/tree/${id}` : null;

  const viewOf = (cells = linked.columns) => {
    const views = new RowViews(
      { ...linked, columns: cells },
      {
        evaluate: () => null,
        text: (_, extra) => `/park/${extra.row.id}`,
        mayOpen: () => true,
        recordHref: () => null,
        recordName: () => null,
        inResult: (to, index) => `${to}?at=${index + 1}`,
        labels: () => null,
        mayEdit: () => false,
        worksIn: () => true,
        figures: null,
        closed: null,
      },
    );
    const answer = pageOfRows(rows, treeFields, { offset: 0, limit: 10, sort: [], find: '', totals: {} });
    const layout = layOut(cells, noChoice, { freeze: 0, selectable: false, actionsWidth: 0 });
    return { views, layout, view: views.row({ page: answer, index: 1 }, 1) };
  };

  it('is that of its record, with its place in the result', () => {
    const { views, layout, view } = viewOf();
    expect(pageOfRow(view, linked, screenOf(listed), layout, views, href)).toBe('/tree/2?at=2');
  });

  it('is where the first of its cells leads, where the rows are no records', () => {
    const { views, layout, view } = viewOf([column('name'), column('id', { link: '/park/{row.id}' })]);
    const report: LinkedSource = { kind: 'sql', id: 'trees', fields: treeFields, rowKey: 'id' };
    expect(pageOfRow(view, linked, screenOf(report), layout, views, href)).toBe('/park/2?at=2');
    const plain = viewOf([column('name')]);
    expect(pageOfRow(plain.view, linked, screenOf(report), plain.layout, plain.views, href)).toBeNull();
  });

  it('opens by Enter on a cell that leads nowhere itself', async () => {
    const { acts } = mount(
      { rowKey: 'id', columns: [{ id: 'name' }, { id: 'price' }, { id: 'id', link: '/tree/1' }] },
      source({ kind: 'operation', value: { rows } }),
    );
    await page.findByText('3 trees');
    const grid = page.getByRole('grid');
    fireEvent.keyDown(grid, { key: 'ArrowDown' });
    fireEvent.keyDown(grid, { key: 'Enter' });
    expect(acts.map(({ steps }) => steps)).toEqual([[{ type: 'navigate', to: '/tree/1' }]]);
    fireEvent.keyDown(grid, { key: 'Enter', ctrlKey: true });
    expect(acts[1]?.steps).toEqual([{ type: 'navigate', to: '/tree/1', newTab: true }]);
  });

  it('is one for one row, and a result for several', () => {
    const of = (some: typeof rows, on: LinkedSource = listed) =>
      openingRows(some, linked, screenOf(on), href);
    expect(of(rows.slice(0, 1))).toEqual([{ type: 'navigate', to: '/tree/1' }]);
    expect(of(rows.slice(0, 2))).toEqual([
      { type: 'search', list: 'trees', prefix: 'tree', criteria: [{ fld: 'id', op: 'oneof', val: [1, 2] }] },
    ]);
    expect(of(rows, { kind: 'sql', id: 'trees', fields: treeFields, rowKey: 'id' })).toEqual([]);
  });
});
