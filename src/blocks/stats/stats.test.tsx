// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import {
  testBlock,
  testField,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { Stats } from './stats.tsx';

afterEach(cleanup);

const fields = [
  testField('books', 'integer', { title: 'Books' }),
  testField('worth', 'integer', { title: 'Worth', format: 'currency', unit: '$' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  testField('late', 'integer', { title: 'Late' }),
];
const late = { $expr: 'row.late / row.books', over: 'row', returns: 'any' } as const;
const tone = { $expr: "row.late > 0 ? 'bad' : 'good'", over: 'row', returns: 'text' } as const;

function linked(given: readonly object[]) {
  const items = given.map((item) => ({ on: [], ...item }));
  const findings: BlockFinding[] = [];
  const codes: string[] = [];
  const context: BlockLinkContext = {
    source: { kind: 'sql', id: 'library', fields, rowKey: null },
    fieldsOf: () => fields,
    entity: () => null,
    report: (finding) => findings.push(finding),
    suggest: (wrong) => (wrong === 'boks' ? 'Did you mean "books"?' : undefined),
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: (table) => codes.push(table),
    useValidator: () => '',
  };
  return {
    block: link(testBlock('stats', { data: 'library', items, empty: 'No books.' }), context),
    findings,
    codes,
  };
}

const row = { books: 1234, worth: -5000, branch: 'N', late: 12 };

describe('stats block', () => {
  it('draws fields with title, format, code label and unit', () => {
    const { block, codes } = linked([{ id: 'books' }, { id: 'w', field: 'worth' }, { id: 'branch' }]);
    expect(codes).toEqual(['branch']);
    const props = testProps(block, {
      source: testSource({ fields, value: [row] }),
      screen: testScreen({ codes: { branch: [{ code: 'N', label: 'North' }] } }),
    });
    render(<Stats {...props} />);
    expect(screen.getAllByRole('definition').map((value) => value.textContent)).toEqual([
      '1,234',
      '−$5,000',
      'North',
    ]);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Books', 'Worth', 'Branch']);
  });

  it('draws computed figures with tone in words and help', () => {
    const { block, findings } = linked([
      { id: 'share', title: 'Late', value: late, format: 'percent', tone, help: 'Two weeks' },
    ]);
    expect(findings).toEqual([]);
    const evaluate = (expression: unknown, extra?: { row?: object }) => {
      expect(extra?.row).toEqual(row);
      return expression === late ? 0.0097 : 'bad';
    };
    render(<Stats {...testProps(block, { source: testSource({ fields, value: [row] }), evaluate })} />);
    expect(screen.getByRole('definition').textContent).toBe('1.0 % ■(bad)Two weeks');
  });

  it('runs its actions with the row', async () => {
    const on = [{ type: 'navigate', to: '/book/index' }];
    const props = testProps(linked([{ id: 'books', on }]).block, {
      source: testSource({ fields, value: [row] }),
    });
    render(<Stats {...props} />);
    await userEvent.click(screen.getByRole('button', { name: 'Books: 1,234' }));
    expect(props.asked).toEqual([['act', on, { row }]]);
  });

  it('opens the rows behind a figure for who may see them', async () => {
    const { block } = linked([{ id: 'books' }, { id: 'late' }]);
    const figures = {
      ...{ list: 'books', needs: 'bookV', prefix: 'book', singular: 'book', plural: 'books' },
      ...{ about: '', percentiles: [], own: false, keys: ['branch'] },
      columns: { books: { adds: true, how: 'count' } },
    };
    const data = { library: { kind: 'sql' as const, id: 'library', fields, rowKey: null, figures } };
    const source = testSource({
      fields,
      value: [row],
      asking: () => ({ screen: 'test', source: 'library' }),
    });
    const of = { source, screen: testScreen({ data }), scope: { ...testScope, perms: ['bookV'] } };
    const steps: unknown[] = [];
    const act: BlockProps['act'] = async (given) => {
      steps.push(...given);
      return { done: true, value: { hash: 'h-1', prefix: 'book', text: '1,234 books of N' } };
    };
    const { rerender } = render(<Stats {...testProps(block, { ...of, act })} />);
    await userEvent.click(screen.getByRole('button', { name: 'Books: 1,234' }));
    expect(steps).toEqual([
      {
        type: 'call',
        operation: 'figure.open',
        body: { screen: 'test', source: 'library', at: [{ column: 'branch', value: 'N' }], column: 'books' },
      },
      { type: 'navigate', to: '/book/result/h-1' },
    ]);
    expect(screen.getAllByRole('button')).toHaveLength(1);
    rerender(<Stats {...testProps(block, { ...of, scope: testScope })} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reports an unknown field with the nearest known one', () => {
    expect(linked([{ id: 'x', field: 'boks' }]).findings).toMatchObject([
      { pointer: '/items/0/field', rule: 'unknown-column', suggestion: 'Did you mean "books"?' },
    ]);
  });

  it('tells that there are no figures, and a failure with its reference', () => {
    const { block } = linked([{ id: 'books' }]);
    const { rerender } = render(
      <Stats {...testProps(block, { source: testSource({ fields, value: [] }) })} />,
    );
    expect(screen.getByText('No books.')).toBeTruthy();
    const failure = {
      status: 500,
      code: 'x',
      message: 'The query failed.',
      reference: 'r-9',
      errors: [],
      details: {},
    };
    rerender(<Stats {...testProps(block, { source: testSource({ fields, status: 'failed', failure }) })} />);
    expect(screen.getByRole('alert').textContent).toContain('Reference r-9');
  });
});
