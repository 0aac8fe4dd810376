// @vitest-environment jsdom
// Whatever a block draws leads to pages that its reader may open. A kind of block that gets links, or opens figures, and
// has no case here fails.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useRef } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { Chart } from '#src/blocks/chart/chart.tsx';
import { noPolicy } from '#src/blocks/chart/policy.ts';
import { Compare } from '#src/blocks/compare/compare.tsx';
import { Facts } from '#src/blocks/facts/facts.tsx';
import { Gallery } from '#src/blocks/gallery/gallery.tsx';
import { isLinkedGrid } from '#src/blocks/grid/definition.ts';
import { pageOfRows } from '#src/blocks/grid/local-rows.ts';
import { column, gridBlock } from '#src/blocks/grid/test-support.ts';
import { useRowViews } from '#src/blocks/grid/use-row-views.ts';
import { Include } from '#src/blocks/include/include.tsx';
import { Itinerary } from '#src/blocks/itinerary/itinerary.tsx';
import { List } from '#src/blocks/list/list.tsx';
import { MapBlock } from '#src/blocks/map/map.tsx';
import { QrCode } from '#src/blocks/qr-code/qr-code.tsx';
import { Related } from '#src/blocks/related/related.tsx';
import { SearchProxy } from '#src/blocks/search-proxy/search-proxy.tsx';
import { Stats } from '#src/blocks/stats/stats.tsx';
import { parseMarkup } from '#src/blocks/text/markup.ts';
import { TextBlock } from '#src/blocks/text/text.tsx';
import { Tiles } from '#src/blocks/tiles/tiles.tsx';
import type { LinkedFigures, ManifestEntry } from '#src/core/linked.ts';
import type { BlockComponent, BlockProps } from '#src/render/block-props.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { root } from '#tests/definitions/fixture.ts';
import {
  testBlock,
  testField,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';

// Leaflet needs a layout; what it draws leads nowhere.
vi.mock('#src/blocks/map/open-map.ts', () => {
  const nothing = () => {};
  return {
    openMap: () => ({
      ...{ repaint: nothing, fit: nothing, show: nothing },
      ...{ open: nothing, use: nothing, close: nothing },
    }),
  };
});

const entry = (id: string, route: string, integer: boolean): ManifestEntry => ({
  ...{ id, route, alias: [], access: 'auth', hash: 'h', title: id, group: null, summary: null },
  params: route.includes(':')
    ? [{ id: 'id', in: 'route', type: integer ? 'integer' : 'text', entity: null }]
    : [],
});
const pages = [
  entry('index', '/book/index', false),
  { ...entry('record', '/book/:id', true), record: 'books' },
  entry('result', '/book/result/:id', false),
];

const fields = [testField('id', 'integer'), testField('title', 'text'), testField('n', 'integer')];
const row = { id: 7, title: 'Dubliners', n: 3, stops: [{ book_id: 7 }] };
const figures: LinkedFigures = {
  ...{ list: 'books', needs: 'bookV', prefix: 'book', singular: 'book', plural: 'books' },
  ...{ about: '', percentiles: [], own: false, keys: ['id'] },
  columns: { n: { adds: true, how: 'count' } },
};
const source = testSource({
  fields,
  value: [row],
  page: async (request) => pageOfRows([row], fields, request),
});
const counted = testScreen({ data: { rows: { kind: 'sql', id: 'rows', fields, rowKey: 'id', figures } } });
const ofRow = { $text: ['/book/', { path: ['row', 'id'] }], over: 'row' as const };
const title = { $text: [{ path: ['row', 'title'] }], over: 'row' as const };

/** A cell that has a link, and one whose figure opens: the table itself is only drawn where there is a layout. */
function Cells(props: BlockProps): ReactNode {
  const latest = useRef(props);
  const given = gridBlock({
    data: 'rows',
    rowKey: 'id',
    views: [],
    columns: [
      column('title', { link: ofRow }),
      column('n', { field: testField('n', 'integer'), align: 'right' }),
    ],
  });
  if (!isLinkedGrid(given)) throw new Error('This is no grid.');
  const views = useRowViews(given, props, new Map(), latest, useMayOpen(), (to) => to);
  const place = {
    page: pageOfRows([row], fields, { offset: 0, limit: 9, sort: [], find: '', totals: {} }),
    index: 0,
  };
  const [first, second] = given.columns;
  if (!first || !second) return null;
  const { to } = views.cell(views.row(place, 0), first);
  return (
    <p>
      Row
      {to === null ? null : <a href={to}>Dubliners</a>}
      {views.drills(second) ? <button type="button">3</button> : null}
    </p>
  );
}

type Case = {
  readonly draw: BlockComponent;
  readonly block: object;
  readonly value?: unknown;
  readonly doors: readonly string[];
};

/** A block of each kind that leads somewhere, and what its ways are called. */
const cases: { readonly [kind: string]: Case } = {
  chart: {
    draw: Chart,
    block: {
      ...{ title: 'Books', data: 'rows', vega: '{}', lying: null, policy: noPolicy, facetColumns: 1, fields },
      ...{
        order: null,
        summary: null,
        on: [],
        empty: 'None.',
        spec: { encoding: { y: { field: 'n' } } },
        measures: ['n'],
      },
    },
    doors: ['7'],
  },
  compare: {
    draw: Compare,
    block: {
      ...{
        data: 'rows',
        empty: 'None.',
        entity: 'book',
        heading: fields[1],
        label: 'Book {id}',
        title: null,
      },
      ...{ name: null, choose: null },
      ...{ list: 'books', prefix: 'book', singular: 'book', plural: 'books' },
      sections: [
        { title: 'Content', fields: [{ field: fields[2], title: 'Copies', format: 'integer', right: true }] },
      ],
    },
    value: [row, { ...row, id: 9, title: 'Ulysses', n: 4 }],
    doors: ['Book 7', 'Book 9'],
  },
  facts: {
    draw: Facts,
    block: {
      ...{ columns: 1, empty: 'Gone.', heading: null, status: null, figures: [] },
      facts: [{ field: fields[1], title: 'Title', format: 'text', link: ofRow, hideEmpty: false }],
    },
    doors: ['Dubliners'],
  },
  gallery: {
    draw: Gallery,
    block: {
      ...{ rowKey: 'id', picture: { operation: 'book.cover', params: {} }, alt: 'Cover', heading: 'Cover' },
      lines: [{ id: 'go', text: title, link: ofRow }],
      ...{ actions: [], toolbar: [], pageSize: 5, empty: 'None.' },
    },
    doors: ['Dubliners'],
  },
  grid: { draw: Cells, block: {}, doors: ['Dubliners', '3'] },
  include: { draw: Include, block: { to: '/book/index', newPage: true }, doors: ['Part of the document'] },
  itinerary: {
    draw: Itinerary,
    block: {
      ...{
        rowKey: 'id',
        version: 'n',
        heading: 'title',
        stops: 'stops',
        save: [],
        actions: [],
        most: 9,
        empty: 'None.',
      },
      stop: {
        id: 'book_id',
        title: 'Book',
        text: '',
        link: { $text: ['/book/', { path: ['form', 'book_id'] }], over: 'form' },
      },
    },
    doors: ['Book 7'],
  },
  list: {
    draw: List,
    block: {
      heading: title,
      link: ofRow,
      on: [],
      onShow: [],
      sort: [],
      pageSize: 5,
      empty: 'None.',
      lines: [],
    },
    doors: ['Dubliners'],
  }, // A row without a place is named beside the map.
  map: {
    draw: MapBlock,
    block: {
      ...{ heading: title, link: ofRow, latitude: 'lat', longitude: 'lon', key: 'id' },
      ...{ lines: [], colours: [], small: null, toolbar: [], noun: 'books', empty: 'None.' },
      ...{ layers: [], find: [], clustersBelow: 0, labelsFrom: 17 },
    },
    doors: ['Dubliners'],
  },

  'qr-code': { draw: QrCode, block: { link: '/book/7', label: 'Opens it' }, doors: ['/book/7'] },
  related: {
    draw: Related,
    block: { empty: 'None.' },
    value: {
      items: [
        {
          list: 'books',
          field: 'id',
          fieldTitle: 'Book',
          title: 'books',
          singular: 'book',
          prefix: 'book',
          count: 2,
          criteria: [],
        },
      ],
    },
    doors: ['2 books'],
  },
  'search-proxy': {
    draw: SearchProxy,
    block: {
      ...{ kind: 'book', action: '', related: '', field: 'none', values: null, criteria: 'x', search: '' },
      lists: [{ list: 'books', prefix: 'book', related: '', fields: {} }],
    },
    doors: ['Search by other criteria'],
  },
  stats: {
    draw: Stats,
    block: {
      data: 'rows',
      empty: 'None.',
      items: [
        {
          ...{
            id: 'n',
            title: 'Books',
            source: 'rows',
            field: fields[2],
            value: null,
            format: 'integer',
            unit: null,
          },
          ...{ tone: null, target: null, help: null, visibleWhen: null, on: [] },
          trend: { source: 'rows', field: fields[2], by: fields[1] },
        },
      ],
    },
    doors: ['3', 'Dubliners: 3'],
  },
  text: {
    draw: TextBlock,
    block: { intent: 'none', lines: 'flow', paragraphs: parseMarkup('See [the books](/book/index).') },
    doors: ['the books'],
  },
  tiles: {
    draw: Tiles,
    block: {
      items: [{ id: 'books', title: 'Books', to: '/book/index' }],
      sections: [],
      group: null,
      empty: 'No page.',
    },
    doors: ['Books'],
  },
};

const refuse = () => Promise.reject(new Error('not here'));
const api: ApiPort = { base: '/api', call: refuse, upload: refuse, file: refuse };
const app = { navigate: () => {}, snackbar: () => {} } as never;

function drawn({ draw: Block, block, value }: Case, manifest: readonly ManifestEntry[]) {
  const given = value === undefined ? source : testSource({ kind: 'operation', value });
  const props = testProps(testBlock('part', { type: kindOf.get(Block) ?? 'part', ...block }), {
    source: given,
    sources: { rows: given },
    screen: counted,
    scope: { ...testScope, perms: ['bookV'] },
    // A chart says the same as a table.
    url: { get: () => 'table', set: () => {} },
  });
  return render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={api} app={app} manifest={manifest}>
        <MemoryRouter>
          <Block {...props} />
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>,
  );
}

const kindOf = new Map(Object.entries(cases).map(([kind, { draw }]) => [draw, kind]));

/** The way of this name, as a link or as a button. */
function ways(name: string): readonly HTMLElement[] {
  const parts = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')];
  return parts.filter(
    ({ textContent }) => textContent === name || (name.startsWith('/') && textContent?.endsWith(name)),
  );
}

beforeAll(() => {
  // jsdom lays nothing out.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(cleanup);

describe('what a block draws', () => {
  it.each(Object.entries(cases))(
    'leads on in %s where the reader may open it, and nowhere else',
    async (_, of) => {
      const { unmount } = drawn(of, pages);
      for (const name of of.doors) await waitFor(() => expect(ways(name)).toHaveLength(1));
      unmount();
      drawn(of, []);
      // The same part is there, or its message is; neither leads anywhere.
      await waitFor(() => expect(document.body.textContent).not.toBe(''));
      await new Promise((done) => setTimeout(done));
      for (const name of of.doors) expect(ways(name)).toEqual([]);
      expect(screen.queryAllByRole('link')).toEqual([]);
    },
  );

  it('is tried of every kind that has links, opens figures or leads by an address of its own', () => {
    const kinds = filesUnder(root, 'src/blocks', /schema\.json$/).map((file) => file.split('/').at(-2) ?? '');
    const leading = kinds.filter((kind) =>
      filesUnder(root, `src/blocks/${kind}`, /(?<!\.test)\.(?:json|tsx?)$/).some((file) =>
        /"x-link"|from 'react-router-dom'|\bfiguresOf\(screen|\bresultOf\(/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      ),
    );
    expect(Object.keys(cases).sort()).toEqual(leading.filter((kind) => !elsewhere.has(kind)).sort());
  });
});

/**
 * The editor draws pages of its own in a router of its own: what leads on there are the blocks above. What was opened last
 * stands in the browser, and its own test leaves out what is closed by now.
 */
const elsewhere: ReadonlySet<string> = new Set(['definition-editor', 'inputs', 'opened']);
