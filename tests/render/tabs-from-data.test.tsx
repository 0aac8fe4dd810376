// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Tabs } from '#src/blocks/tabs/tabs.tsx';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);

const blocks = new Map([
  ['text', async () => TextBlock],
  ['tabs', async () => Tabs],
]);
const shelf = {
  id: 'shelf',
  route: '/shelf',
  title: 'Shelf',
  data: { books: { sql: 'books' } },
  params: [
    { id: 'book', type: 'integer', filter: false, choices: { data: 'books', value: 'id', label: 'title' } },
  ],
  blocks: [
    {
      id: 'each',
      type: 'tabs',
      param: 'book',
      empty: 'No books yet.',
      blocks: [{ id: 'note', type: 'text', text: 'Book {params.book}.' }],
    },
  ],
};
const page = (values: readonly (readonly unknown[])[]) => ({
  columns: [
    { id: 'id', type: 'integer' },
    { id: 'title', type: 'text' },
  ],
  values,
  offset: 0,
  count: values[0]?.length ?? 0,
  total: values[0]?.length ?? 0,
  limited: false,
  totals: {},
  dataset: 'both',
  run_at: '2022-07-01T00:00:00Z',
});
const two = async () =>
  page([
    [7, 9],
    ['Emma', 'Persuasion'],
  ]);

describe('tabs from data', () => {
  it('are the choices of a parameter, the first one chosen, by pointer and by key', async () => {
    const { address } = drawScreen(shelf, '/shelf', { blocks, call: two });
    expect(await screen.findByText('Book 7.')).toBeDefined();
    expect(address()).toBe('/shelf?book=7');
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Emma', 'Persuasion']);
    await userEvent.click(screen.getByRole('tab', { name: 'Persuasion' }));
    expect(await screen.findByText('Book 9.')).toBeDefined();
    expect(screen.getByRole('tabpanel', { name: 'Persuasion' })).toBeDefined();
    await userEvent.keyboard('{Home}');
    expect(await screen.findByText('Book 7.')).toBeDefined();
  });

  it('open none for a value that is no choice, which the page says', async () => {
    drawScreen(shelf, '/shelf?book=8', { blocks, call: two });
    expect((await screen.findByRole('alert')).textContent).toContain('“8” is none of the choices');
    expect(screen.queryByRole('tabpanel')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(await screen.findByText('Book 7.')).toBeDefined();
  });

  it('say that there is nothing to choose from', async () => {
    drawScreen(shelf, '/shelf', { blocks, call: async () => page([[], []]) });
    expect(await screen.findByText('No books yet.')).toBeDefined();
  });

  it('say that the choices did not come', async () => {
    const call = () => Promise.reject(new Error('away'));
    drawScreen(shelf, '/shelf', { blocks, call });
    expect(await screen.findByText('This part could not be loaded')).toBeDefined();
  });
});
