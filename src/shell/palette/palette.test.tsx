// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { recentPages, rememberPage } from '#src/render/recent-pages.ts';
import { sessionStore } from '#src/session/store.ts';
import { Palette } from './palette.tsx';
import { holdTyped } from './typed-ahead.ts';

const before = sessionStore.getState();
beforeEach(() => {
  sessionStore.setState({
    user: {
      id: 7,
      username: 'ada',
      full_name: 'Ada',
      company: { id: 1, name: 'Office', baseDate: '2025-07-01' },
    },
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStore.setState(before, true);
});

const page = (route: string, title: string, group: string | null = null): ManifestEntry => ({
  id: route.slice(1),
  route,
  alias: [],
  access: 'auth',
  title,
  group,
  summary: null,
  params: [],
  hash: 'x',
});

const manifest = [
  page('/report/median', 'Median sale prices', 'stat'),
  page('/report/months', 'Sales by month', 'stat'),
  page('/sale/index', 'Sales'),
  page('/sale/:id', 'Sale'),
  page('/sale/result/:hash', 'Sales found'),
];

const asked: string[] = [];
const answers: { [operation: string]: unknown } = {
  'search.favourites': {
    items: [
      { hash: 'abc', list: 'sales', name: 'Houses sold', text: 'Purpose is HOUSE.' },
      { hash: 'def', list: 'worksheets', name: 'Not to be opened here', text: '' },
    ],
  },
  'search.quick': { type: 'SA', items: [{ id: 42, type: 'SA', label: 'AB42', blurb: '12 Long Street' }] },
};
const call = (operation: string, given: { readonly query?: object | undefined } = {}) => {
  const term: unknown = given.query && Reflect.get(given.query, 'term');
  asked.push(`${operation} ${term ?? ''}`.trim());
  return Promise.resolve(answers[operation]);
};
const never = () => Promise.reject(new Error('Nothing is asked here.'));

function At() {
  const { pathname, search } = useLocation();
  return <p data-testid="at">{pathname + search}</p>;
}

function open(favouritePages: readonly string[] = [], place = '/app/dashboard') {
  asked.length = 0;
  answers['option.list'] = { 'pages.favourite': favouritePages };
  let closed = 0;
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[place]}>
        <PortsProvider api={{ base: '/api', call, upload: never, file: never }} manifest={manifest}>
          <Palette
            onClose={() => {
              closed += 1;
            }}
          />
          <At />
        </PortsProvider>
      </MemoryRouter>
    </SWRConfig>,
  );
  const box = screen.getByRole('combobox', { name: 'Find a page, report or record', hidden: true });
  return {
    box,
    closed: () => closed,
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    press: (key: string, more = {}) => fireEvent.keyDown(box, { key, ...more }),
    offered: () =>
      screen
        .queryAllByRole('option', { hidden: true })
        .map((option) => option.querySelector('.cad-palette-title')?.textContent),
    at: () => screen.getByTestId('at').textContent,
  };
}

describe('the palette', () => {
  it('opens the report that fits best by Enter, and closes', () => {
    const palette = open();
    palette.type('med pri');
    expect(palette.offered()).toEqual(['Median sale prices']);
    expect([...document.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(['Med', 'pri']);
    palette.press('Enter');
    expect(palette.at()).toBe('/report/median');
    expect(palette.closed()).toBe(1);
  });

  it('begins with what was typed before it was there, of which no shortcut hears', () => {
    const heard: string[] = [];
    const shortcut = (event: KeyboardEvent) => heard.push(event.key);
    document.addEventListener('keydown', shortcut);
    holdTyped();
    for (const key of ['m', 'o', 'x', 'Backspace', 'n', 'Shift']) fireEvent.keyDown(document.body, { key });
    const palette = open();
    expect(palette.offered()).toEqual(['Sales by month']);
    expect(heard).toEqual(['Shift']);
    fireEvent.keyDown(document.body, { key: 'h' });
    expect(heard).toEqual(['Shift', 'h']);
    document.removeEventListener('keydown', shortcut);
  });

  it('offers what was opened last, as it was left, and favourites that can be opened', async () => {
    rememberPage(7, { to: '/report/months?year=2024', title: 'Sales by month, Maitland' });
    rememberPage(7, { to: '/gone', title: 'A page that is gone' });
    rememberPage(7, { to: '/sale/index?s=1', title: 'The page that stands there' });
    const palette = open([], '/sale/index');
    await waitFor(() => expect(palette.offered()).toContain('Houses sold'));
    expect(palette.offered()).not.toContain('Not to be opened here');
    expect(palette.offered()).not.toContain('A page that is gone');
    expect(palette.offered()).not.toContain('The page that stands there');
    palette.type('maitland');
    palette.press('Enter');
    expect(palette.at()).toBe('/report/months?year=2024');
  });

  it('offers the pages that were starred on a hub before the searches that were', async () => {
    const palette = open(['report/months', 'report/gone']);
    await waitFor(() => expect(palette.offered().slice(0, 2)).toEqual(['Sales by month', 'Houses sold']));
  });

  it('finds a record by its ID, when Enter asks for it', async () => {
    const palette = open();
    palette.type('42');
    expect(asked).not.toContain('search.quick 42');
    palette.press('Enter');
    await waitFor(() => expect(palette.offered()).toEqual(['AB42']));
    palette.press('Enter');
    expect(palette.at()).toBe('/sale/42');
  });

  it('looks addresses up, beside its pages', async () => {
    const palette = open();
    palette.type('sal');
    await waitFor(() => expect(palette.offered()).toContain('AB42'));
    expect(palette.offered()).toEqual(['Sales by month', 'Median sale prices', 'AB42', 'Sales']);
    expect(asked).toContain('search.quick sal');
  });

  it('is narrowed to one kind after the other by Tab', () => {
    const palette = open();
    palette.type('sales');
    const pressed = () =>
      screen.getAllByRole('button', { hidden: true, pressed: true }).map((one) => one.textContent);
    expect(pressed()).toEqual(['All 2']);
    palette.press('Tab');
    expect([pressed(), palette.offered()]).toEqual([['Pages 1'], ['Sales']]);
    palette.press('Tab');
    expect(pressed()).toEqual(['Reports 1']);
    palette.press('Tab', { shiftKey: true });
    palette.press('Tab', { shiftKey: true });
    expect(pressed()).toEqual(['All 2']);
  });

  it('says so where nothing fits', () => {
    const palette = open();
    palette.type('zzz');
    expect(palette.offered()).toEqual([]);
    expect(screen.getByText('Nothing is called that.')).toBeDefined();
  });
});

describe('the pages that were opened last', () => {
  it('are the newest twenty, each once, with the filters that it was left with', () => {
    for (let n = 0; n < 25; n++) rememberPage(7, { to: `/sale/${n}`, title: `Sale ${n}` });
    rememberPage(7, { to: '/sale/20?tab=history', title: 'Sale 20' });
    expect(recentPages(7)).toHaveLength(20);
    expect(recentPages(7)[0]).toEqual({ to: '/sale/20?tab=history', title: 'Sale 20' });
    expect(recentPages(7).filter(({ title }) => title === 'Sale 20')).toHaveLength(1);
    expect(recentPages(8)).toEqual([]);
    localStorage.setItem('cadastre.recent.7', '{"no": "list"}');
    expect(recentPages(7)).toEqual([]);
  });
});
