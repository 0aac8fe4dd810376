// @vitest-environment jsdom
// Longer than the habit: tiles that are listed, of a group and of a hub are one block, drawn by one set of pages.

import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { plainTitle } from '#src/core/page-address.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { rememberPage } from '#src/render/recent-pages.ts';
import {
  testBlock,
  testField,
  testPage,
  testParam,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { Tiles } from './tiles.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function At() {
  return <p data-testid="at">{useLocation().pathname}</p>;
}

const entry = (id: string, more: Partial<ManifestEntry> = {}): ManifestEntry =>
  testPage(`/${id}`, { id, title: id, group: 'loans', ...more });
const books = testPage('/book/index');
const late = testPage('/late');

const byTown = entry('late', {
  route: '/late/:town',
  title: { $text: ['Late loans of ', { path: ['params', 'town'] }], over: 'screen' },
  summary: 'More than two weeks',
  params: [{ id: 'town', in: 'route', type: 'text', entity: 'town' }],
});

const api: ApiPort = {
  base: '/api',
  call: async (_operation, input) =>
    input && JSON.stringify(input).includes('towns')
      ? { towns: [{ id: 1, code: '001', name: 'Cessnock' }] }
      : {},
  upload: () => Promise.reject(new Error('not here')),
  file: () => Promise.reject(new Error('not here')),
};

function draw(
  more: object,
  manifest: readonly ManifestEntry[] = [],
  selected: string | null = null,
  port = api,
  sources: BlockProps['sources'] = {},
  own:
    | (Pick<BlockProps, 'screen' | 'act'> & { readonly params: BlockProps['scope']['params'] })
    | null = null,
) {
  const user = { id: 7, username: 'ada', full_name: 'Ada' };
  const session = { ...testScope.session, selectedDistrict: selected };
  const scope = { ...testScope, user, session, ...(own ? { params: own.params } : {}) };
  const props = testProps(
    testBlock('tiles', {
      items: [],
      figures: [],
      group: null,
      sections: [],
      hub: false,
      empty: 'No pages.',
      ...more,
    }),
    { scope, sources, ...(own ? { screen: own.screen, act: own.act } : {}) },
  );
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={port} manifest={manifest}>
        <MemoryRouter>
          <Tiles {...props} />
          <At />
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>,
  );
}

const linksTo = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('tiles block', () => {
  it('draws listed tiles as links', () => {
    draw({ items: [{ id: 'books', title: 'Books', text: 'All that we own', to: '/book/index' }] }, [books]);
    expect(linksTo()).toEqual(['/book/index']);
    expect(screen.getByText('All that we own')).toBeTruthy();
  });

  it.each([
    ['ready', [{ late: 3 }], '3 late loans ▲(needs attention)'],
    ['ready', [], '– late loans'],
    ['loading', undefined, '… Loading'],
    ['failed', undefined, '– could not be counted'],
  ] as const)('show a live figure that is %s: %j', (status, value, shown) => {
    const tone = { $expr: 'tone', over: 'row', returns: 'text' } as const;
    const figure = {
      source: 'loans',
      field: testField('late', 'integer'),
      value: null,
      format: 'integer',
      unit: 'late loans',
      tone,
    };
    const props = testProps(
      testBlock('tiles', {
        items: [{ id: 'late', title: 'Late', to: '/late', figure }],
        group: null,
        sections: [],
        empty: '',
      }),
      {
        sources: { loans: testSource({ status, value }) },
        evaluate: (_, given) => (given?.row ? 'warning' : null),
      },
    );
    const { container } = render(
      <PortsProvider manifest={[late]}>
        <MemoryRouter>
          <Tiles {...props} />
        </MemoryRouter>
      </PortsProvider>,
    );
    expect(container.querySelector('.cad-tile-figure')?.textContent).toBe(shown);
    expect(linksTo()).toEqual(['/late']);
  });

  it('leaves out a tile whose condition does not hold', () => {
    const visibleWhen = { $expr: 'false', over: 'screen', returns: 'boolean' };
    const items = [
      { id: 'books', title: 'Books', to: '/book/index' },
      { id: 'prices', title: 'Prices', to: '/prices', visibleWhen },
    ];
    draw({ items }, [books, testPage('/prices')]);
    expect(linksTo()).toEqual(['/book/index']);
  });

  it('leaves out a tile whose page the reader may not open', () => {
    const items = [
      { id: 'books', title: 'Books', to: '/book/index' },
      { id: 'late', title: 'Late', to: '/late' },
    ];
    draw({ items }, [books]);
    expect(linksTo()).toEqual(['/book/index']);
    expect(screen.queryByText('Late')).toBeNull();
  });

  it('draws the screens of a group by title, without the others', () => {
    draw({ group: 'loans' }, [entry('returns'), entry('arrears'), entry('else', { group: 'other' })]);
    expect(linksTo()).toEqual(['/arrears', '/returns']);
  });

  it('opens pages for everything until one thing is chosen', async () => {
    draw({ group: 'loans' }, [byTown]);
    expect(linksTo()).toEqual(['/late/all']);
    expect(screen.getByRole('link').textContent).toBe('Late loans');
    await userEvent.selectOptions(
      await screen.findByLabelText('Town'),
      await screen.findByText('001 Cessnock'),
    );
    expect(linksTo()).toEqual(['/late/001']);
  });

  it('begins with what the session has selected', async () => {
    draw({ group: 'loans' }, [byTown], '001');
    expect(linksTo()).toEqual(['/late/001']);
    expect(await screen.findByText('001 Cessnock')).toBeTruthy();
  });

  it('shows the district that the address names, whose figures these are, until another is chosen', async () => {
    const byDistrict = entry('late', {
      route: '/late/:dst',
      params: [{ id: 'dst', in: 'route', type: 'text', entity: 'district' }],
    });
    const done: unknown[] = [];
    draw(
      { group: 'loans' },
      [byDistrict],
      '001',
      api,
      {},
      {
        screen: testScreen({ params: [testParam('dst', { in: 'query', entity: 'district' })] }),
        act: async (steps) => {
          done.push(steps);
          return { done: true, value: null };
        },
        params: { dst: '002' },
      },
    );
    const picker = screen.getByLabelText<HTMLSelectElement>('District');
    expect([picker.value, linksTo()]).toEqual(['002', ['/late/002']]);
    await userEvent.selectOptions(picker, 'all');
    expect([picker.value, linksTo()]).toEqual(['all', ['/late/all']]);
    expect(done).toEqual([[{ type: 'set', params: { dst: null } }]]);
  });

  it('tells that the list of things could not be loaded and still opens the pages', async () => {
    draw({ group: 'loans' }, [byTown], null, { ...api, call: () => Promise.reject(new Error('down')) });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    expect(linksTo()).toEqual(['/late/all']);
  });

  it('draws a page that needs more than can be chosen here without a link', () => {
    draw({ group: 'loans' }, [entry('book', { route: '/book/:id' })]);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Opened from other pages.')).toBeTruthy();
  });

  it('says so when there is nothing', () => {
    draw({ group: 'loans' });
    expect(screen.getByText('No pages.')).toBeTruthy();
  });

  it('takes what only the opened page knows out of a title', () => {
    expect(plainTitle({ $text: ['Sales – ', { path: ['params', 'a'] }], over: 'screen' })).toBe('Sales');
    expect(plainTitle({ $text: [{ path: ['params', 'a'] }, ' sales'], over: 'screen' })).toBe('sales');
    expect(plainTitle({ $text: ['Prices, ', { path: ['params', 'a'] }], over: 'screen' })).toBe('Prices');
    expect(plainTitle('Sales of 2022')).toBe('Sales of 2022');
  });

  it('draws the parts of a group in their order, and what names none of them last', () => {
    const sections = [
      { id: 'late', title: 'Late' },
      { id: 'none', title: 'Empty part' },
      { id: 'counts', title: 'Counts' },
    ];
    draw({ group: 'loans', sections }, [
      entry('else', { section: 'gone' }),
      entry('loans 10', { section: 'counts' }),
      entry('loans 2', { section: 'counts' }),
      entry('arrears', { section: 'late' }),
    ]);
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['Late', 'Counts', 'Others']);
    expect(linksTo()).toEqual(['/arrears', '/loans 2', '/loans 10', '/else']);
  });
});

const quiet = { code: 'x', reference: null, errors: [], details: {} };

describe('figures of a group', () => {
  const figure = (more: object) => ({
    source: 'counts',
    field: testField('n', 'integer'),
    value: null,
    format: 'integer',
    unit: null,
    tone: null,
    page: null,
    by: null,
    ...more,
  });
  it('stand on the tile that is named, and on every tile that a row names', async () => {
    const figures = [
      figure({ page: 'fines', unit: 'fines' }),
      figure({ page: 'late', by: 'page', unit: 'late' }),
      figure({ by: 'page' }),
    ];
    const rows = [
      { page: 'arrears', n: 3 },
      { page: 'fines', n: 9 },
      { page: 'late', n: 5 },
    ];
    const pages = ['arrears', 'fines', 'else', 'late'].map((id) => entry(id));
    draw({ group: 'loans', figures }, pages, null, api, {
      counts: testSource({ status: 'ready', value: rows }),
    });
    const shown = [...document.querySelectorAll('.cad-tile')].map((tile) => [
      tile.querySelector('.cad-tile-title')?.textContent,
      tile.querySelector('.cad-tile-figure')?.textContent ?? null,
    ]);
    // The first row is that of the page that is named, and the one that names it where rows do; what no row names has none.
    expect(shown).toEqual([
      ['arrears', '3'],
      ['else', null],
      ['fines', '3 fines'],
      ['late', '5 late'],
    ]);
  });

  it('that did not come are told of once, above the tiles, and asked for again together', async () => {
    const failure = { ...quiet, status: 403, message: 'You may not count.', reference: 'r-9' };
    const asked: string[] = [];
    const failed = (id: string) =>
      testSource({ id, status: 'failed', value: undefined, failure, retry: () => asked.push(id) });
    draw(
      {
        group: 'loans',
        hub: true,
        figures: [figure({ page: 'fines', source: 'sums' }), figure({ by: 'page' })],
      },
      [entry('arrears'), entry('fines')],
      null,
      api,
      { counts: failed('counts'), sums: failed('sums'), other: failed('other') },
    );
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'The figures could not be loadedYou may not count.Reference r-9Try again',
    ]);
    expect(linksTo()).toEqual(['/arrears', '/fines']);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(asked.toSorted()).toEqual(['counts', 'sums']);
  });
});

describe('a hub', () => {
  const manifest = [
    entry('arrears', { title: 'Arrears', summary: 'Who owes us money?', section: 'late' }),
    entry('fines', { title: 'Fines', summary: 'What was paid?' }),
    byTown,
    entry('else', { title: 'Else', group: 'other' }),
  ];
  const hub = { group: 'loans', hub: true, sections: [{ id: 'late', title: 'Late' }] };
  const answering = (favourites: unknown) => {
    const saved: unknown[] = [];
    const port: ApiPort = {
      ...api,
      call: async (operation, input, signal) => {
        if (operation === 'option.list') return { 'pages.favourite': favourites };
        if (operation !== 'option.save') return api.call(operation, input, signal);
        saved.push(Reflect.get(Object(input), 'body'));
        return undefined;
      },
    };
    return { port, saved };
  };
  const titles = () =>
    [...document.querySelectorAll('.cad-tile-title')].map(({ textContent }) => textContent);

  it('filters by title and text while one types, and opens the first by Enter', async () => {
    draw(hub, manifest, null, answering([]).port);
    const box = screen.getByRole('searchbox', { name: 'Find' });
    await userEvent.type(box, 'owes');
    expect(titles()).toEqual(['Arrears']);
    expect(screen.getByRole('status').textContent).toBe('1 page');
    await userEvent.keyboard('{Escape}');
    expect(titles()).toEqual(['Arrears', 'Fines', 'Late loans']);
    await userEvent.type(box, 'zzz');
    expect(screen.getByText('Nothing is called that.')).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.type(box, 'late{Enter}');
    expect(screen.getByTestId('at').textContent).toBe('/late/all');
  });

  it('keeps pages as favourites, which stand first and once', async () => {
    const { port, saved } = answering(['fines']);
    draw(hub, manifest, null, port);
    await screen.findByRole('heading', { name: 'Favourites' });
    expect(titles()).toEqual(['Fines', 'Arrears', 'Late loans']);
    await userEvent.click(screen.getByRole('button', { name: 'Favourite: Late loans', pressed: false }));
    expect(titles()).toEqual(['Fines', 'Late loans', 'Arrears']);
    await userEvent.click(screen.getByRole('button', { name: 'Favourite: Fines', pressed: true }));
    expect(titles()).toEqual(['Late loans', 'Arrears', 'Fines']);
    expect(saved).toEqual([{ 'pages.favourite': ['fines', 'late'] }, { 'pages.favourite': ['late'] }]);
  });

  it('offers no star while the favourites are not known, so that none is lost', async () => {
    const port = { ...api, call: () => Promise.reject(new Error('down')) };
    draw(hub, manifest, null, port);
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('leads to the pages of the group that this user opened last, as they were left', () => {
    rememberPage(7, { to: '/late/001?weeks=3', title: 'Late loans of Cessnock' });
    rememberPage(7, { to: '/else', title: 'Else' });
    rememberPage(8, { to: '/fines', title: 'Fines' });
    draw(hub, manifest, null, answering([]).port);
    const recent = within(screen.getByRole('navigation', { name: 'Opened last' }));
    expect(recent.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/late/001?weeks=3',
    ]);
  });
});
