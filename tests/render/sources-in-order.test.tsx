// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { History } from '#src/blocks/history/history.tsx';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { drawScreen } from '#tests/support/drawn-screen.tsx';

afterEach(cleanup);

const blocks = new Map([
  ['text', async () => TextBlock],
  ['history', async () => History],
]);
const book = {
  id: 'found',
  route: '/found',
  title: 'Found',
  data: {
    book: { operation: 'record.get', params: { list: 'books', id: '7' } },
    history: { operation: 'record.history', params: { list: 'books', id: '{data.book.id}' } },
  },
  blocks: [
    { id: 'name', type: 'text', text: 'Book {data.book.id}.' },
    { id: 'changes', type: 'history', data: 'history', entity: 'book' },
  ],
};

describe('a source that asks by the answer of another', () => {
  it('waits for that answer instead of asking by nothing', async () => {
    const asked: unknown[] = [];
    let answer: (value: unknown) => void = () => undefined;
    const held = new Promise((resolve) => {
      answer = resolve;
    });
    drawScreen(book, '/found', {
      blocks,
      call: async (operation, input) => {
        asked.push([operation, input?.params]);
        return operation === 'record.get' ? held : { items: [] };
      },
    });
    // Whoever does not wait asks in the same moment.
    await waitFor(() => expect(asked).toEqual([['record.get', { list: 'books', id: '7' }]]));
    answer({ id: 7, version: 1 });
    await screen.findByText('Book 7.');
    await waitFor(() => expect(asked[1]).toEqual(['record.history', { list: 'books', id: 7 }]));
  });
});

describe('a source that fails', () => {
  const failing = (status: number, code: string) =>
    drawScreen(book, '/found', {
      blocks,
      call: async () => {
        throw { status, code, message: 'Book 7 is wanted.', reference: null, errors: [], details: {} };
      },
    });

  it('is told by the page alone where the record is missing, and to the person else', async () => {
    const missing = failing(404, 'missing');
    await screen.findByText('There is nothing at this address');
    await screen.findByText('Book 7 is wanted.');
    expect(missing.failures).toEqual([]);
    cleanup();
    const failed = failing(500, 'internal');
    await waitFor(() => expect(failed.failures).toContain('Book 7 is wanted.'));
  });

  it('is told by the block of a source that waits for it, instead of loading for ever', async () => {
    failing(500, 'internal');
    const told = await screen.findAllByText('Book 7 is wanted.');
    expect(told.length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(document.querySelectorAll('[aria-busy="true"], .cad-skeleton')).toHaveLength(0),
    );
  });
});

describe('a source that is made of the rows of another', () => {
  it('is asked again with it where a plan asks that one again', async () => {
    let sum = 10;
    drawScreen(
      {
        id: 'counted',
        route: '/counted',
        title: 'Counted',
        data: {
          books: { sql: 'books' },
          totals: { from: 'books', measures: { pages: { how: 'sum', of: 'pages' } } },
        },
        buttons: [{ id: 'again', label: 'Again', on: [{ type: 'refresh', data: ['books'] }] }],
        blocks: [{ id: 'pages', type: 'text', data: 'totals', text: '{data.totals.0.pages} pages.' }],
      },
      '/counted',
      {
        blocks,
        call: async () => {
          const columns = [{ id: 'pages', type: 'integer' }];
          return {
            dataset: 'real',
            columns,
            values: [[sum]],
            count: 1,
            total: 1,
            run_at: `2026-01-01T00:00:${sum}Z`,
          };
        },
      },
    );
    await screen.findByText('10 pages.');
    sum = 12;
    fireEvent.click(screen.getByRole('button', { name: 'Again' }));
    await screen.findByText('12 pages.');
  });
});
