// @vitest-environment jsdom
import { cleanup, screen as page, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { PaperPorts } from '#src/core/paper.ts';
import type { Row } from '#src/core/values.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import {
  testBlock,
  testField,
  testPage,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { Compare } from './compare.tsx';
import { link } from './link.ts';
import { print } from './print.ts';

afterEach(cleanup);

const refuse = () => Promise.reject(new Error('not called'));
const deaf: ApiPort = { base: '', call: refuse, upload: refuse, file: refuse };

const field = (...given: Parameters<typeof testField>) => testField(...given) as unknown as EntityField;

const book = {
  id: 'book',
  title: 'Book',
  plural: 'books',
  singular: 'book',
  record: { list: 'books', prefix: 'book', label: 'Book {id}' },
  fields: {
    title: field('title', 'text', { title: 'Title' }),
    genre: field('genre', 'text', { title: 'Genre', codes: 'genre' }),
    pages: field('pages', 'integer', { title: 'Pages' }),
    price: field('price', 'number', { title: 'Price', format: 'currency' }),
    secret: field('secret', 'text', { title: 'Secret' }),
  },
  children: {
    loans: {
      id: 'loans',
      title: 'Loans',
      description: null,
      write: 'always',
      lines: { fields: { reader: field('reader', 'text', { title: 'Reader' }) }, minItems: 0, maxItems: 9 },
    },
  },
} as unknown as Entity;

const definition = {
  data: 'books',
  entity: 'book',
  heading: 'title',
  sections: [
    { title: 'Content', fields: [{ id: 'genre' }, { id: 'pages', title: 'Length' }, { id: 'loans' }] },
    { title: 'Shop', fields: [{ id: 'price' }, { id: 'secret' }] },
  ],
  empty: 'None.',
};

function linked(more: object = {}): { readonly block: LinkedBlock; readonly findings: BlockFinding[] } {
  const findings: BlockFinding[] = [];
  const context = {
    entity: (id: string) => (id === 'book' ? book : null),
    useCodes: () => undefined,
    suggest: (wrong: string) => `Not ${wrong}.`,
    report: (finding: BlockFinding) => findings.push(finding),
  } as unknown as BlockLinkContext;
  return { block: link(testBlock('compare', { ...definition, ...more }), context), findings };
}

const books: readonly Row[] = [
  { id: 7, title: 'Oak', genre: 'N', pages: 320, price: 20.2, loans: [{ id: 1, reader: 'Ann' }] },
  { id: 9, title: 'Elm', genre: 'N', pages: null, price: 20.4, loans: [{ id: 2, reader: 'Ann' }] },
];
const linkedScreen = testScreen({ codes: { genre: [{ code: 'N', label: 'Novel' }] } });

function draw(records: readonly Row[]) {
  const { block } = linked();
  const props = testProps(block, {
    screen: linkedScreen,
    source: testSource({ kind: 'operation', value: records }),
  });
  const tree = () => (
    <MemoryRouter>
      <PortsProvider api={deaf} manifest={[testPage('/book/:id', { record: 'books' })]}>
        <Compare {...props} />
      </PortsProvider>
    </MemoryRouter>
  );
  const shown = render(tree());
  return { ...props, again: () => shown.rerender(tree()) };
}

const textsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);

describe('records side by side', () => {
  it('are told first by how many fields differ, each line marked by a sign and a word', () => {
    draw(books);
    // The rows inside are the same, whatever their numbers; what nobody was sent has no line.
    expect(page.getByRole('status').textContent).toBe('2 of 4 fields differ.');
    const rows = page.getAllByRole('row').map(textsOf);
    expect(rows).toEqual([
      ['Field', 'Book 7Oak', 'Book 9Elm'],
      ['Content 1 differs'],
      ['Genre', 'Novel', 'Novel'],
      ['≠Length differs', '320', '–'],
      ['Loans', 'Ann', 'Ann'],
      ['Shop 1 differs'],
      ['≠Price differs by less than is shown', '$20', '$20'],
    ]);
    expect(page.getByRole('link', { name: 'Book 9' }).getAttribute('href')).toBe('/book/9');
    expect(page.getByRole('cell', { name: '320' }).className).toBe('cad-right');
    expect(page.getAllByRole('cell', { name: 'Novel' })[0]?.className).toBe('');
  });

  it('show only what differs where that is chosen, and the address keeps it', async () => {
    const drawn = draw(books);
    await userEvent.click(page.getByRole('checkbox', { name: 'Only what differs' }));
    expect(drawn.asked).toEqual([['url', 'only', 'differing']]);
    drawn.again();
    expect(page.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual([
      'Content 1 differs',
      '≠Length differs',
      'Shop 1 differs',
      '≠Price differs by less than is shown',
    ]);
    await userEvent.click(page.getByRole('checkbox', { name: 'Only what differs' }));
    drawn.again();
    expect(within(page.getByRole('table')).getByText('Genre')).toBeDefined();
  });

  it('say so where all is the same', () => {
    draw([books[0] ?? {}, { ...books[0], id: 8 }]);
    expect(page.getByRole('status').textContent).toBe('These 2 books have the same in all 4 fields.');
    expect(page.queryByText('≠')).toBeNull();
  });

  it('are versions of one where they have names: one is chosen for each line, and all is handed on at once', async () => {
    const on = [{ type: 'close' }];
    const { block } = linked({
      name: 'edition',
      choose: { value: 'take', among: 'disputed', label: 'Decide', on },
    });
    const versions = [
      {
        id: '1 first',
        edition: 'First',
        take: 'old',
        disputed: ['genre', 'pages'],
        genre: 'N',
        pages: 1,
        price: 2,
      },
      { id: '1 second', edition: 'Second', take: 'new', disputed: null, genre: 'P', pages: 2, price: 3 },
      { id: '1 now', edition: 'Now', take: null, disputed: null, genre: 'P', pages: 2, price: 3 },
    ];
    const props = testProps(block, {
      screen: linkedScreen,
      source: testSource({ kind: 'operation', value: versions }),
    });
    render(
      <MemoryRouter>
        <PortsProvider api={deaf} manifest={[testPage('/book/:id', { record: 'books' })]}>
          <Compare {...props} />
        </PortsProvider>
      </MemoryRouter>,
    );
    expect(page.queryAllByRole('link')).toEqual([]);
    const decide = page.getByRole('button', { name: 'Decide' }) as HTMLButtonElement;
    // The price is not in dispute, and what stands now is no choice.
    expect(page.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Genre, First: Novel',
      'Genre, Second: P',
      'Length, First: 1',
      'Length, Second: 2',
    ]);
    await userEvent.click(page.getByRole('radio', { name: 'Length, First: 1' }));
    expect([decide.disabled, page.getByText('1 of 2 fields chosen')]).toEqual([true, expect.anything()]);
    await userEvent.click(page.getByRole('button', { name: 'All 2 fields of Second' }));
    await userEvent.click(page.getByRole('radio', { name: 'Genre, First: Novel' }));
    await userEvent.click(decide);
    expect(props.asked).toEqual([
      ['act', on, { row: { ...versions[0], chosen: { genre: 'old', pages: 'new' } } }],
    ]);
  });

  it('stand on paper with the sign of a difference', async () => {
    const { block } = linked();
    const ports = {
      screen: linkedScreen,
      scope: testScope,
      text: () => '',
      value: async () => books,
      list: async () => [],
    } as unknown as PaperPorts;
    const elements = await print(block, ports);
    const written = elements.map((element) =>
      element.kind === 'table'
        ? [
            element.columns.map(({ title }) => title),
            ...element.rows.map((row) => element.columns.map(({ text }) => text(row))),
          ]
        : element.kind === 'paragraph'
          ? element.runs.map(({ text }) => text).join('')
          : element.kind === 'heading'
            ? element.text
            : element.kind,
    );
    const head = ['Field', '', 'Book 7, Oak', 'Book 9, Elm'];
    expect(written).toEqual([
      '2 of 4 fields differ.',
      'Content',
      [head, ['Genre', '', 'Novel', 'Novel'], ['Length', '≠', '320', '–'], ['Loans', '', 'Ann', 'Ann']],
      'Shop',
      [head, ['Price', '≠', '$20', '$20']],
    ]);
  });

  it('have no field that the record type does not know', () => {
    const { findings } = linked({ heading: 'titel', sections: [{ title: 'All', fields: [{ id: 'pags' }] }] });
    expect(findings.map(({ pointer, rule }) => [pointer, rule])).toEqual([
      ['/sections/0/fields/0/id', 'unknown-field'],
      ['/heading', 'unknown-field'],
    ]);
  });
});
