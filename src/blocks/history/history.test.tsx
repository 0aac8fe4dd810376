// @vitest-environment jsdom

import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ActOutcome, BlockProps } from '#src/render/block-props.ts';
import {
  testBlock,
  testField,
  testProps,
  testScope,
  testScreen,
  testSource,
} from '#tests/support/block-props.tsx';
import { entriesOf } from './entries.ts';
import { History } from './history.tsx';
import type { Restores } from './link.ts';

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
const block = testBlock('history', { data: 'changes', fields, empty: 'As it was bought.', restores: null });
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

  describe('restores what was before', () => {
    const restores: Restores = {
      record: 'book',
      list: 'books',
      needs: 'bookU',
      fields: ['price', 'branch', 'shelf'],
      district: 'district_code',
      locked: { field: 'state', states: ['SOLD'] },
    };
    const stored = {
      id: 7,
      version: 5,
      price: 1200,
      branch: null,
      shelf: 'b',
      district_code: '001',
      state: 'IN',
    };
    const open = (record: object, perms = ['bookU'], outcome: ActOutcome = { done: true, value: null }) => {
      const asked: Parameters<BlockProps['act']>[] = [];
      const props = testProps(testBlock('history', { ...block, restores }), {
        source: testSource({ id: 'changes', kind: 'operation', value: answer }),
        sources: { book: testSource({ id: 'book', kind: 'operation', value: record }) },
        scope: { ...testScope, perms, workDistricts: ['001'] },
        screen: testScreen({ codes: { branch: [{ code: 'N', label: 'North' }] } }),
        act: async (...given) => {
          asked.push(given);
          return outcome;
        },
      });
      render(<History {...props} />);
      return asked;
    };
    const offered = () => screen.queryAllByRole('button').map((button) => button.textContent);

    it('where the record has another value, of the version that is seen', async () => {
      const asked = open(stored);
      // The branch is empty again by now, and rows inside the record are not put back.
      expect(offered()).toEqual(['Restore Price: $10', 'Restore Shelf: a']);
      await userEvent.click(screen.getByRole('button', { name: /^Restore ?Price: \$10$/ }));
      const [[steps, extra] = []] = asked;
      expect(steps).toHaveLength(1);
      expect(steps?.[0]).toMatchObject({
        type: 'call',
        operation: 'record.save',
        params: { list: 'books', id: 7 },
        body: { version: 5, price: 10 },
      });
      expect(steps?.[0]?.then).toMatchObject([
        { text: 'Price is restored' },
        { type: 'refresh', data: ['book', 'changes'] },
      ]);
      expect(extra).toEqual({ quiet: [400, 409, 422] });
    });

    it('for who may change the record as it is', () => {
      open(stored, []);
      open({ ...stored, district_code: '002' });
      open({ ...stored, state: 'SOLD' });
      expect(offered()).toEqual([]);
    });

    it('and says why it is refused', async () => {
      const errors = [{ pointer: '/price', message: 'A price below 20 needs a reason.' }];
      const failure = { status: 422, code: 'refused', message: 'No.', reference: null, errors, details: {} };
      open(stored, ['bookU'], { done: false, failure });
      await userEvent.click(screen.getByRole('button', { name: /^Restore ?Price: \$10$/ }));
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Not restored. A price below 20 needs a reason.',
      );
    });
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
