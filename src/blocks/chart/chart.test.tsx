// @vitest-environment jsdom
// What needs no picture; the picture itself is tested in a browser (tests/blocks/chart).

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import type { Row } from '#src/core/values.ts';
import { testBlock, testField, testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import { Chart } from './chart.tsx';
import { chooseRows } from './chart-policy.ts';
import { noPolicy } from './policy.ts';
import { originOf, prepareRows } from './prepare-rows.ts';

afterEach(cleanup);

const fields = [
  testField('id', 'integer', { title: 'Loan', format: 'id' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  testField('lent_on', 'date', { title: 'Lent on' }),
  testField('price', 'integer', { title: 'Price', format: 'currency' }),
];
const codes = { branch: [{ code: 'N', label: 'North' }] };
const row = { id: 7, branch: 'N', lent_on: '2022-03-09', price: 1200 };
const on = [{ type: 'navigate', to: '/loan/7' }];
const block = testBlock('chart', {
  title: 'Loans',
  data: 'rows',
  vega: '{}',
  lying: null,
  policy: noPolicy,
  facetColumns: 1,
  fields,
  order: null,
  summary: null,
  counted: null,
  on,
  empty: 'No loans.',
});

const drawnAs = (view: string | undefined, source = testSource({ fields, value: [row] })) =>
  testProps(block, { source, screen: testScreen({ codes }), url: { get: () => view, set: () => {} } });

const pageOf = (rows: readonly Row[], total: number): RowPage => {
  const ids = Object.keys(rows[0] ?? {});
  return {
    columns: ids.map((id) => ({ id, type: 'text' })),
    values: ids.map((id) => rows.map((one) => one[id])),
    ...{ offset: 0, count: rows.length, total, limited: false, totals: {}, run_at: '', dataset: 'both' },
  };
};

describe('chart block', () => {
  it('says the same as a table, whose first cell does what a mark does', async () => {
    const props = drawnAs('table');
    render(<Chart {...props} />);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Loan',
      'Branch',
      'Lent on',
      'Price',
    ]);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
      '7',
      'North',
      '09-Mar-2022',
      '$1,200',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '7' }));
    expect(props.asked).toEqual([['act', on, { row }]]);
  });

  it('orders the rows of the table as the marks are, those without a value last', () => {
    const value = [5, null, 12, 7].map((price, id) => ({ ...row, id, price }));
    const firstCells = (order: object | null) => {
      const props = drawnAs('table', testSource({ fields, value }));
      render(<Chart {...props} block={{ ...block, order }} />);
      const cells = screen.getAllByRole('row').slice(1);
      const texts = cells.map((line) => line.querySelector('td')?.textContent);
      cleanup();
      return texts;
    };
    expect(firstCells({ field: 'price', descending: true })).toEqual(['2', '3', '0', '1']);
    expect(firstCells({ field: 'price', descending: false })).toEqual(['0', '3', '2', '1']);
    expect(firstCells(null)).toEqual(['0', '1', '2', '3']);
  });

  it('tells how many of many rows the table shows', () => {
    const value = Array.from({ length: 1200 }, (_, id) => ({ ...row, id }));
    render(<Chart {...drawnAs('table', testSource({ fields, value }))} />);
    expect(screen.getAllByRole('row')).toHaveLength(501);
    expect(screen.getByText('The first 500 of 1,200 rows.')).toBeTruthy();
  });

  it('draws more rows than were loaded from a sample that it asks for, and says so', async () => {
    const value = Array.from({ length: 20 }, (_, id) => ({ ...row, id }));
    const asked: PageRequest[] = [];
    let fails = true;
    const page = async (request: PageRequest) => {
      asked.push(request);
      if (fails) throw new Error('The database rests.');
      return pageOf(value.slice(0, 15), 8_000);
    };
    const source = testSource({ fields, value, cutFrom: 8_000, page });
    const { rerender } = render(<Chart {...drawnAs(undefined, source)} />);
    expect((await screen.findByRole('alert')).textContent).toContain('The database rests.');
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Drawn from a random sample of 15 of 8,000 rows/)).toBeTruthy();
    expect(asked.at(-1)).toMatchObject({ sample: 5_000 });
    // The table is of the rows themselves, whose first are here.
    rerender(<Chart {...drawnAs('table', source)} />);
    expect(screen.getAllByRole('row')).toHaveLength(21);
    expect(screen.getByText('The first 20 of 8,000 rows.')).toBeTruthy();
    expect(screen.queryByText(/random sample/)).toBeNull();
  });

  it('draws all of many rows by what it counts of them', async () => {
    const asked: PageRequest[] = [];
    const page = async (request: PageRequest) => {
      asked.push(request);
      return pageOf([{ branch: 'N', '#rows': 8_000 }], 1);
    };
    const source = testSource({ fields, value: [row], cutFrom: 8_000, page });
    render(<Chart {...drawnAs(undefined, source)} block={{ ...block, counted: ['branch'] }} />);
    expect(await screen.findByRole('img', { name: /Drawn from 8000 rows/ })).toBeTruthy();
    expect(asked).toEqual([expect.objectContaining({ counted: ['branch'] })]);
    expect(screen.queryByText(/sample/)).toBeNull();
  });

  it('tells that there is nothing to draw, and a failure with a way to retry', async () => {
    const { rerender } = render(<Chart {...drawnAs(undefined, testSource({ fields, value: [] }))} />);
    expect(screen.getByText('No loans.')).toBeTruthy();
    // A page has several charts: which one is empty is said.
    expect(screen.getByRole('region', { name: 'Loans' })).toBeTruthy();
    let retried = 0;
    const failure = {
      status: 500,
      code: 'x',
      message: 'The query failed.',
      reference: null,
      errors: [],
      details: {},
    };
    const failed = testSource({
      fields,
      status: 'failed',
      failure,
      value: undefined,
      retry: () => void retried++,
    });
    rerender(<Chart {...drawnAs(undefined, failed)} />);
    expect(screen.getByRole('alert').textContent).toContain('The query failed.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retried).toBe(1);
  });

  it('draws labels and local days, and leads back to the row as it was sent', () => {
    const [prepared] = prepareRows(chooseRows([row], noPolicy, { fields, codes }), fields, codes);
    expect(prepared).toMatchObject({ branch: 'North', lent_on: new Date(2022, 2, 9) });
    expect(originOf(prepared, fields, codes)).toBe(row);
    const group = { branch: 'North', lent_on: new Date(2022, 2, 9).getTime(), __count: 4 };
    expect(originOf(group, fields, codes)).toEqual({ branch: 'N', lent_on: '2022-03-09' });
    expect(originOf({ __count: 1 }, fields, codes)).toBeNull();
    expect(row.branch).toBe('N');
  });
});
