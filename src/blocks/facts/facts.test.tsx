// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entity } from '#src/core/entity.ts';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, ManifestEntry } from '#src/core/linked.ts';
import type { SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import {
  testBlock,
  testField,
  testPage,
  testProps,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { Facts } from './facts.tsx';
import { link } from './link.ts';

afterEach(cleanup);

const fields = [
  testField('title', 'text', { title: 'Title' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  testField('kind', 'text', { title: 'Kind', list: 'kinds' }),
  testField('bought', 'date', { title: 'Bought' }),
  testField('pages', 'integer', { title: 'Length', unit: 'pages' }),
  testField('lent', 'boolean', { title: 'Lent' }),
];

function linked(definitions: readonly object[], more: object = {}, entity: Entity | null = null) {
  const findings: BlockFinding[] = [];
  const context: BlockLinkContext = {
    source: { kind: 'sql', id: 'book', fields, rowKey: null },
    fieldsOf: () => fields,
    entity: () => entity,
    report: (finding) => findings.push(finding),
    suggest: (wrong) => (wrong === 'titel' ? 'Did you mean "title"?' : undefined),
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: () => {},
    useValidator: () => '',
  };
  const block = link(
    testBlock('facts', {
      data: 'book',
      columns: 2,
      layout: 'grid',
      fields: definitions,
      figures: [],
      empty: 'Gone.',
      ...more,
    }),
    context,
  );
  return { block, findings };
}

const api: ApiPort = {
  base: '/api',
  call: async () => ({ kinds: [{ code: 'A', name: 'Atlas' }] }),
  upload: () => Promise.reject(new Error('not here')),
  file: () => Promise.reject(new Error('not here')),
};

const books: ManifestEntry = {
  id: 'book/result',
  route: '/book/result/:id',
  alias: [],
  access: 'auth',
  hash: '',
  title: 'Books',
  group: null,
  summary: null,
  params: [{ id: 'id', in: 'route', type: 'text', entity: null }],
};

function draw(block: LinkedBlock, value: unknown, more: Partial<SourceView> = {}) {
  const props = testProps(block, {
    source: testSource({ fields, value, ...more }),
    screen: testScreen({ codes: { branch: [{ code: 'N', label: 'North' }] } }),
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={api} manifest={[books, testPage('/branch/:id')]}>
        <MemoryRouter>
          <Facts {...props} />
        </MemoryRouter>
      </PortsProvider>
    </SWRConfig>,
  );
  return props.asked;
}

const values = () => screen.getAllByRole('definition').map((value) => value.textContent);
const book = { title: 'Emma', branch: 'N', kind: 'A', bought: '2022-03-09', pages: 1474, lent: false };

describe('facts block', () => {
  it('draws every field of the source where none is named, each in its format', async () => {
    draw(linked([]).block, [book]);
    expect(await screen.findByText('Atlas')).toBeTruthy();
    expect(values()).toEqual(['Emma', 'North', 'Atlas', '09-Mar-2022', '1,474 pages', 'No']);
  });

  it('has a place for each fact before it is here, but for those that may be left out', () => {
    draw(linked([{ id: 'title' }, { id: 'kind' }, { id: 'pages', hideEmpty: true }]).block, undefined, {
      status: 'loading',
    });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(values()).toEqual(['', '']);
  });

  it('draws an operation’s record, a dash for what is missing, and leaves out what may be left out', () => {
    draw(linked([{ id: 'title' }, { id: 'bought', title: 'On' }, { id: 'pages', hideEmpty: true }]).block, {
      title: 'Emma',
      bought: null,
    });
    expect(values()).toEqual(['Emma', '–']);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Title', 'On']);
  });

  it('links a value to where its row says', () => {
    const to = { $text: ['/branch/', { path: ['row', 'branch'] }], over: 'row' };
    draw(linked([{ id: 'branch', link: to }]).block, book);
    expect(screen.getByRole('link', { name: 'North' }).getAttribute('href')).toBe('/branch/N');
  });

  it('heads a record by what it is called, how it stands and its key figures', () => {
    const more = { heading: 'title', status: 'lent', figures: [{ id: 'pages' }], layout: 'line' };
    draw(linked([{ id: 'bought' }], more).block, book);
    expect(screen.getByRole('heading', { name: 'Emma' })).toBeTruthy();
    expect(screen.getByText('Not lent')).toBeTruthy();
    expect(values()).toEqual(['09-Mar-2022', '1,474 pages']);
    cleanup();
    draw(linked([{ id: 'bought' }], more).block, { bought: '2022-03-09', lent: true });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(screen.getByText('Lent')).toBeTruthy();
    expect(linked([], { status: 'titel' }).findings).toMatchObject([{ pointer: '/status' }]);
  });

  it('leads from a code to the records that have it, where they have a page', async () => {
    const entity = bookEntity([
      bookField('title', { search: ['contains'] }),
      bookField('branch', { codes: 'branch', search: ['oneof'] }),
      bookField('kind', { list: 'kinds', search: ['oneof', 'eq'] }),
      bookField('lent', { offers: 'shelves', search: ['eq'] }),
    ]);
    const asked = draw(linked([], { entity: 'book' }, entity).block, { ...book, lent: 'B4' });
    await userEvent.click(screen.getByRole('button', { name: 'North' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Atlas' }));
    await userEvent.click(screen.getByRole('button', { name: 'B4' }));
    const search = { type: 'search', list: 'books', prefix: 'book' };
    expect(asked).toEqual([
      ['act', [{ ...search, criteria: [{ fld: 'branch', op: 'oneof', val: ['N'] }] }], undefined],
      ['act', [{ ...search, criteria: [{ fld: 'kind', op: 'eq', val: 'A' }] }], undefined],
      ['act', [{ ...search, criteria: [{ fld: 'lent', op: 'eq', val: 'B4' }] }], undefined],
    ]);
    expect(screen.getAllByRole('button')).toHaveLength(3);
  });

  it('says so when there is no record', () => {
    draw(linked([]).block, []);
    expect(screen.getByText('Gone.')).toBeTruthy();
  });

  it('reports an unknown field', () => {
    expect(linked([{ id: 'titel' }]).findings).toMatchObject([
      { pointer: '/fields/0/id', rule: 'unknown-column', suggestion: 'Did you mean "title"?' },
    ]);
  });
});
