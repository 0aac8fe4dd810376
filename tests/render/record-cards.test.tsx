// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '#src/api/failure.ts';
import type { ManifestEntry } from '#src/core/linked.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { RecordCards } from '#src/render/record-cards.tsx';

afterEach(cleanup);

const page: ManifestEntry = {
  id: 'book/record',
  route: '/book/:id',
  alias: [],
  access: 'auth',
  hash: '',
  title: 'Book',
  group: null,
  summary: null,
  record: 'books',
  params: [{ id: 'id', in: 'route', type: 'integer', entity: null }],
};

function draw() {
  const asked: unknown[] = [];
  const never = () => Promise.reject(new Error('not called'));
  const api: ApiPort = {
    base: '',
    call: async (operation, input) => {
      asked.push([operation, input]);
      const id = (input?.params as { readonly id: number } | undefined)?.id;
      if (id === 9) throw new ApiFailure(404, 'not-found', 'There is nothing here.');
      return { label: `Book ${id}`, lines: [{ title: 'Title', text: 'Emma' }] };
    },
    upload: never,
    file: never,
  };
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <PortsProvider api={api} manifest={[page]}>
        <MemoryRouter>
          <main>
            <a href="/book/7">7</a>
            <a href="/book/9">9</a>
            <a href="/library">Library</a>
            {/* What the grid is to the cards: it has the focus, and names the cell that it stands on. */}
            <input aria-label="Books" aria-activedescendant="cell" />
            <p id="cell">
              <a href="/book/8">8</a>
            </p>
          </main>
          <RecordCards />
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>,
  );
  return { asked };
}

const point = (name: string) =>
  fireEvent.pointerOver(screen.getByRole('link', { name }), { pointerType: 'mouse' });
const card = () => screen.findByText('Emma');
const gone = () => waitFor(() => expect(screen.queryByText('Emma')).toBeNull());
// A card is in the top layer, which jsdom takes for hidden.
const box = () => document.getElementById('cad-record-card');

describe('a hover card', () => {
  it('tells the record that a link leads to, names itself to the link, and goes by Escape', async () => {
    const { asked } = draw();
    point('7');
    await card();
    expect(box()?.textContent).toBe('Book 7TitleEmma');
    expect(screen.getByRole('link', { name: '7' }).getAttribute('aria-describedby')).toBe(box()?.id);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await gone();
    expect(screen.getByRole('link', { name: '7' }).getAttribute('aria-describedby')).toBeNull();
    expect(asked).toEqual([['record.preview', { params: { list: 'books', id: 7 } }]]);
  });

  it('stays while the pointer is over it, and goes with the pointer', async () => {
    draw();
    point('7');
    await card();
    fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    fireEvent.pointerOver(box() as HTMLElement, { pointerType: 'mouse' });
    await new Promise((resolve) => setTimeout(resolve, 350));
    await card();
    fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    await gone();
  });

  it('comes by the keyboard where the active cell of a grid holds the link', async () => {
    const { asked } = draw();
    const keys = screen.getByRole('textbox', { name: 'Books' });
    keys.focus();
    fireEvent.keyUp(keys, { key: 'ArrowDown' });
    await card();
    expect(asked).toEqual([['record.preview', { params: { list: 'books', id: 8 } }]]);
  });

  it('asks nothing for other links, for a touch, and for a pointer that passes by', async () => {
    const { asked } = draw();
    point('Library');
    fireEvent.pointerOver(screen.getByRole('link', { name: '7' }), { pointerType: 'touch' });
    point('7');
    fireEvent.pointerOver(document.body, { pointerType: 'mouse' });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(asked).toEqual([]);
  });

  it('is none for a record that is not there', async () => {
    const { asked } = draw();
    point('9');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(box()).toBeNull();
  });
});
