// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { ManifestEntry } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testPage, testProps, testSource } from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { Related } from './related.tsx';

afterEach(cleanup);

const item = (list: string, count: number, more: object = {}) => ({
  list,
  prefix: list.slice(0, -1),
  title: list,
  singular: list.slice(0, -1),
  field: 'book_id',
  fieldTitle: 'Book',
  count,
  criteria: [{ fld: 'book_id', op: 'eq', val: 7 }],
  ...more,
});
const loans: ManifestEntry = {
  id: 'loan/result',
  route: '/loan/result/:id',
  alias: [],
  access: 'auth',
  hash: '',
  title: 'Loans',
  group: null,
  summary: null,
  params: [{ id: 'id', in: 'route', type: 'text', entity: null }],
};

function draw(items: readonly object[], more: readonly ManifestEntry[] = [], reach?: object) {
  const block = testBlock('related', { data: 'related', empty: 'Alone.', ...(reach ? { reach } : {}) });
  const props = testProps(block, { source: testSource({ kind: 'operation', value: { items } }) });
  render(
    <MemoryRouter>
      <PortsProvider manifest={[loans, ...more]}>
        <Related {...props} />
      </PortsProvider>
    </MemoryRouter>,
  );
  return props;
}

describe('related block', () => {
  it('counts what refers to the record, and leads to just that', async () => {
    const { asked } = draw([
      item('loans', 3),
      item('reviews', 1),
      item('loans', 0, { field: 'copy', fieldTitle: 'Copy' }),
    ]);
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '3 loans (Book)',
      '1 review',
      '0 loans (Copy)',
    ]);
    // Reviews have no page of results, and there is nothing to see of no loans.
    const [button] = screen.getAllByRole('button');
    expect(screen.getAllByRole('button')).toHaveLength(1);
    if (button) await userEvent.click(button);
    const criteria = [{ fld: 'book_id', op: 'eq', val: 7 }];
    expect(asked).toEqual([
      ['act', [{ type: 'search', list: 'loans', prefix: 'loan', criteria }], undefined],
    ]);
  });

  it('says in what records are alike, and counts none of them among those that refer to it', () => {
    draw([item('loans', 3), item('loans', 8, { field: 'reader', fieldTitle: 'same reader', alike: true })]);
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '3 loans',
      '8 loans (same reader)',
    ]);
  });

  it('leads to as few as stand side by side where a page compares them', () => {
    const compares = testPage('/loan/compare/:ids');
    draw([item('loans', 3, { ids: [4, 5, 9] }), item('reviews', 2, { ids: [1, 2] })], [compares]);
    const links = screen.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['compare 3 loans', '/loan/compare/4,5,9'],
    ]);
  });

  it('lets people choose how far is near, where something can be', async () => {
    const near = { field: 'position', fieldTitle: 'within 750 m', alike: true, metres: 750 };
    const reach = { param: 'metres', choices: [500, 1000] };
    const { asked } = draw([item('loans', 3), item('loans', 8, near)], [], reach);
    expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '3 loans',
      '8 loans within 750 m',
    ]);
    const choice = screen.getByRole('combobox', { name: 'Within' });
    expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      '500 m',
      '750 m',
      '1,000 m',
    ]);
    await userEvent.selectOptions(choice, '1,000 m');
    expect(asked).toEqual([['act', [{ type: 'set', params: { metres: 1000 }, mode: 'set' }], undefined]]);
    cleanup();
    draw([item('loans', 3)], [], reach);
    expect(screen.queryByRole('combobox')).toBeNull();
    cleanup();
    draw([item('loans', 8, near)]);
    expect(screen.getByText('Within 750 m')).toBeDefined();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('says so where nothing refers to it', () => {
    draw([]);
    expect(screen.getByText('Alone.')).toBeDefined();
  });

  it('takes what an operation answers, no rows', () => {
    const findings: BlockFinding[] = [];
    const context = {
      source: { kind: 'sql', id: 'rows', fields: [], rowKey: null },
      report: (finding: BlockFinding) => findings.push(finding),
    } as unknown as BlockLinkContext;
    link(testBlock('related', { data: 'rows', empty: '' }), context);
    expect(findings).toMatchObject([{ pointer: '/data', rule: 'related-source' }]);
  });
});
