// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { draw, drawsForms, failure, save } from '#tests/support/drawn-form.tsx';
import { matrixOf } from './matrix.ts';

drawsForms();

const right = (code: string, row: string, column: string) => ({
  code,
  label: `${column} ${row}`,
  row,
  column,
});
const rights = [
  right('bookV', 'books', 'View'),
  right('bookU', 'books', 'Change'),
  right('loanV', 'loans', 'View'),
  right('shelfX', 'shelves', 'Export'),
];
const given = {
  id: 'book',
  type: 'form',
  title: null,
  visibleWhen: null,
  data: 'book',
  entity: 'book',
  light: false,
  sections: [
    {
      id: 'main',
      title: 'Book',
      fields: [{ id: 'title' }, { id: 'rights', lines: { as: 'matrix', fields: [{ id: 'code' }] } }],
    },
  ],
  submit: { label: 'Save', on: [{ type: 'call', operation: 'record.save', body: 'form' }] },
};
const over = bookEntity([
  bookField('title'),
  bookField('rights', {
    type: 'list',
    lines: {
      fields: { code: bookField('code', { codes: 'right', required: true }) },
      minItems: 0,
      maxItems: 50,
    },
  }),
]);
const record = { id: 7, version: 3, title: 'Emma', rights: [{ code: 'bookV' }, { code: 'loanV' }] };
const open = async (more: Parameters<typeof draw>[0] = {}) => {
  const drawn = await draw({ given, over, record, codes: { right: rights }, ...more });
  await screen.findByRole('checkbox', { name: 'View books' });
  return drawn;
};
const box = (name: string) => screen.getByRole('checkbox', { name });

describe('lines drawn as a matrix', () => {
  it('stand in the rows and columns that the code table says, ticked where a line is there', async () => {
    await open();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'View',
      'Change',
      'Export',
    ]);
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'books',
      'loans',
      'shelves',
    ]);
    expect(screen.getAllByRole('checkbox').map((one) => Reflect.get(one, 'checked'))).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  it('are gone through by arrows, ticked by Space, and sent as lines', async () => {
    const { acts } = await open();
    const user = userEvent.setup();
    box('View books').focus();
    await user.keyboard('{ArrowRight} ');
    expect(document.activeElement).toBe(box('Change books'));
    // Past places where no code stands.
    await user.keyboard('{ArrowLeft}{ArrowDown} {ArrowDown}');
    expect(document.activeElement).toBe(box('View loans'));
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, rights: [{ code: 'bookV' }, { code: 'bookU' }] });
  });

  it('show what the server refuses at its box', async () => {
    await open({
      answers: [failure({ errors: [{ pointer: '/rights/2/code', message: 'You cannot give this.' }] })],
    });
    const user = userEvent.setup();
    await user.click(box('Export shelves'));
    await save();
    const wrong = box('Export shelves');
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You cannot give this.',
    );
  });

  it('have a row for each code where the table says no places', () => {
    const plain = matrixOf([
      { code: 'a', label: 'A' },
      { code: 'b', label: 'B', active: false },
    ]);
    expect(plain).toEqual({ columns: [''], lines: [{ title: 'A', cells: [{ code: 'a', label: 'A' }] }] });
  });
});
