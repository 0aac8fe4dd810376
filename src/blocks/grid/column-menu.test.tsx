// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import { statisticsOfRows } from './column-statistics.ts';
import { column, field, linkContext, treePage } from './test-support.ts';
import { deaf, mount, source } from './test-support-mount.tsx';

const answer = {
  rows: 1_234,
  limited: false,
  empty: 4,
  distinct: 900,
  min: 5,
  median: 1_250,
  mean: 1_300.5,
  max: 90_000,
};

function mounted(more: object = {}, wish: object = {}) {
  const asked: PageRequest[] = [];
  const calls: unknown[] = [];
  const made = mount(
    { groupable: true, ...more },
    source({
      asking: () => ({ screen: 'trees', source: 'trees', params: {} }),
      page: async (request) => {
        asked.push(request);
        return treePage(request, 3);
      },
      ...wish,
    }),
    linkContext().context,
    {},
    {
      ...deaf,
      call: async (operation, input) => {
        if (operation === 'view.list') return { items: [] };
        calls.push([operation, input]);
        return answer;
      },
    },
  );
  return { ...made, asked, calls };
}

const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const headings = () => page.getAllByRole('columnheader').map((cell) => cell.textContent);
const openMenu = (name: string) => fireEvent.click(within(heading(name)).getByTitle(`Menu of ${name}`));
const choose = (name: string) => fireEvent.click(page.getByRole('menuitem', { name }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the menu of a column', () => {
  it('opens by its button and by Alt and the arrow down, and takes and gives back the focus', async () => {
    mounted();
    await page.findByText('3 trees');
    expect(heading('Number').getAttribute('aria-haspopup')).toBe('menu');
    expect(heading('Number').getAttribute('aria-keyshortcuts')).toBe('Alt+ArrowDown');
    openMenu('Price');
    // Its button sorts nothing.
    expect(heading('Price').getAttribute('aria-sort')).toBe('none');
    const first = within(page.getByRole('menu', { name: 'Column Price' })).getAllByRole('menuitem')[0];
    expect(document.activeElement).toBe(first);
    choose('Width to its content');
    expect(page.queryByRole('menu')).toBeNull();
    const grid = page.getByRole('grid');
    expect(document.activeElement).toBe(grid);
    fireEvent.keyDown(grid, { key: 'Home' });
    fireEvent.keyDown(grid, { key: 'ArrowDown', altKey: true });
    const menu = page.getByRole('menu', { name: 'Column Number' });
    fireEvent.keyDown(menu, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Hide column');
    fireEvent.keyDown(menu, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('Sort smallest first');
  });

  it('sorts in the words of the column’s type, into the address', async () => {
    const { urlTexts, asked } = mounted();
    await page.findByText('3 trees');
    openMenu('Name');
    choose('Sort Z to A');
    expect(urlTexts.get('sort')).toBe('-name');
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual(['-name']));
    openMenu('Name');
    choose('Do not sort by it');
    expect(urlTexts.has('sort')).toBe(false);
    openMenu('Price');
    choose('Sort largest first');
    expect(urlTexts.get('sort')).toBe('-price');
  });

  it('groups, hides and freezes', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
    const { urlTexts, memory } = mounted();
    await page.findByText('3 trees');
    openMenu('Height');
    choose('Hide column');
    expect(headings()).toEqual(['Number', 'Name', 'Price $', 'Kind']);
    openMenu('Name');
    choose('Freeze up to here');
    expect(memory.get('columns')).toMatchObject({ frozen: 'name' });
    openMenu('Name');
    choose('Let all columns scroll');
    expect(memory.get('columns')).toMatchObject({ frozen: '' });
    openMenu('Kind');
    expect(page.queryByRole('menuitem', { name: 'Freeze up to here' })).toBeNull();
    choose('Group by it');
    expect(urlTexts.get('group')).toBe('kind');
    expect(memory.get('columns')).toMatchObject({ hidden: ['height'] });
  });

  it('offers no groups where rows have none, no order where nothing sorts, and never hides the last column', async () => {
    mounted({ groupable: false, columns: [{ id: 'name', sortable: false }] });
    await page.findByText('3 trees');
    openMenu('Name');
    expect(page.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Filter …',
      'Width to its content',
    ]);
  });

  it('tells what the column holds over all rows that are found, as the server counts them', async () => {
    const { calls, urlTexts } = mounted();
    await page.findByText('3 trees');
    urlTexts.set('find', 'oak');
    openMenu('Name');
    choose('Sort A to Z');
    openMenu('Price');
    const told = page.getByRole('region', { name: 'Statistics of Price' });
    await within(told).findByText('Statistics of 1,234 trees');
    expect(told.textContent).toContain('Counted on the server, over all rows.');
    const lines = [...told.querySelectorAll('dl > div')].map(
      (line) => `${line.querySelector('dt')?.textContent}: ${line.querySelector('dd')?.textContent}`,
    );
    expect(lines).toEqual([
      'With a value: 1,230',
      'Empty: 4',
      'Different: 900',
      'Least: 5',
      'Median: 1,250',
      'Mean: 1,301',
      'Greatest: 90,000',
    ]);
    expect(calls.at(-1)).toEqual([
      'query.statistics',
      { body: { screen: 'trees', source: 'trees', params: {}, column: 'price', find: 'oak' } },
    ]);
  });

  it('counts the rows that are here where they are all, and says so', async () => {
    const rows = [
      { id: 1, name: 'Oak', price: 10 },
      { id: 2, name: 'Elm', price: 40 },
      { id: 3, name: '', price: null },
    ];
    const { calls } = mounted({ rowKey: 'id' }, { kind: 'operation', value: { rows } });
    await page.findByText('3 trees');
    openMenu('Price');
    const told = page.getByRole('region', { name: 'Statistics of Price' });
    await within(told).findByText('Statistics of 3 trees');
    expect(told.textContent).toContain('Median25');
    expect(told.textContent).toContain('Counted over the rows here.');
    expect(calls).toEqual([]);
  });
});

describe('statistics of rows that are here', () => {
  it('are by the type of the column', () => {
    const of = (type: 'integer' | 'date' | 'text' | 'list', values: readonly unknown[]) =>
      statisticsOfRows(
        values.map((a) => ({ a })),
        column('a', { field: field('a', { type }) }),
      );
    expect(of('integer', [4, 1, null, 10])).toMatchObject({
      empty: 1,
      distinct: 3,
      min: 1,
      median: 4,
      mean: 5,
      max: 10,
    });
    expect(of('integer', [4, 1])).toMatchObject({ median: 2.5 });
    expect(of('date', ['2025-03-01', '2024-01-01'])).toMatchObject({
      min: '2024-01-01',
      median: '2024-01-01',
      mean: null,
      max: '2025-03-01',
    });
    expect(of('text', ['b', '', 'b'])).toMatchObject({
      empty: 1,
      distinct: 1,
      min: null,
      mean: null,
      max: null,
    });
    expect(of('list', [['a'], null])).toMatchObject({ empty: 1, distinct: null });
    expect(of('integer', [])).toMatchObject({ rows: 0, min: null, median: null, mean: null, max: null });
  });
});
