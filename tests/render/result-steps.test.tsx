// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { type ApiPort, PortsProvider, type Workspace } from '#src/render/ports.tsx';
import { recordAt } from '#src/render/record-page.ts';
import { resultName, withResult } from '#src/render/result-address.ts';
import { resultOf } from '#src/render/result-place.ts';
import { ResultSteps } from '#src/render/result-steps.tsx';

afterEach(cleanup);

const page = (id: string, route: string, record?: string): ManifestEntry => ({
  id,
  route,
  alias: [],
  access: 'auth',
  hash: '',
  title: id,
  group: null,
  summary: null,
  params: [{ id: 'id', in: 'route', type: record ? 'integer' : 'text', entity: null }],
  ...(record ? { record } : {}),
});
const manifest = [page('book/result', '/book/result/:id'), page('book/record', '/book/:id', 'books')];
/** Books 11, 12 and 13; 12 has gone from the result where `without` says so. */
function answer(id: number, without: number | null) {
  const ids = [11, 12, 13].filter((other) => other !== without);
  const i = ids.indexOf(id);
  if (i < 0) return { total: ids.length, at: null, previous: 11, next: 13 };
  return { total: ids.length, at: i + 1, previous: ids[i - 1] ?? null, next: ids[i + 1] ?? null };
}

const workspace: Workspace = {
  dataset: null,
  years: [],
  chooseDataset: () => undefined,
  hiddenRows: {},
  hideRows: () => undefined,
  remember: () => undefined,
};

function draw(
  id: number,
  at: number,
  without: number | null = null,
  hiddenRows: Workspace['hiddenRows'] = {},
) {
  const asked: unknown[] = [];
  const never = () => Promise.reject(new Error('not called'));
  const api: ApiPort = {
    base: '',
    call: async (operation, input) => {
      asked.push([operation, input]);
      return answer(Number((input?.params as { readonly id?: number } | undefined)?.id), without);
    },
    upload: never,
    file: never,
  };
  const first = withResult(`/book/${id}?main.tab=history`, {
    hash: 'h4sh',
    at,
    sort: ['-price'],
    find: 'em',
    filter: '',
    view: '',
    block: 'list',
  });
  const Here = () => {
    const { pathname, search } = useLocation();
    const place = resultOf(
      Object.fromEntries([...new URLSearchParams(search)].map(([key, value]) => [key, [value]])),
    );
    const record = recordAt(manifest, pathname);
    if (!place || !record) return <p>elsewhere</p>;
    return <ResultSteps key={pathname} list={record.list} id={record.id} place={place} />;
  };
  const router = createMemoryRouter([{ path: '*', element: <Here /> }], {
    initialEntries: ['/book/result/h4sh', first],
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={api} manifest={manifest} workspace={{ ...workspace, hiddenRows }}>
        <RouterProvider router={router} />
      </PortsProvider>
    </SWRConfig>,
  );
  return { router, asked, at: () => router.state.location };
}

const step = (name: RegExp) => screen.findByRole('link', { name });

describe('the way through a result', () => {
  it('says the place, leads on in the order of the result, and keeps the open tab', async () => {
    const { at, asked } = draw(12, 2);
    await screen.findByText('2 of 3');
    expect(asked).toEqual([
      [
        'record.neighbours',
        { params: { list: 'books', id: 12 }, body: { hash: 'h4sh', at: 2, sort: '-price', find: 'em' } },
      ],
    ]);
    await userEvent.click(await step(/^Next/));
    await screen.findByText('3 of 3');
    expect(at().pathname).toBe('/book/13');
    expect(at().search).toContain('main.tab=history');
    expect(screen.getByRole('button', { name: /^Next/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('goes by keys, in place of the page, so that one step back is the result', async () => {
    const { router, at } = draw(12, 2);
    await screen.findByText('2 of 3');
    fireEvent.keyDown(window, { key: 'PageUp', altKey: true });
    await screen.findByText('1 of 3');
    fireEvent.keyDown(window, { key: 'PageUp', altKey: true });
    fireEvent.keyDown(window, { key: 'PageDown' });
    expect(at().pathname).toBe('/book/11');
    await router.navigate(-1);
    expect(at().pathname).toBe('/book/result/h4sh');
  });

  it('leads back to the result in its order', async () => {
    draw(12, 2);
    const back = await screen.findByRole('link', { name: 'Result' });
    expect(back.getAttribute('href')).toBe('/book/result/h4sh?list.sort=-price&list.find=em');
  });

  it('goes on from the place of a record that is not in the result any more', async () => {
    const { at } = draw(12, 2, 12);
    await screen.findByText('Not in the result any more (2)');
    await userEvent.click(await step(/^Next/));
    await screen.findByText('2 of 2');
    expect([at().pathname, resultOf({ 'result.hash': ['h'], 'result.at': ['2'] })?.at]).toEqual([
      '/book/13',
      2,
    ]);
  });

  it('passes over what the reader has hidden in this result, and in no other', async () => {
    const kept = { [resultName('books', 'h4sh')]: [12], [resultName('books', 'other')]: [11] };
    const { asked } = draw(11, 1, null, kept);
    await screen.findByText('1 of 3');
    expect(asked).toMatchObject([['record.neighbours', { body: { without: [12] } }]]);
  });

  it('says of a record that it is hidden there', async () => {
    draw(12, 2, 12, { [resultName('books', 'h4sh')]: [12] });
    expect(await screen.findByText('Hidden in the result (2)')).toBeDefined();
  });
});
