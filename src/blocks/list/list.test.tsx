// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageRequest } from '#src/core/rows.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testField, testProps, testSource } from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { List } from './list.tsx';

const fields = [
  testField('title', 'text', { title: 'Title' }),
  testField('price', 'integer', { title: 'Price', format: 'currency' }),
];
const titleOf = (i: number) => `Book ${i + 1}`;

let reachEnd: () => void = () => {};
beforeEach(() => {
  // jsdom lays nothing out, so the test says when the end of the list comes near.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        reachEnd = () => tell([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {
        reachEnd = () => {};
      }
    },
  );
});
afterEach(cleanup);

/** A source of `count` books; `asked` collects the pages that were asked for. */
function books(count: number, fail: () => boolean = () => false) {
  const asked: PageRequest[] = [];
  const source: SourceView = testSource({
    fields,
    page: async (request) => {
      asked.push(request);
      if (fail())
        throw { status: 500, code: 'x', message: 'It broke.', reference: null, errors: [], details: {} };
      const places = Array.from({ length: count }, (_, i) => i).slice(
        request.offset,
        request.offset + request.limit,
      );
      return {
        columns: fields.map(({ id, type }) => ({ id, type })),
        values: [places.map(titleOf), places.map((i) => (i === 0 ? null : i * 1000))],
        offset: request.offset,
        count: places.length,
        total: count,
        limited: false,
        totals: {},
        run_at: '2022-07-01T00:00:00Z',
        dataset: 'real' as const,
      };
    },
  });
  return { source, asked };
}

const block = testBlock('list', {
  data: 'rows',
  heading: { $text: ['', { path: ['row', 'title'] }, ''], over: 'row' },
  on: [],
  onShow: [],
  mark: 'New',
  lines: [{ field: fields[1], title: 'Costs', format: 'currency' }],
  pageSize: 10,
  sort: ['title'],
  empty: 'The shelves are empty.',
});

const nobody = () => Promise.reject(new Error('A list calls nothing itself.'));
const api: ApiPort = { base: '/api', call: nobody, upload: nobody, file: nobody };

async function show(props: BlockProps): Promise<void> {
  await act(async () => {
    render(
      <PortsProvider api={api}>
        <MemoryRouter>
          <List {...props} />
        </MemoryRouter>
      </PortsProvider>,
    );
  });
}

async function draw(source: SourceView, more: object = {}) {
  const props = testProps({ ...block, ...more }, { source });
  await show(props);
  return props;
}

const shown = () => screen.queryAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);

describe('list block', () => {
  it('loads the next rows when the end comes near, until all are here', async () => {
    const { source, asked } = books(23);
    await draw(source);
    expect(shown()).toEqual(Array.from({ length: 10 }, (_, i) => titleOf(i)));
    expect(screen.getByText('10 of 23')).toBeTruthy();
    await act(async () => reachEnd());
    await act(async () => reachEnd());
    expect(shown()).toHaveLength(23);
    await act(async () => reachEnd());
    expect(asked.map(({ offset, limit, sort }) => [offset, limit, sort])).toEqual([
      [0, 10, ['title']],
      [10, 10, ['title']],
      [20, 10, ['title']],
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('tells place and number of each row, and leaves out missing facts', async () => {
    await draw(books(2).source);
    const [first, second] = screen.getAllByRole('listitem');
    expect([first?.getAttribute('aria-posinset'), first?.getAttribute('aria-setsize')]).toEqual(['1', '2']);
    expect(first?.textContent).not.toContain('Costs');
    expect(second?.textContent).toContain('Costs$1,000');
  });

  it('keeps what is here when the next rows fail, and tries again', async () => {
    let broken = false;
    const { source } = books(15, () => broken);
    await draw(source);
    broken = true;
    await act(async () => reachEnd());
    expect(shown()).toHaveLength(10);
    expect(screen.getByRole('alert').textContent).toContain('It broke.');
    broken = false;
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(shown()).toHaveLength(15);
  });

  it('says what is missing when there is no row, and not when the query failed', async () => {
    await draw(books(0).source);
    expect(screen.getByText('The shelves are empty.')).toBeTruthy();
    cleanup();
    await draw(books(0, () => true).source);
    expect(screen.queryByText('The shelves are empty.')).toBeNull();
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('loads at once as many rows as were seen before, on Back', async () => {
    const { source, asked } = books(50);
    const props = testProps(block, { source });
    props.visit.set('rows', 40);
    await show(props);
    expect(asked[0]?.limit).toBe(40);
    expect(shown()).toHaveLength(40);
  });

  it('hands the row of a pressed heading to the actions, and strikes through what is done', async () => {
    const props = testProps(
      {
        ...block,
        on: [{ type: 'snackbar' }],
        strikeWhen: { $expr: 'row.price > 0', over: 'row', returns: 'boolean' },
      },
      {
        source: books(2).source,
        evaluate: (_, extra) => Number(extra?.row?.price ?? 0) > 0,
      },
    );
    await show(props);
    fireEvent.click(screen.getByRole('button', { name: 'Book 2' }));
    expect(props.asked).toContainEqual([
      'act',
      [{ type: 'snackbar' }],
      { row: { title: 'Book 2', price: 1000 } },
    ]);
    expect(screen.getByText('Book 2').tagName).toBe('S');
    expect(screen.getByText('Book 1').tagName).toBe('BUTTON');
  });
});

describe('tags and marks of a list', () => {
  const genres = [
    { code: 'NO', label: 'Novel' },
    { code: 'PO', label: 'Poems' },
  ];
  const answered = (rows: readonly object[]) =>
    testSource({ kind: 'operation', fields, status: 'ready', value: { items: rows } });

  it('names the codes of a row in the colours of their places, and shows an unknown one as it is', async () => {
    const props = testProps(
      { ...block, tags: { field: 'genres', codes: 'genre' } },
      { source: answered([{ title: 'Emma', genres: ['PO', 'X'] }, { title: 'Ada' }]) },
    );
    await show({ ...props, screen: { ...props.screen, codes: { genre: genres } } });
    const tags = [...document.querySelectorAll<HTMLElement>('.cad-tag')];
    expect(tags.map((tag) => [tag.textContent, tag.style.getPropertyValue('--cad-hue')])).toEqual([
      ['Poems', '180deg'],
      ['X', ''],
    ]);
  });

  it('marks rows, and starts what is to happen on showing once, with the first row', async () => {
    const marked = { $expr: 'row.unread', over: 'row', returns: 'boolean' } as const;
    const props = testProps(
      { ...block, markWhen: marked, mark: 'Unread', onShow: [{ type: 'call' }] },
      {
        source: answered([{ title: 'Emma', unread: true }, { title: 'Ada' }]),
        evaluate: (_, extra) => extra?.row?.unread ?? false,
      },
    );
    await show(props);
    expect(screen.getAllByText('Unread')).toHaveLength(1);
    const started = props.asked.filter((entry) => Array.isArray(entry) && entry[0] === 'act');
    expect(started).toEqual([['act', [{ type: 'call' }], { row: { title: 'Emma', unread: true } }]]);
    cleanup();
    const nothing = testProps({ ...block, onShow: [{ type: 'call' }] }, { source: answered([]) });
    await show(nothing);
    expect(nothing.asked).toEqual([]);
  });
});

describe('linking a list', () => {
  it('reports a sort by a field that the source does not have', () => {
    const findings: unknown[] = [];
    link(testBlock('list', { data: 'rows', facts: [], sort: ['-titel'] }), {
      source: { kind: 'sql', id: 'rows', fields, rowKey: null },
      fieldsOf: () => fields,
      entity: () => null,
      report: (finding) => findings.push(finding),
      suggest: () => 'title',
      widgetFor: () => ({ type: 'text', options: {} }),
      useCodes: () => {},
      useValidator: () => '',
    });
    expect(findings).toEqual([expect.objectContaining({ pointer: '/sort/0', rule: 'unknown-column' })]);
  });
});
