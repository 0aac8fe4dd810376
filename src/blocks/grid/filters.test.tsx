// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, render, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import { FilterForm } from './filter-form.tsx';
import { typedValue } from './filtering.ts';
import { column, field, linkContext, treePage } from './test-support.ts';
import { deaf, mount, source } from './test-support-mount.tsx';

function mounted(url: { readonly [key: string]: string } = {}, wish: object = {}, total = 3) {
  const asked: PageRequest[] = [];
  const exported: unknown[] = [];
  const calls: unknown[] = [];
  const made = mount(
    { columns: [{ id: 'id' }, { id: 'name' }, { id: 'price' }, { id: 'kind' }], rowKey: 'id' },
    source({
      asking: () => ({ screen: 'trees' }),
      page: async (request) => {
        asked.push(request);
        return treePage(request, total);
      },
      export: async (_format, request) => {
        exported.push(request.filter);
        return null;
      },
      ...wish,
    }),
    linkContext().context,
    {},
    {
      ...deaf,
      call: async (operation, input) => {
        if (operation === 'view.list') return { items: [] };
        calls.push(input);
        return {
          rows: 0,
          limited: false,
          empty: 0,
          distinct: 0,
          min: null,
          median: null,
          mean: null,
          max: null,
        };
      },
    },
    { url },
  );
  return { ...made, asked, exported, calls };
}

const openMenu = (name: string) =>
  fireEvent.click(
    within(page.getByRole('columnheader', { name: new RegExp(`^${name}`) })).getByTitle(`Menu of ${name}`),
  );
const openForm = async (name: string) => {
  openMenu(name);
  fireEvent.click(page.getByRole('menuitem', { name: 'Filter …' }));
  return within(await page.findByRole('form', { name: `Filter ${name}` }));
};
const operators = () =>
  [...page.getByLabelText<HTMLSelectElement>('How it is compared').options].map(({ text }) => text);
const chips = () =>
  page
    .queryAllByTitle('Change this filter')
    .map((chip) => chip.textContent)
    .join('; ');

afterEach(cleanup);

describe('filters of columns', () => {
  it('are set in the menu of a column, stand in the address and are told above the rows', async () => {
    const { urlTexts, asked } = mounted();
    await page.findByText('3 trees');
    const form = await openForm('Price');
    expect(operators().slice(0, 3)).toEqual(['is between', 'is at least', 'is more than']);
    expect(document.activeElement).toBe(form.getByLabelText('From'));
    fireEvent.change(form.getByLabelText('From'), { target: { value: '$1,000' } });
    fireEvent.click(form.getByRole('button', { name: 'Filter' }));
    expect(urlTexts.get('filter')).toBe('price:between:1000,');
    expect(chips()).toBe('Price is at least $1,000');
    expect(page.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(page.getByRole('grid'));
    await waitFor(() =>
      expect(asked.at(-1)?.filter).toEqual([{ column: 'price', op: 'between', value: [1000, null] }]),
    );
    fireEvent.click(page.getByRole('button', { name: 'Remove filter: Price is at least $1,000' }));
    expect(urlTexts.has('filter')).toBe(false);
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('filter'));
  });

  it('offer codes by their labels, and what a text may hold', async () => {
    const { urlTexts } = mounted();
    await page.findByText('3 trees');
    const form = await openForm('Kind');
    expect(operators()).toEqual(['is one of', 'is none of', 'is empty', 'is not empty']);
    fireEvent.click(form.getByRole('button', { name: 'Filter' }));
    expect(form.getByRole('alert').textContent).toBe('Choose one at least.');
    fireEvent.click(form.getByRole('checkbox', { name: 'Broadleaf' }));
    fireEvent.click(form.getByRole('button', { name: 'Filter' }));
    expect(urlTexts.get('filter')).toBe('kind:oneof:b');
    const text = await openForm('Name');
    expect(operators()[0]).toBe('contains');
    fireEvent.change(text.getByLabelText('Value'), { target: { value: 'oak' } });
    fireEvent.click(text.getByRole('button', { name: 'Filter' }));
    expect(chips()).toBe('Kind is one of Broadleaf; Name contains “oak”');
    fireEvent.click(page.getByRole('button', { name: 'Remove all filters' }));
    expect(urlTexts.has('filter')).toBe(false);
  });

  it('are changed by a click on what tells them, one for each column', async () => {
    const { urlTexts } = mounted({ filter: 'price:ge:5' });
    await page.findByText('3 trees');
    fireEvent.click(page.getByTitle('Change this filter'));
    const form = within(await page.findByRole('form', { name: 'Filter Price' }));
    const value = form.getByLabelText<HTMLInputElement>('Value');
    expect(value.value).toBe('5');
    fireEvent.change(value, { target: { value: 'dear' } });
    fireEvent.submit(value);
    expect(value.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(page.getByLabelText('How it is compared'), { target: { value: 'empty' } });
    fireEvent.click(form.getByRole('button', { name: 'Filter' }));
    expect(urlTexts.get('filter')).toBe('price:empty');
    openMenu('Price');
    fireEvent.click(page.getByRole('menuitem', { name: 'Remove filter' }));
    expect(urlTexts.has('filter')).toBe(false);
  });

  it('go with files, statistics and an empty table', async () => {
    const { exported, calls } = mounted({ filter: 'name:eq:elm;gone:eq:1' }, {}, 0);
    await page.findByText(/^No row meets the filters of the columns/);
    const filter = [{ column: 'name', op: 'eq', value: 'elm' }];
    fireEvent.click(page.getByRole('button', { name: 'Export' }));
    fireEvent.click(await page.findByText('All rows as CSV'));
    await waitFor(() => expect(exported).toEqual([filter]));
    openMenu('Price');
    await waitFor(() => expect(calls).toEqual([{ body: { screen: 'trees', column: 'price', filter } }]));
  });

  it('hold for an answer that is here as a whole, its totals and groups', async () => {
    const rows = [
      { id: 1, name: 'Oak', price: 10, kind: 'b' },
      { id: 2, name: 'Elm', price: 40, kind: 'b' },
      { id: 3, name: 'Yew', price: null, kind: 'c' },
    ];
    mounted({ filter: 'price:gt:10' }, { kind: 'operation', value: { rows } });
    await page.findByText('1 tree');
    expect(page.getByText('Elm')).toBeDefined();
    expect(page.queryByText('Oak')).toBeNull();
  });
});

describe('the form of a filter with many values', () => {
  it('finds among them, and keeps what was ticked before', async () => {
    const filters: unknown[] = [];
    const labels = new Map(Array.from({ length: 13 }, (_, i) => [`k${i}`, i === 7 ? 'Beech' : `Tree ${i}`]));
    render(
      <FilterForm
        place={{ column: 'kind', at: { left: 0, top: 0 } }}
        column={column('kind', { field: field('kind', { codes: 'treeKind' }) })}
        labels={labels}
        filter={{ column: 'kind', op: 'oneof', value: ['k2'] }}
        onFilter={(filter) => filters.push(filter)}
        onClose={() => undefined}
      />,
    );
    const needle = await page.findByRole('searchbox', { name: 'Find among the values' });
    expect(document.activeElement).toBe(needle);
    fireEvent.change(needle, { target: { value: 'bee' } });
    expect(page.getAllByRole('checkbox')).toHaveLength(1);
    fireEvent.click(page.getByRole('checkbox', { name: 'Beech' }));
    fireEvent.click(page.getByRole('button', { name: 'Filter' }));
    expect(filters).toEqual([{ column: 'kind', op: 'oneof', value: ['k2', 'k7'] }]);
  });
});

describe('the value of a filter', () => {
  it('is typed as in a form', () => {
    const of = (more: Parameters<typeof field>[1], text: string) =>
      typedValue(column('a', { field: field('a', more) }), text);
    expect(of({ type: 'number', format: 'percent' }, '12.5%')).toEqual({ value: 0.125 });
    expect(of({ type: 'number', format: 'area', unitField: 'u' }, '2 ha')).toEqual({ value: 20_000 });
    expect(of({ type: 'datetime', format: 'datetime' }, '1/5/2024')).toHaveProperty('problem');
    expect(of({ type: 'datetime', format: 'datetime' }, '01/05/2024')).toEqual({ value: '2024-05-01' });
    expect(of({ type: 'boolean' }, 'no')).toEqual({ value: false });
    expect(of({ type: 'integer' }, '1.5')).toHaveProperty('problem');
    expect(of({}, '')).toEqual({ value: null });
  });
});
