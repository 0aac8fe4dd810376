// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import type { SavedView } from './definition.ts';
import { columnsNow } from './saved-views.ts';
import { column, field, linkContext, treePage } from './test-support.ts';
import { deaf, mount, source } from './test-support-mount.tsx';

const layout: SavedView['layout'] = {
  base: null,
  columns: ['price', 'id', 'name'],
  titles: ['Price', 'Number', 'Name'],
  widths: [null, 77, null],
  frozen: 'price',
  sort: ['-price'],
  group: [],
  filter: null,
};
const saved: SavedView = {
  id: 12,
  screen: 'trees',
  block: 'trees',
  name: 'Prices',
  sharing: 'own',
  layout,
  owner: 'Otto',
  mine: true,
  version: 3,
};

/** A grid over a server that keeps views. */
function mounted(
  items: readonly SavedView[],
  { perms = [], url = {}, more = {} }: { perms?: readonly string[]; url?: object; more?: object } = {},
) {
  const asked: PageRequest[] = [];
  const calls: [string, { readonly [part: string]: never }][] = [];
  const stored = new Map(items.map((view) => [view.id, view]));
  const made = mount(
    { groupable: true, ...more },
    source({
      page: async (request) => {
        asked.push(request);
        return treePage(request, 3);
      },
    }),
    linkContext().context,
    {},
    {
      ...deaf,
      call: async (operation, input) => {
        const { params = {}, body = {} } = input as { params?: { id?: number }; body?: Partial<SavedView> };
        if (operation === 'view.list') return { items: [...stored.values()] };
        calls.push([operation, input as never]);
        if (body.name === 'Taken') throw new Error('You have a view of this name already.');
        const before = stored.get(params.id ?? 0) ?? { ...saved, id: 13, version: 0 };
        if (operation === 'view.delete') return undefined;
        const view = { ...before, ...body, version: before.version + 1 };
        stored.set(view.id, view);
        return view;
      },
    },
    { perms, url: url as { [key: string]: string } },
  );
  return { ...made, asked, calls };
}

const headings = () =>
  page.getAllByRole('columnheader').map((one) => one.textContent?.replace(/[▲▼▾▴].*/, '').trim());
const chooser = () => page.getByRole<HTMLSelectElement>('combobox', { name: 'View' });
const press = (name: string) => fireEvent.click(page.getByRole('button', { name }));
const manage = async (name: string) => {
  press('What to do with this view');
  fireEvent.click(await page.findByRole('menuitem', { name }));
};
// The document has no dialogs, so what lies in one is hidden.
const naming = async () =>
  within(
    await waitFor(() => {
      const dialog = document.querySelector('dialog');
      if (!dialog) throw new Error('There is no dialog.');
      return dialog;
    }),
  );

afterEach(cleanup);

describe('saved views', () => {
  it('lay the table out over its definition, under the address', async () => {
    const { asked, urlTexts } = mounted([saved], { url: { view: '12' } });
    await page.findByText('3 trees');
    expect(headings()).toEqual(['Price $', 'Number', 'Name']);
    expect(asked.map(({ sort }) => sort)).toEqual([['-price']]);
    expect(chooser().selectedOptions[0]?.textContent).toBe('Prices');
    expect(chooser().selectedOptions[0]?.parentElement).toMatchObject({ label: 'Mine' });
    const number = page.getByRole('columnheader', { name: /^Number/ });
    expect(number.style.width).toBe('77px');
    expect(page.queryByRole('button', { name: 'Reset' })).toBeNull();
    fireEvent.click(number);
    expect(urlTexts.get('sort')).toBe('id');
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual(['id']));
    press('Reset');
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual(['-price']));
    fireEvent.change(chooser(), { target: { value: '' } });
    expect(headings().length).toBe(5);
    expect([...urlTexts.keys()]).toEqual([]);
  });

  it('bring their filters, under those of the address', async () => {
    const filtered = { ...saved, layout: { ...layout, columns: ['cost', 'id'], filter: 'cost:ge:5' } };
    const { asked, urlTexts, calls } = mounted([filtered], { url: { view: '12' } });
    await page.findByText('3 trees');
    expect(asked.at(-1)?.filter).toEqual([{ column: 'price', op: 'ge', value: 5 }]);
    expect(page.queryByText('changed')).toBeNull();
    fireEvent.click(page.getByRole('button', { name: 'Remove filter: Price is at least $5' }));
    expect(urlTexts.get('filter')).toBe('-');
    await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('filter'));
    press('Save as mine');
    await waitFor(() => expect(calls).toMatchObject([['view.save', { body: { layout: { filter: null } } }]]));
    expect(urlTexts.has('filter')).toBe(false);
  });

  it('are offered once something is changed, and keep what is seen', async () => {
    const { calls, urlTexts, memory } = mounted([]);
    await page.findByText('3 trees');
    expect(page.queryByRole('combobox', { name: 'View' })).toBeNull();
    fireEvent.keyDown(page.getByRole('grid'), { key: 'ArrowRight', altKey: true });
    fireEvent.click(page.getByRole('columnheader', { name: /^Name/ }));
    expect(page.getByText('changed')).toBeDefined();
    expect(page.queryByRole('button', { name: 'Save for all' })).toBeNull();
    press('Save as mine');
    const name = (await naming()).getByLabelText('Name of the view');
    fireEvent.change(name, { target: { value: 'Taken' } });
    fireEvent.submit(name);
    expect((await (await naming()).findByText(/of this name already/)).getAttribute('role')).toBe('alert');
    fireEvent.change(name, { target: { value: ' Wide ' } });
    fireEvent.submit(name);
    await waitFor(() => expect(urlTexts.get('view')).toBe('13'));
    expect(calls.at(-1)).toMatchObject([
      'view.create',
      {
        body: {
          screen: 'trees',
          block: 'trees',
          name: 'Wide',
          sharing: 'own',
          layout: {
            base: null,
            columns: ['id', 'name', 'height', 'price', 'kind'],
            titles: ['Number', 'Name', 'Height', 'Price', 'Kind'],
            widths: [116, null, null, null, null],
            sort: ['name'],
          },
        },
      },
    ]);
    // What is kept is no change any more.
    expect(page.queryByText('changed')).toBeNull();
    expect([...urlTexts.keys()]).toEqual(['view']);
    expect(memory.get('columns')).toHaveProperty('widths', {});
    expect(chooser().selectedOptions[0]?.textContent).toBe('Wide');
  });

  it('of one’s own are saved into, with what they were', async () => {
    const { calls } = mounted([saved], { url: { view: '12' } });
    await page.findByText('3 trees');
    fireEvent.click(page.getByRole('columnheader', { name: /^Name/ }));
    press('Save as mine');
    await waitFor(() => expect(page.queryByText('changed')).toBeNull());
    expect(calls).toEqual([
      ['view.save', { params: { id: 12 }, body: { version: 3, layout: { ...layout, sort: ['name'] } } }],
    ]);
  });

  it('for all are saved by who has the right, and by others as theirs', async () => {
    const shared: SavedView = { ...saved, sharing: 'shared', mine: false };
    mounted([shared], { url: { view: '12', sort: 'name' } });
    await page.findByText('3 trees');
    expect(chooser().selectedOptions[0]?.parentElement).toMatchObject({ label: 'For all' });
    expect(page.queryByRole('button', { name: 'What to do with this view' })).toBeNull();
    expect(page.queryByRole('button', { name: 'Save for all' })).toBeNull();
    press('Save as mine');
    expect((await naming()).getByLabelText<HTMLInputElement>('Name of the view').value).toBe('Prices');
    cleanup();
    const { calls } = mounted([shared], { url: { view: '12', sort: 'name' }, perms: ['coptU'] });
    await page.findByText('3 trees');
    press('Save for all');
    await waitFor(() => expect(calls).toMatchObject([['view.save', { params: { id: 12 } }]]));
  });

  it('that are locked say so, and offer to be unlocked only', async () => {
    const { calls } = mounted([{ ...saved, sharing: 'locked' }], { url: { view: '12' }, perms: ['coptU'] });
    await page.findByText('3 trees');
    expect(chooser().selectedOptions[0]?.textContent).toBe('Prices (locked)');
    press('What to do with this view');
    const items = await page.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Unlock']);
    fireEvent.click(items[0] as HTMLElement);
    await waitFor(() => expect(chooser().selectedOptions[0]?.textContent).toBe('Prices'));
    expect(calls).toMatchObject([['view.save', { body: { version: 3, sharing: 'shared' } }]]);
  });

  it('are renamed', async () => {
    const { calls } = mounted([saved], { url: { view: '12' } });
    await page.findByText('3 trees');
    await manage('Rename …');
    const name = (await naming()).getByLabelText('Name of the view');
    fireEvent.change(name, { target: { value: 'Sums' } });
    fireEvent.submit(name);
    await waitFor(() => expect(chooser().selectedOptions[0]?.textContent).toBe('Sums'));
    expect(calls).toEqual([['view.save', { params: { id: 12 }, body: { version: 3, name: 'Sums' } }]]);
  });

  it('say which columns they lost, find those that have another name, and say where they are gone', async () => {
    const old = {
      ...layout,
      columns: ['cost', 'girth', 'name'],
      titles: ['Price', 'Girth', 'Name'],
      sort: ['-cost', 'girth'],
      frozen: null,
      filter: 'stem:ge:3;name:notempty',
    };
    const { asked, calls } = mounted([{ ...saved, layout: old }], { url: { view: '12' } });
    await page.findByText('3 trees');
    expect(headings()).toEqual(['Price $', 'Name']);
    expect(asked.at(-1)?.sort).toEqual(['-price']);
    expect(asked.at(-1)?.filter).toEqual([{ column: 'name', op: 'notempty' }]);
    expect(page.getByText(/^This view lost the columns “Girth”, “stem”/)).toBeDefined();
    expect(page.queryByText('changed')).toBeNull();
    press('Save as mine');
    const settled = { columns: ['price', 'name'], sort: ['-price'], filter: 'name:notempty' };
    await waitFor(() => expect(calls).toMatchObject([['view.save', { body: { layout: settled } }]]));
    await waitFor(() => expect(page.queryByText(/^This view lost/)).toBeNull());
    cleanup();
    mounted([], { url: { view: '12' } });
    await page.findByText('3 trees');
    expect(page.getByText(/^The view of this address does not exist any more/)).toBeDefined();
    cleanup();
    mount({}, source({}), linkContext().context, {}, deaf, { url: { view: '12' } });
    expect(await page.findByText(/^The saved views could not be loaded/)).toBeDefined();
  });

  it('do not take the title of a column that they show already', () => {
    const known = [column('a', { title: 'Price' }), column('b', { title: 'Price', field: field('b') })];
    const { names, lost } = columnsNow(
      { ...layout, columns: ['old', 'a'], titles: ['Price', 'Price'] },
      known,
    );
    expect([...names]).toEqual([
      ['old', 'b'],
      ['a', 'a'],
    ]);
    expect(lost).toEqual([]);
  });

  it('are no matter of tables beside a record', async () => {
    mounted([saved], { url: { sort: 'name' }, more: { height: 'rows' } });
    await page.findByText('3 trees');
    expect(page.queryByRole('combobox', { name: 'View' })).toBeNull();
  });
});
