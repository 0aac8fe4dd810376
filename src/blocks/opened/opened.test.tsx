// @vitest-environment jsdom
import { cleanup, screen as page, render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { rememberPage } from '#src/render/recent-pages.ts';
import { testBlock, testPage, testProps } from '#tests/support/block-props.tsx';
import { Opened } from './opened.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const refuse = () => Promise.reject(new Error('not called'));
/** A server that knows books 3 and 5, and lends nobody's loans. */
function library(known: readonly number[], status = 0) {
  const asked: string[] = [];
  const call = (_: string, given: unknown) => {
    const { params, query } = given as { params: { list: string }; query: { ids: string } };
    asked.push(`${params.list} ${query.ids}`);
    if (status > 0) return Promise.reject({ status, code: 'x', message: 'No.', errors: [], details: {} });
    const ids = query.ids.split(',').map(Number);
    const items = ids
      .filter((id) => known.includes(id))
      .map((id) => ({ id, label: `Book ${id}`, text: id === 5 ? '' : `Oak and Elm ${id}` }));
    return Promise.resolve({ items });
  };
  return { asked, api: { base: '', call, upload: refuse, file: refuse } as unknown as ApiPort };
}

const pages = [testPage('/book/:id', { record: 'books' }), testPage('/book/index')];

function draw(api: ApiPort, most = 6) {
  return render(
    <MemoryRouter>
      <PortsProvider api={api} manifest={pages}>
        <Opened {...testProps(testBlock('opened', { title: 'My books', most }))} />
      </PortsProvider>
    </MemoryRouter>,
  );
}

/** As they were opened, the last one last; 1 is who looks. */
function opened(user: number, ...addresses: readonly string[]) {
  for (const to of addresses) rememberPage(user, { to, title: `Book ${to.replace(/\D/g, '')}` });
}

const lines = () =>
  page
    .queryAllByRole('listitem')
    .map((line) => [line.textContent, line.querySelector('a')?.getAttribute('href')]);

describe('records opened last', () => {
  it('lead back by what they are called, as they were left, asked for in one call', async () => {
    const { api, asked } = library([3, 5]);
    opened(1, '/book/index?find=x', '/book/3?tab=history', '/book/5', '/loan/7');
    opened(2, '/book/9');
    draw(api);
    await page.findByRole('link', { name: 'Oak and Elm 3' });
    // A page of no record, a page that is closed and another person's are none of them.
    expect(lines()).toEqual([
      ['Book 5', '/book/5'],
      ['Oak and Elm 3Book 3', '/book/3?tab=history'],
    ]);
    expect(page.getByRole('navigation', { name: 'My books' })).toBeDefined();
    expect(asked).toEqual(['books 5,3']);
  });

  it('leave out what is gone, before they are cut to as many as are shown', async () => {
    opened(1, '/book/5', '/book/3', '/book/4');
    draw(library([3, 5]).api, 1);
    await page.findByRole('link', { name: 'Oak and Elm 3' });
    expect(lines()).toHaveLength(1);
  });

  it('are not there where nothing was opened, or all of it is gone or closed', async () => {
    const { container } = draw(library([3]).api);
    expect(container.textContent).toBe('');
    cleanup();
    opened(1, '/book/4');
    const gone = draw(library([3]).api);
    await waitFor(() => expect(gone.container.textContent).toBe(''));
    cleanup();
    const closed = draw(library([4], 403).api);
    await waitFor(() => expect(closed.container.textContent).toBe(''));
  });

  it('keep the titles of their pages where nobody can be asked', async () => {
    opened(1, '/book/3');
    draw(library([3], 500).api);
    await page.findByRole('link', { name: 'Book 3' });
  });
});
