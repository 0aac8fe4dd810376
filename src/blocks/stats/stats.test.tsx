// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { BlockFinding, BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import {
  testBlock,
  testField,
  testPage,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { link } from './link.ts';
import { lineOf } from './sparkline.tsx';
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

const linkContext: BlockLinkContext = {
  source: { kind: 'sql', id: 'library', fields, rowKey: null },
  fieldsOf: () => fields,
  entity: () => null,
  report: () => {},
  suggest: (wrong) => (wrong === 'boks' ? 'Did you mean "books"?' : undefined),
  widgetFor: () => ({ type: 'text', options: {} }),
  useCodes: () => {},
  useValidator: () => '',
};

function linked(given: readonly object[]) {
  const items = given.map((item) => ({ on: [], ...item }));
  const findings: BlockFinding[] = [];
  const codes: string[] = [];
  const context: BlockLinkContext = {
    ...linkContext,
    report: (finding) => findings.push(finding),
    useCodes: (table) => codes.push(table),
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
    const drawn = (props: BlockProps, pages = [testPage('/book/result/:id')]) => (
      <PortsProvider manifest={pages}>
        <Stats {...props} />
      </PortsProvider>
    );
    const { rerender } = render(drawn(testProps(block, { ...of, act })));
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
    rerender(drawn(testProps(block, { ...of, scope: testScope })));
    expect(screen.queryByRole('button')).toBeNull();
    rerender(drawn(testProps(block, of), []));
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

  const months = [
    { month: '2026-09-01', sold: 4 },
    { month: '2026-10-01', sold: null },
    { month: '2026-11-01', sold: 9 },
  ];
  const steps = [
    testField('month', 'date', { title: 'Month', format: 'month' }),
    testField('sold', 'integer'),
  ];

  function drawn(item: object, value: object = row, more: Partial<BlockProps> = {}) {
    const context = { ...linkContext, fieldsOf: (id: string) => (id === 'months' ? steps : fields) };
    const block = link(
      testBlock('stats', { data: null, items: [{ on: [], ...item }], empty: 'No books.' }),
      context,
    );
    const sources = {
      library: testSource({ fields, value: [value] }),
      months: testSource({ fields: steps, value: months }),
    };
    const evaluate: BlockProps['evaluate'] = ({ $expr }) => Number($expr);
    const props = testProps(block, { sources, evaluate, ...more });
    return { ...render(<Stats {...props} />), sources };
  }
  const limit = (text: string) => ({ $expr: text, over: 'row', returns: 'number' });

  it.each([
    [{ most: limit('20') }, 'Target 20 or less: met', 'good'],
    [{ most: limit('11') }, 'Target 11 or less: not met', 'bad'],
    [{ least: limit('12'), most: limit('30') }, 'Target 12 to 30: met', 'good'],
    [{ least: limit('13') }, 'Target 13 or more: not met', 'bad'],
    [{ least: limit('12'), most: limit('12') }, 'Target 12: met', 'good'],
  ])('says in words whether a target is met: %j', (target, words, tone) => {
    const { container } = drawn({ id: 'late', data: 'library', target: { title: 'Target', ...target } });
    expect(screen.getByText(words)).toBeTruthy();
    expect(container.querySelector('.cad-stat')?.getAttribute('data-tone')).toBe(tone);
  });

  it('judges no figure that is missing, and says what was wanted', () => {
    const target = { title: 'Limit', most: limit('20') };
    const { container } = drawn({ id: 'late', data: 'library', target }, { late: null });
    expect(screen.getByText('Limit 20 or less')).toBeTruthy();
    expect(container.querySelector('.cad-stat')?.getAttribute('data-tone')).toBe('none');
  });

  it('draws a trend as a line whose every step stands in its name, and its last step in words', () => {
    drawn({
      id: 'late',
      title: 'Late',
      data: 'library',
      trend: { data: 'months', field: 'sold', by: 'month' },
    });
    const name = 'Late by month: Sep 2026 4, Oct 2026 –, Nov 2026 9';
    expect(screen.getByRole('img', { name })).toBeTruthy();
    expect(screen.getByText('Nov 2026: 9')).toBeTruthy();
  });

  it('keeps its figures where the trend has failed, and tells of it', () => {
    const failure = {
      status: 500,
      code: 'x',
      message: 'Months are away.',
      reference: null,
      errors: [],
      details: {},
    };
    drawn({ id: 'late', data: 'library', trend: { data: 'months', field: 'sold', by: 'month' } }, row, {
      sources: {
        library: testSource({ fields, value: [row] }),
        months: testSource({ fields: steps, status: 'failed', failure }),
      },
    });
    expect(screen.getByRole('definition').textContent).toBe('12');
    expect(screen.getByRole('alert').textContent).toContain('Months are away.');
  });

  it('asks once more for everything that failed, what single figures read too', async () => {
    const failure = { status: 500, code: 'x', message: 'Away.', reference: null, errors: [], details: {} };
    const asked: string[] = [];
    const failed = (id: string) =>
      testSource({ fields, status: 'failed', failure, value: undefined, retry: () => asked.push(id) });
    drawn({ id: 'late', data: 'library' }, row, {
      source: failed('whole'),
      sources: { library: failed('library'), months: failed('months') },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(asked).toEqual(['whole', 'library']);
  });

  it('shows what is coming and what could not be counted, figure by figure', () => {
    for (const [status, words] of [
      ['loading', '…Loading'],
      ['failed', 'could not be counted'],
    ] as const) {
      const { unmount } = drawn({ id: 'late', data: 'library' }, row, {
        sources: { library: testSource({ fields, status, value: undefined }) },
      });
      expect(screen.getByRole('definition').textContent).toBe(words);
      unmount();
    }
  });

  it('leaves out a figure whose condition does not hold', () => {
    const visibleWhen = { $expr: 'false', over: 'screen', returns: 'boolean' };
    const { container } = drawn({ id: 'late', data: 'library', visibleWhen });
    expect(container.textContent).toBe('');
  });

  it('reports a trend of what is no number', () => {
    expect(
      linked([{ id: 'late', trend: { data: 'months', field: 'branch', by: 'branch' } }]).findings,
    ).toMatchObject([{ pointer: '/items/0/trend/field', rule: 'trend-number' }]);
  });
});

describe('the line of a trend', () => {
  it('begins anew behind a gap, and ends in the last step that is known', () => {
    expect(lineOf([0, null, 10, 5, null], [])).toEqual({
      path: 'M4 28M48 4L70 16',
      end: { x: 70, y: 16 },
      limits: [],
    });
  });

  it('has its limits in the same scale', () => {
    expect(lineOf([0, 5], [10])).toEqual({ path: 'M4 28L92 16', end: { x: 92, y: 16 }, limits: [4] });
  });

  it('is level where nothing changes', () => {
    expect(lineOf([3, 3], []).path).toBe('M4 16L92 16');
    expect(lineOf([null], []).end).toBeNull();
  });
});
