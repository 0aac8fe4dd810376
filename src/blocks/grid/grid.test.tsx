// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entity } from '#src/core/entity.ts';
import { besideOrder } from '#src/core/figure-fields.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { PageRequest } from '#src/core/rows.ts';
import type { Failure } from '#src/render/block-props.ts';
import { linkContext, treeFields, treePage } from './test-support.ts';
import { mount, source } from './test-support-mount.tsx';

const away: Failure = {
  status: 503,
  code: 'unavailable',
  message: 'The database is away.',
  reference: 'R-7',
  errors: [],
  details: {},
};

afterEach(cleanup);

describe('the grid block', () => {
  it('asks its source for the first page with the definition’s sort and totals', async () => {
    const asked: PageRequest[] = [];
    const page = async (request: PageRequest) => {
      asked.push(request);
      return treePage(request, 3);
    };
    mount({ sort: ['-price'], columns: [{ id: 'name' }, { id: 'price', total: 'sum' }] }, source({ page }));
    await waitFor(() =>
      expect(asked).toEqual([
        { offset: 0, limit: 200, sort: ['-price'], find: '', totals: { price: 'sum' } },
      ]),
    );
  });

  it('counts its rows in the words of the definition', async () => {
    mount({}, source({}));
    await page.findByText('3 trees');
    expect(page.getByRole('grid', { name: 'Trees' }).getAttribute('aria-rowcount')).toBe('4');
  });

  it('heads a column with the filters that its title reads, on the page and in the file', async () => {
    const title = { $text: ['Price ', { path: ['params', 'year'] }], over: 'screen' };
    const files: unknown[] = [];
    mount(
      { columns: [{ id: 'name' }, { id: 'price', title }], export: true },
      source({
        export: async (...given) => {
          files.push(given.at(-1));
          return null;
        },
      }),
    );
    expect((await page.findByRole('columnheader', { name: /^Price 2024/ })).textContent).toContain(
      'Price 2024',
    );
    fireEvent.click(page.getByRole('button', { name: 'Export' }));
    fireEvent.click(await page.findByText(/CSV/));
    await waitFor(() => expect(files).toEqual([{ price: 'Price 2024' }]));
  });

  it('says what is missing when there are no rows', async () => {
    mount({}, source({ page: async (request) => treePage(request, 0) }));
    await page.findByText('No trees yet.');
  });

  it('says so on paper too, under the headings', async () => {
    mount({}, source({ page: async (request) => treePage(request, 0) }));
    await page.findByText('No trees yet.');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(document.querySelector('.cad-grid-print tbody')?.textContent).toBe('No trees yet.');
  });

  it('says nothing of rows on paper that could not be read', async () => {
    mount({}, source({ page: () => Promise.reject(away) }));
    await page.findByText('The database is away.');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(document.querySelector('.cad-grid-print tbody')?.textContent).toBe('');
  });

  it('lets text break on paper, and no number', async () => {
    mount({ columns: [{ id: 'name' }, { id: 'price' }] }, source({}));
    await page.findByText('3 trees');
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    const cells = document.querySelectorAll<HTMLElement>('.cad-grid-print tbody tr:first-child td');
    expect([...cells].map(({ dataset }) => dataset.free)).toEqual(['true', undefined]);
  });

  it('tells that the row limit of the server bit', async () => {
    mount({}, source({ page: async (request) => ({ ...treePage(request, 3), limited: true }) }));
    await page.findByText(/Only the first 3 are shown/);
  });

  it('never shows a failure as an empty table', async () => {
    let broken = true;
    const answer = async (request: PageRequest) => {
      if (broken) throw away;
      return treePage(request, 3);
    };
    mount({}, source({ page: answer }));
    const alert = await page.findByRole('alert');
    expect(alert.textContent).toContain('The database is away.');
    expect(alert.textContent).toContain('R-7');
    expect(page.queryByText('No trees yet.')).toBeNull();
    broken = false;
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    await page.findByText('3 trees');
  });

  it('puts a chosen sort into the URL and takes it out when it is the definition’s own', async () => {
    const { urlTexts } = mount({ sort: ['name'] }, source({}));
    await page.findByText('3 trees');
    const name = () => page.getByRole('columnheader', { name: /^Name/ });
    expect(name().getAttribute('aria-sort')).toBe('ascending');
    fireEvent.click(name());
    expect(urlTexts.get('sort')).toBe('-name');
    expect(name().getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(page.getByRole('columnheader', { name: /^Height/ }), { shiftKey: true });
    expect(urlTexts.get('sort')).toBe('-name,height');
    fireEvent.click(page.getByRole('columnheader', { name: /^Number/ }));
    fireEvent.click(name());
    expect(urlTexts.has('sort')).toBe(false);
  });

  it('sorts by two quick presses of Enter one way and then the other, before it is drawn anew', async () => {
    const { urlTexts } = mount({}, source({}));
    await page.findByText('3 trees');
    const grid = page.getByRole('grid');
    const name = () => page.getByRole('columnheader', { name: /^Name/ });
    const active = () => name().classList.contains('cad-active');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      if (!active()) fireEvent.keyDown(grid, { key });
    expect(active()).toBe(true);
    const enter = () => grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    act(() => {
      enter();
      enter();
    });
    expect(urlTexts.get('sort')).toBe('-name');
    expect(name().getAttribute('aria-sort')).toBe('descending');
  });

  it('shows the list by its shipped views: the usual one first, changes said and taken back', async () => {
    const found = {
      kind: 'records',
      id: 'trees',
      list: 'trees',
      entity: 'tree',
      fields: treeFields,
      rowKey: 'id',
    };
    const views = [
      { id: 'usual', title: 'Usual', columns: ['id', 'name'], sort: ['-name'] },
      { id: 'size', title: 'Size', columns: ['height', 'id'], sort: ['height'] },
    ];
    const context: BlockLinkContext = {
      ...linkContext({ ...found, kind: 'records', hash: 'x', where: {} }).context,
      entityOfList: () => ({ views, fields: {} }) as unknown as Entity,
    };
    const asked: PageRequest[] = [];
    const answer = async (request: PageRequest) => {
      asked.push(request);
      return treePage(request, 3);
    };
    // The grid names no height: the view brings it.
    const { urlTexts, memory } = mount(
      { columns: [{ id: 'id' }, { id: 'name' }] },
      source({ page: answer }),
      context,
    );
    await page.findByText('3 trees');
    const headings = () =>
      page.getAllByRole('columnheader').map((one) => one.textContent?.replace(/[▲▼▾▴].*/, '').trim());
    expect([headings().join(), asked.at(-1)?.sort]).toEqual(['Number,Name', [...besideOrder, '-name']]);
    const chooser = page.getByRole('combobox', { name: 'View' });
    expect(page.queryByRole('button', { name: 'Reset' })).toBeNull();
    fireEvent.change(chooser, { target: { value: 'size' } });
    expect(urlTexts.get('view')).toBe('size');
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual(['height']));
    expect(headings()[0]).toMatch(/^Height/);
    fireEvent.keyDown(page.getByRole('grid'), { key: 'ArrowRight', altKey: true });
    expect([memory.has('columns'), memory.has('columns.size')]).toEqual([false, true]);
    fireEvent.click(page.getByRole('button', { name: 'Reset' }));
    expect(page.queryByRole('button', { name: 'Reset' })).toBeNull();
    fireEvent.change(chooser, { target: { value: 'usual' } });
    expect(urlTexts.has('view')).toBe(false);
  });

  it('of a few rows is bounded until all are asked for', async () => {
    const answer = async (request: PageRequest) => treePage(request, 40);
    mount({ height: 'rows' }, source({ page: answer }));
    await page.findByText('40 trees');
    const height = () => document.querySelector<HTMLElement>('.cad-grid-body')?.style.height;
    expect(height()).toBe(`${15 * 28 + 14}px`);
    fireEvent.click(page.getByRole('button', { name: 'Show all 40' }));
    expect(height()).toBe(`${40 * 28 + 14}px`);
    fireEvent.click(page.getByRole('button', { name: 'Show fewer' }));
    expect(height()).toBe(`${15 * 28 + 14}px`);
    cleanup();
    mount({ height: 'rows' }, source({}));
    await page.findByText('3 trees');
    expect(page.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  it('remembers a width that keys gave to a column', async () => {
    const { memory } = mount({}, source({}));
    await page.findByText('3 trees');
    fireEvent.keyDown(page.getByRole('grid'), { key: 'ArrowRight', altKey: true });
    expect(memory.get('columns')).toMatchObject({ widths: { id: 116 } });
  });

  it('stands with its headings while an operation has not answered, and has its rows then', async () => {
    const { show } = mount({ rowKey: 'id' }, source({ kind: 'operation', status: 'loading' }));
    expect(page.getByRole('columnheader', { name: /^Name/ })).toBeTruthy();
    expect(page.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    show(source({ kind: 'operation', value: { items: [{ id: 1, name: 'Oak' }] } }));
    expect(await page.findByText('1 tree')).toBeTruthy();
    expect(page.getByText('Oak')).toBeTruthy();
  });

  it('shows the answer of an operation without asking again', async () => {
    mount({ rowKey: 'id' }, source({ kind: 'operation', value: { items: [{ id: 1, name: 'Oak' }] } }));
    await page.findByText('1 tree');
    expect(page.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('has no column that its screen does not show', async () => {
    const columns = ['name', 'price'].map((id) => ({
      id,
      ...(id === 'price' ? { visibleWhen: { $expr: 'mayPay', over: 'screen', returns: 'boolean' } } : {}),
    }));
    mount({ columns }, source({}));
    await page.findByText('3 trees');
    expect(page.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name']);
  });

  it('numbers the columns that sort where they are several, and says what sorts before them and is not shown', async () => {
    const hidden = { id: 'price', visibleWhen: { $expr: 'mayPay', over: 'screen', returns: 'boolean' } };
    const headings = () => page.getAllByRole('columnheader').map((cell) => cell.textContent);
    mount({ sort: ['-price', 'name'], columns: [hidden, { id: 'name' }, { id: 'height' }] }, source({}));
    await page.findByText('3 trees · sorted first by price');
    expect(headings()).toEqual(['Name▲2', 'Height m']);
    fireEvent.click(page.getByRole('columnheader', { name: /^Height/ }), { shiftKey: true });
    expect(headings()).toEqual(['Name▲1', 'Height m▲2']);
    fireEvent.click(page.getByRole('columnheader', { name: /^Name/ }));
    expect(headings()).toEqual(['Name▼', 'Height m']);
    await page.findByText('3 trees');
  });

  it('puts rows side by side under the columns that the data make, and writes them so into a file', async () => {
    const rows = [
      { kind: 'b', height: 2, price: 10 },
      { kind: 'b', height: 3, price: 20 },
    ];
    const files: unknown[] = [];
    mount(
      {
        columns: [{ id: 'kind' }],
        columnsFrom: {
          each: { data: 'heights', id: 'height' },
          most: 60,
          cells: [{ id: 'price', total: 'sum' }],
        },
      },
      source({
        value: rows,
        export: async (...given) => {
          files.push(given);
          return null;
        },
      }),
      linkContext().context,
      { heights: source({ id: 'heights', value: [{ height: 2 }, { height: 3 }] }) },
    );
    await page.findByText('1 tree');
    expect(page.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Kind', '2 $', '3 $']);
    expect(page.getByText('Total').closest('[role="row"]')?.textContent).toBe('Total1020');
    fireEvent.click(page.getByRole('button', { name: 'Export' }));
    fireEvent.click(await page.findByText(/CSV/));
    await waitFor(() =>
      expect(files).toMatchObject([
        [
          'csv',
          {},
          ['kind', 'price__2', 'price__3'],
          'trees',
          { price__2: '2', price__3: '3' },
          {
            rows: 1,
            columns: [
              { id: '2', value: '2' },
              { id: '3', value: '3' },
            ],
          },
        ],
      ]),
    );
  });

  it('draws a card in place of a block that was not linked or has no source', () => {
    mount({}, null);
    expect(page.getByRole('alert').textContent).toContain('Grid "trees" has no data source.');
  });
});
