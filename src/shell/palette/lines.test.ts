import { describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { groupsOf, placesOf } from './lines.ts';

const entry = (given: Partial<ManifestEntry> & Pick<ManifestEntry, 'id' | 'route'>): ManifestEntry => ({
  alias: [],
  access: 'auth',
  hash: 'h',
  title: given.id,
  group: null,
  summary: null,
  params: [],
  ...given,
});

const district = { id: 'dst', in: 'route', type: 'text', entity: 'district' } as const;

const manifest = [
  entry({
    id: 'median',
    route: '/report/median/:dst',
    title: { $text: ['Median sale prices, ', { path: ['params', 'dst'] }], over: 'screen' },
    group: 'stat',
    summary: 'What did sales fetch in each suburb?',
    params: [district],
  }),
  entry({
    id: 'months',
    route: '/report/months/:dst',
    title: 'Sales by month',
    group: 'stat',
    params: [district],
  }),
  entry({ id: 'sale', route: '/sale/:id', title: 'Sale' }),
  entry({ id: 'server', route: '/app/server', title: 'Server' }),
  entry({ id: 'privacy', route: '/app/privacy', title: 'Privacy', access: 'public' }),
];

const menu = [
  {
    title: 'About the product',
    action: null,
    items: [{ title: 'The server', action: '/app/server', items: [] }],
  },
];

const places = placesOf(manifest, menu, { district: '079' });
const nothing = { recent: [], favourites: [], found: [] };
const titles = (term: string, only: Parameters<typeof groupsOf>[2] = null, given = {}) =>
  groupsOf({ ...nothing, places, ...given }, term, only).map(({ heading, lines }) => [
    heading,
    ...lines.map(({ title, to }) => `${title} ${to}`),
  ]);

describe('the places of the palette', () => {
  it('are the pages that need no record, for the district that is chosen, called as the menu calls them', () => {
    expect(places.map(({ title, to, note }) => [title, to, note])).toEqual([
      ['Median sale prices', '/report/median/079', 'What did sales fetch in each suburb?'],
      ['Sales by month', '/report/months/079', ''],
      ['The server', '/app/server', 'About the product'],
    ]);
  });
});

describe('the groups of the palette', () => {
  it('hold what answers by its title before what answers by its summary', () => {
    expect(titles('sale')).toEqual([
      ['Reports', 'Sales by month /report/months/079', 'Median sale prices /report/median/079'],
    ]);
    expect(titles('suburb')).toEqual([['Reports', 'Median sale prices /report/median/079']]);
  });

  it('put first what was opened lately among what fits as well', () => {
    const two = [
      { to: '/a', title: 'Sales by year', note: '', kind: 'report' as const },
      { to: '/b', title: 'Sales by zone', note: '', kind: 'report' as const },
    ];
    const recent = [{ to: '/b?year=2025', title: 'Zones' }];
    expect(titles('sales', null, { places: two, recent })).toEqual([
      ['Reports', 'Sales by zone /b', 'Sales by year /a'],
    ]);
  });

  it('begin with what was opened last while nothing is typed', () => {
    const recent = [{ to: '/sale/7', title: 'Sale 7' }];
    const headings = (term: string) => titles(term, null, { recent }).map(([heading]) => heading);
    expect(headings(' ')).toEqual(['Recent', 'Reports', 'Pages']);
    expect(headings('s')).toEqual(['Reports', 'Recent', 'Pages']);
  });

  it('begin with the one that holds a title typed whole', () => {
    const both = [
      { to: '/report/purchases', title: 'Purchases over land values', note: '', kind: 'report' as const },
      { to: '/purchases', title: 'Purchases', note: '', kind: 'page' as const },
    ];
    const headings = (term: string) => titles(term, null, { places: both }).map(([heading]) => heading);
    expect(headings('purchase')).toEqual(['Reports', 'Pages']);
    expect(headings('PURCHASES')).toEqual(['Pages', 'Reports']);
  });

  it('tell how many there are of each kind while one alone is shown', () => {
    const groups = groupsOf({ ...nothing, places }, '', 'page');
    expect(groups.map(({ heading, count, lines }) => [heading, count, lines.length])).toEqual([
      ['Reports', 2, 0],
      ['Pages', 1, 1],
    ]);
  });

  it('show a record by its name, its kind and what tells it apart', () => {
    const found = [
      { key: 'SA 7', icon: [], kind: 'Sale', id: 7, to: '/sale/7', name: 'AB123', blurb: '12 Long Street' },
      { key: 'address', icon: [], kind: 'Address', id: null, to: null, name: null, blurb: '9 Short Street' },
    ];
    const [group] = groupsOf({ ...nothing, places: [], found }, 'street', null);
    expect(group?.lines.map(({ title, note, to }) => [title, note, to])).toEqual([
      ['AB123', 'Sale · 12 Long Street', '/sale/7'],
      ['9 Short Street', 'Address', null],
    ]);
  });
});
