// @vitest-environment jsdom

import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import type { LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { testField, testParam } from '#tests/support/block-props.tsx';
import { HelpDrawer } from './help-drawer.tsx';

afterEach(cleanup);

const entry = (id: string, title: string): ManifestEntry => ({
  id,
  route: `/${id}`,
  alias: [],
  access: 'auth',
  hash: id,
  title,
  group: null,
  summary: null,
  params: [],
});
const manifest = [entry('loans', 'Loans'), entry('books', 'Books')];

const loans: LinkedScreen = {
  ...{ id: 'loans', format: 1, route: '/loans', alias: [], access: 'auth', title: 'Loans', needs: null },
  ...{ group: null, dataset: false, data: {}, buttons: [], onOpen: [] },
  help: 'lending',
  summary: 'Which books are out?',
  params: [
    testParam('late', { title: 'Late only', help: 'Of more than two weeks.' }),
    testParam('kind', { title: 'Kind', codes: 'kind' }),
    testParam('shelf', { title: 'Shelf' }),
    testParam('hidden', { title: 'Hidden', widget: { type: 'none', options: {} } }),
  ],
  codes: { kind: [{ code: 'P', label: 'Poems', note: 'Whatever rhymes.' }] },
  blocks: [
    {
      ...{ id: 'list', type: 'grid', title: null, visibleWhen: null, data: 'rows' },
      columns: [
        { title: 'Days', field: testField('days', 'integer', { description: 'Since it was lent.' }) },
        { title: 'Book', field: testField('book', 'text') },
      ],
    },
  ],
};
const books: LinkedScreen = { ...loans, id: 'books', route: '/books', help: null, summary: null };

const answers: { readonly [operation: string]: (input: unknown) => unknown } = {
  'definition.get': (input) =>
    Reflect.get(Object(Reflect.get(Object(input), 'params')), 'hash') === 'loans'
      ? loans
      : { ...books, params: [], blocks: [] },
  'help.get': (input) => ({
    page: Reflect.get(Object(Reflect.get(Object(input), 'query')), 'page'),
    text: '# Lending\n\nSee [all books](/books), **not** [elsewhere](https://x.invalid).\n\n- One\n  and a half\n- Two',
  }),
};

function open(call = async (operation: string, input: unknown) => answers[operation]?.(input)) {
  let closed = 0;
  const never = () => Promise.reject(new Error('Nothing is asked here.'));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={['/loans']}>
        <PortsProvider api={{ base: '/api', call, upload: never, file: never }} manifest={manifest}>
          <Link to="/books">Away</Link>
          <HelpDrawer
            onClose={() => {
              closed += 1;
            }}
          />
        </PortsProvider>
      </MemoryRouter>
    </SWRConfig>,
  );
  return () => closed;
}

describe('the help of a page', () => {
  it('is what its definition says: summary, filters with their choices, explained columns', async () => {
    open();
    expect(await screen.findByText('Which books are out?')).toBeDefined();
    const filters = within(screen.getByRole('region', { name: 'Filters' }));
    expect(filters.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Late only', 'Kind']);
    expect(filters.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Of more than two weeks.',
      'Poems: Whatever rhymes.',
    ]);
    expect(filters.getByText('Shelf')).toBeDefined();
    expect(filters.queryByText('Hidden')).toBeNull();
    const columns = within(screen.getByRole('region', { name: 'What the columns mean' }));
    expect(columns.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Days']);
    expect(columns.getByText('Since it was lent.')).toBeDefined();
  });

  it('goes on with its help page, whose links lead to pages of the product alone', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Lending' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'all books' }).getAttribute('href')).toBe('/books');
    expect(screen.queryByRole('link', { name: 'elsewhere' })).toBeNull();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'One and a half',
      'Two',
    ]);
  });

  it('goes to a help page that it names, and back', async () => {
    open(async (operation, input) => {
      const answer = answers[operation]?.(input);
      if (operation !== 'help.get' || Reflect.get(Object(answer), 'page') === 'fines') return answer;
      return { page: 'lending', text: '# Rules\n\nOf [fines](fines.md) as well.' };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'fines' }));
    expect(await screen.findByRole('heading', { name: 'Lending' })).toBeDefined();
    expect(screen.queryByText('Which books are out?')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to Loans' }));
    expect(await screen.findByRole('heading', { name: 'Rules' })).toBeDefined();
    expect(screen.getByText('Which books are out?')).toBeDefined();
  });

  it('follows to the next page, has the focus when it opens, and closes by Escape', async () => {
    const closed = open();
    await screen.findByRole('heading', { name: 'Lending' });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Help' }));
    await userEvent.keyboard('{Escape}');
    expect(closed()).toBe(1);
    await userEvent.click(screen.getByRole('link', { name: 'Away' }));
    expect(await screen.findByText(/^This page explains itself/)).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Lending' })).toBeNull();
  });

  it('says so where its help page does not come, and keeps what the definition says', async () => {
    open(async (operation, input) => {
      if (operation === 'help.get') throw new Error('down');
      return answers[operation]?.(input);
    });
    expect(await screen.findByText('The help page could not be loaded.')).toBeDefined();
    expect(screen.getByText('Which books are out?')).toBeDefined();
  });
});
