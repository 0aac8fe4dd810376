// @vitest-environment jsdom

import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { testBlock, testField, testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import { entriesOf } from './entries.ts';
import { History } from './history.tsx';

afterEach(cleanup);

const fields = [
  testField('price', 'integer', { title: 'Price', format: 'currency' }),
  testField('branch', 'text', { title: 'Branch', codes: 'branch' }),
  {
    ...testField('loans', 'list', { title: 'Loans' }),
    cells: [
      testField('reader', 'text'),
      testField('fee', 'integer', { format: 'currency' }),
      testField('at', 'text', { codes: 'branch' }),
    ],
  },
];
const block = testBlock('history', { data: 'changes', fields, empty: 'As it was bought.' });
const answer = {
  items: [
    {
      id: 2,
      at: '2022-07-01T02:30:00Z',
      user_name: 'Ann Reader',
      action: 'update',
      forced: true,
      fields: [
        { id: 'price', title: 'price', old: 10, new: 1200 },
        { id: 'branch', title: 'branch', old: null, new: 'N' },
        { id: 'shelf', title: 'Shelf', old: 'a', new: 'b' },
        {
          id: 'loans',
          title: 'loans',
          old: [],
          new: [
            { id: 4, reader: 'Bob', fee: 3 },
            { id: 5, reader: 'Cy', at: 'N' },
          ],
        },
      ],
    },
    { id: 1, at: '2022-06-30T14:00:00Z', user_name: null, action: 'insert', forced: false, fields: [] },
  ],
};

function draw(value: unknown) {
  const props = testProps(block, {
    source: testSource({ kind: 'operation', value }),
    screen: testScreen({ codes: { branch: [{ code: 'N', label: 'North' }] } }),
  });
  return render(<History {...props} />);
}

describe('history block', () => {
  it('draws who changed what and when, in the formats of the record', () => {
    draw(answer);
    const [first, second] = screen.getAllByRole('listitem');
    if (!first || !second) throw new Error('Two entries are expected.');
    expect(first.textContent).toContain('01-Jul-2022 12:30');
    expect(first.textContent).toContain('Ann Reader changed over a newer version');
    const cells = within(first)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Price', '$10', '$1,200'],
      ['Branch', '–', 'North'],
      ['Shelf', 'a', 'b'],
      ['Loans', '–', 'Bob, $3; Cy, North'],
    ]);
    expect(second.textContent).toContain('The system created');
    expect(within(second).queryByRole('table')).toBeNull();
  });

  it('says so when nothing was changed', () => {
    draw({ items: [] });
    expect(screen.getByText('As it was bought.')).toBeTruthy();
  });

  it('leaves out what is no entry', () => {
    expect(
      entriesOf({ items: [null, 'x', { id: 1 }, { at: '2022-01-01T00:00:00Z', fields: 'x' }] }),
    ).toHaveLength(1);
    expect(entriesOf(undefined)).toEqual([]);
  });
});
