// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testProps, testSource } from '#tests/support/block-props.tsx';
import { Gallery } from './gallery.tsx';

// jsdom lays nothing out: everything is in view, and a picture has an address of its own.
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #told: IntersectionObserverCallback;
      constructor(told: IntersectionObserverCallback) {
        this.#told = told;
      }
      observe() {
        this.#told([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
      }
      disconnect() {}
    },
  );
  URL.createObjectURL = () => 'blob:cover';
  URL.revokeObjectURL = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = (path: string) => ({ path: ['row', path] });
const lend = [{ type: 'snackbar', text: 'Lent' }];
const block = testBlock('gallery', {
  rowKey: 'id',
  picture: { operation: 'book.cover', params: { id: { $text: [row('id')], over: 'row' } } },
  alt: { $text: ['Cover of ', row('title')], over: 'row' },
  heading: { $text: [row('title')], over: 'row' },
  turn: 'rotation',
  lines: [{ id: 'pages', text: { $text: [row('pages'), ' pages'], over: 'row' } }],
  actions: [{ id: 'lend', label: 'Lend', on: lend }],
  toolbar: [],
  pageSize: 2,
  empty: 'No cover yet.',
});
const sorted = testBlock('gallery', {
  ...block,
  pageSize: 24,
  tick: { field: 'wanted', on: lend },
  order: { on: lend },
  toolbar: [{ id: 'archive', label: 'Archive', on: lend }],
});
const cover = () => Promise.resolve({ blob: new Blob(), filename: null, rows: null });
const books = [
  { id: 1, title: 'War', pages: 900, rotation: 90 },
  { id: 2, title: 'Peace', pages: 500, rotation: 0 },
  { id: 3, title: 'Calm', pages: 20, rotation: 0 },
];

function draw(
  value: unknown,
  file: ApiPort['file'],
  of = block,
  more: Partial<Parameters<typeof testProps>[1]> = {},
) {
  const api: ApiPort = {
    base: '/api',
    call: () => Promise.reject(new Error('not here')),
    upload: () => Promise.reject(new Error('not here')),
    file,
  };
  const props = testProps(of, { source: testSource({ kind: 'operation', value }), ...more });
  render(
    <MemoryRouter>
      <PortsProvider api={api}>
        <Gallery {...props} />
      </PortsProvider>
    </MemoryRouter>,
  );
  return props;
}

describe('gallery block', () => {
  it('draws a picture per row, turned and named, some cards at a time', async () => {
    const asked: unknown[] = [];
    const props = draw(books, async (operation, input) => {
      asked.push([operation, input]);
      return { blob: new Blob(['x']), filename: null, rows: null };
    });
    const war = await screen.findByRole('img', { name: 'Cover of War' });
    expect([war.getAttribute('src'), war.getAttribute('data-turn')]).toEqual(['blob:cover', '90']);
    expect(screen.getByText('900 pages')).toBeTruthy();
    expect(screen.queryByText('Calm')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByRole('img', { name: 'Cover of Calm' });
    expect(asked).toEqual(['1', '2', '3'].map((id) => ['book.cover', { params: { id } }]));
    await userEvent.click(screen.getByRole('button', { name: 'Lend: Peace' }));
    expect(props.asked).toContainEqual(['act', lend, { row: books[1] }]);
  });

  it('shows what is no picture by its ending, asks for no bytes of it, and keeps small cards small', async () => {
    const asked: unknown[] = [];
    const files = [
      { id: 7, title: 'Contract.of.sale.pdf', kind: 'pdf', rotation: 0 },
      { id: 8, title: 'Front.jpg', kind: 'jpg', rotation: 270 },
    ];
    draw(
      files,
      async (operation, input) => {
        asked.push([operation, input]);
        return { blob: new Blob(['x']), filename: null, rows: null };
      },
      testBlock('gallery', {
        ...block,
        size: 'small',
        picture: {
          operation: 'book.cover',
          params: { id: { $text: [row('id')], over: 'row' } },
          visibleWhen: {},
        },
      }),
      { evaluate: (_, { row: file } = {}) => file?.kind !== 'pdf' },
    );
    const front = await screen.findByRole('img', { name: 'Cover of Front.jpg' });
    expect(front.getAttribute('data-turn')).toBe('270');
    expect(screen.getAllByRole('img')).toHaveLength(1);
    expect(screen.getByText('PDF', { exact: true })).toBeTruthy();
    expect(screen.getByRole('list').getAttribute('data-size')).toBe('small');
    expect(asked).toEqual([['book.cover', { params: { id: '8' } }]]);
  });

  it('tells of a picture that does not come, and asks again', async () => {
    let tries = 0;
    draw(books.slice(0, 1), async () => {
      tries += 1;
      if (tries === 1) throw new Error('The shelf is locked.');
      return { blob: new Blob(['x']), filename: null, rows: null };
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The shelf is locked.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('img', { name: 'Cover of War' });
  });

  it('says what to do where there is no row', () => {
    draw([], () => Promise.reject(new Error('nothing is asked')));
    expect(screen.getByText('No cover yet.')).toBeTruthy();
  });

  it('moves a card by the arrow keys, keeps the focus, and tells the whole order', async () => {
    const props = draw(books, cover, sorted);
    const handle = screen.getByRole('button', { name: /^Move War, at place 1 of 3/ });
    handle.focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Move War, at place 2 of 3/);
    expect(screen.getByRole('status').textContent).toBe('War is at place 2 of 3.');
    await userEvent.keyboard('{End}');
    await expect
      .poll(() => props.asked.filter((one) => Array.isArray(one) && one[0] === 'act'))
      .toEqual([
        ['act', lend, { form: { selected: [2, 1, 3], count: 3 } }],
        ['act', lend, { form: { selected: [2, 3, 1], count: 3 } }],
      ]);
  });

  it('ticks a card with its new value, and works on what is ticked or else on all', async () => {
    const props = draw(books, cover, sorted);
    expect(screen.getByText('None ticked: all 3 are taken')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tick Peace' }));
    expect(props.asked).toContainEqual(['act', lend, { row: { ...books[1], wanted: true } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(props.asked.at(-1)).toEqual(['act', lend, { form: { selected: [1, 2, 3], count: 3 } }]);
    cleanup();
    const ticked = books.map((book) => ({ ...book, wanted: book.id === 3 }));
    const others = draw(ticked, cover, sorted);
    expect(screen.getByText('1 of 3 ticked')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(others.asked.at(-1)).toEqual(['act', lend, { form: { selected: [3], count: 1 } }]);
  });
});
