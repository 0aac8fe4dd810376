// @vitest-environment jsdom
// Longer than the habit: moves, rows inside, values and copies are drawn over one record type that is told once.

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Life } from '#src/core/entity-parts.ts';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { draw, drawsForms, failure, linked, over, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const move = { check: null, message: null, needs: null, notBy: [], runs: null, notify: null, tone: null };
const life: Life = {
  field: 'state',
  start: 'NEW',
  end: ['OUT'],
  locked: ['OUT'],
  moves: [
    { ...move, id: 'shelve', title: 'Shelve', from: ['NEW'], to: 'IN', tone: 'primary' },
    { ...move, id: 'burn', title: 'Burn', from: ['NEW'], to: 'OUT', needs: 'bookX' },
    { ...move, id: 'drop', title: 'Drop', from: ['IN'], to: 'OUT', notBy: ['created_by'] },
    { ...move, id: 'back', title: 'Take back', from: ['IN'], to: 'NEW' },
  ],
};
const sum = {
  expr: over('form.rate * sum(form.loans.map(l, l.days))'),
  reads: ['rate', 'loans'],
  stored: true,
};
const book = bookEntity(
  [
    bookField('title', { required: true, write: 'create', readOnly: true }),
    bookField('state', { codes: 'state', write: 'never', readOnly: true }),
    bookField('rate', { type: 'number', format: 'number', default: 2 }),
    bookField('fine', { type: 'integer', format: 'integer', write: 'never', readOnly: true, value: sum }),
    bookField('note'),
  ],
  {
    life,
    children: {
      loans: {
        id: 'loans',
        title: 'Loans',
        description: null,
        table: 'loan',
        parent: 'book_id',
        order: 'posn',
        write: 'always',
        pick: { entity: 'book', field: 'other' },
        lines: {
          fields: {
            reader: bookField('reader', { required: true }),
            days: bookField('days', { type: 'integer', format: 'integer', default: 7 }),
            other: bookField('other', { type: 'integer', format: 'id' }),
          },
          minItems: 0,
          maxItems: 3,
        },
      },
    },
  },
);
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
      fields: [
        { id: 'title' },
        { id: 'rate' },
        { id: 'fine' },
        { id: 'note' },
        {
          id: 'loans',
          lines: {
            add: 'Add a loan',
            fields: [{ id: 'reader' }, { id: 'days', total: 'sum' }, { id: 'other' }],
            buttons: [
              {
                id: 'week',
                label: 'A week',
                visibleWhen: over('row.days != 7.0'),
                set: { days: over('7.0') },
              },
            ],
          },
        },
      ],
    },
  ],
  submit: { label: 'Save', on: [{ type: 'call', operation: 'record.save', body: 'form' }] },
};
const record = {
  id: 7,
  version: 3,
  created_by: 9,
  title: 'Emma',
  state: 'NEW',
  rate: 2,
  fine: 50,
  note: 'old',
  loans: [
    { id: 1, reader: 'Ann', days: 10 },
    { id: 2, reader: 'Bob', days: 20 },
  ],
};
const state = [
  { code: 'NEW', label: 'New' },
  { code: 'IN', label: 'On its shelf' },
  { code: 'OUT', label: 'Gone' },
];
const open = (more: Parameters<typeof draw>[0] = {}) =>
  draw({ given, over: book, record, perms: ['bookU'], codes: { state }, ...more });
const button = (name: string) => screen.getByRole('button', { name });
const absent = (name: string) => screen.queryByRole('button', { name }) === null;
const shelved = { ...record, version: 4, state: 'IN' };

describe('the moves of a life', () => {
  it('are those of the state that the person may make', async () => {
    await open();
    expect(screen.getByRole('group', { name: 'State: New' })).toBeDefined();
    expect([button('Shelve').getAttribute('data-tone'), absent('Burn'), absent('Drop')]).toEqual([
      'primary',
      true,
      true,
    ]);
  });

  it('are nobody’s who may not write the record', async () => {
    await open({ perms: ['bookX'] });
    expect([absent('Shelve'), absent('Burn')]).toEqual([true, true]);
  });

  it('show the new state and keep what is typed, to be saved with the new version', async () => {
    const { acts, redraw } = await open({ answers: [{ done: true, value: shelved }] });
    await type('Note', 'typed');
    await userEvent.click(button('Shelve'));
    await screen.findByRole('group', { name: 'State: On its shelf' });
    expect(acts).toEqual([{ row: { id: 7, version: 3, move: 'shelve' } }]);
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'State: On its shelf' }));
    redraw(shelved);
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'typed');
    await save();
    expect(acts[1]?.form).toEqual({ version: 4, note: 'typed' });
  });

  it('keep text that is no value yet', async () => {
    await open({ answers: [{ done: true, value: shelved }] });
    await type('Rate', 'many');
    await userEvent.click(button('Shelve'));
    await screen.findByRole('group', { name: 'State: On its shelf' });
    expect(screen.getByLabelText('Rate')).toHaveProperty('value', 'many');
  });

  it('say why they are refused, where they are', async () => {
    await open({ answers: [failure({ message: 'It has no label. Print one.' })] });
    await userEvent.click(button('Shelve'));
    expect((await screen.findByRole('alert')).textContent).toBe('It has no label. Print one.');
    expect(screen.getByRole('group', { name: 'State: New' })).toBeDefined();
  });

  it('are for somebody else where the record is one’s own', async () => {
    const { acts } = await open({ record: { ...shelved, created_by: 1 } });
    expect(button('Drop').getAttribute('aria-disabled')).toBe('true');
    expect(button('Drop').getAttribute('aria-describedby')).not.toBeNull();
    expect(screen.getByText('For somebody else to do: this record is yours.')).toBeDefined();
    await userEvent.click(button('Drop'));
    expect(acts).toEqual([]);
    expect(button('Take back').getAttribute('aria-disabled')).toBe('false');
  });

  it('leave a record that is locked to be read alone, and say why', async () => {
    await open({ record: { ...record, state: 'OUT' } });
    const note = screen.getByLabelText('Note');
    expect([
      note.tagName === 'OUTPUT' || Reflect.get(note, 'readOnly') || Reflect.get(note, 'disabled'),
      absent('Save'),
    ]).toEqual([true, true]);
    expect(screen.getByText('It cannot be changed while it is "Gone".')).toBeDefined();
  });

  it('open it again where one leads out of the lock, and close it at once', async () => {
    const closed = { ...life, locked: ['IN', 'OUT'] };
    await open({
      over: { ...book, life: closed },
      record: shelved,
      answers: [{ done: true, value: { ...record, version: 5 } }],
    });
    expect(absent('Save')).toBe(true);
    await userEvent.click(button('Take back'));
    await screen.findByRole('group', { name: 'State: New' });
    expect(screen.queryByText(/cannot be changed/)).toBeNull();
    await type('Note', 'typed');
    await save();
  });

  it('go on after a conflict with what was typed', async () => {
    const current = { ...record, version: 5, rate: 3 };
    const { acts } = await open({
      answers: [
        failure({ status: 409, details: { current } }),
        { done: true, value: { ...shelved, version: 6 } },
      ],
    });
    await type('Note', 'typed');
    await userEvent.click(button('Shelve'));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('Rate')).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take it over, then shelve' }));
    await screen.findByRole('group', { name: 'State: On its shelf' });
    expect(acts[1]).toEqual({ row: { id: 7, version: 5, move: 'shelve' } });
    expect(screen.getByLabelText('Note')).toHaveProperty('value', 'typed');
  });
});

describe('rows inside a record', () => {
  it('are sent with their numbers, new ones without', async () => {
    const { acts } = await open();
    await userEvent.click(button('Remove line 1'));
    await userEvent.click(button('Add a loan'));
    await type(/^Reader line 2/, 'Cy');
    await save();
    expect(acts[0]?.form).toEqual({
      version: 3,
      loans: [
        { id: 2, reader: 'Bob', days: 20 },
        { reader: 'Cy', days: 7 },
      ],
    });
  });

  it('have what the definition adds: a total, and a button that sets a line', async () => {
    await open();
    expect(screen.getByText('Total').parentElement?.textContent).toBe('Total of Days 30');
    await userEvent.click(button('A week, line 2'));
    expect(screen.getByText('Total').parentElement?.textContent).toBe('Total of Days 17');
    expect(absent('A week, line 2')).toBe(true);
  });

  it('are picked from a list, several at once and each once, as many as fit', async () => {
    const found = [
      { id: 4, label: 'Book 4', text: 'Emma' },
      { id: 5, label: 'Book 5', text: 'Sanditon' },
      { id: 6, label: 'Book 6', text: 'Lady Susan' },
    ];
    const asked: unknown[] = [];
    const { acts } = await open({
      record: { ...record, loans: [{ id: 1, reader: 'Ann', days: 10, other: 4 }] },
      call: (operation, input) => {
        if (operation !== 'record.lookup') return Promise.reject(new Error(operation));
        asked.push(input);
        return Promise.resolve({ items: found, more: false });
      },
    });
    await userEvent.click(button('Pick books…'));
    const dialog = await screen.findByRole('dialog', { name: 'Pick books' });
    const box = (name: string) => within(dialog).getByRole('checkbox', { name });
    await waitFor(() => expect(box('Book 4')).toHaveProperty('disabled', true));
    within(dialog).getByRole('searchbox', { name: 'Find' }).focus();
    await userEvent.keyboard('{ArrowDown} {ArrowDown} ');
    expect([box('Book 5'), box('Book 6')].map((one) => Reflect.get(one, 'checked'))).toEqual([true, true]);
    await userEvent.type(within(dialog).getByRole('searchbox'), 'su');
    await waitFor(() =>
      expect(asked).toContainEqual({ params: { list: 'books' }, query: { limit: 50, text: 'su' } }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2' }));
    expect(screen.getByText('2 lines added.')).toBeDefined();
    await type(/^Reader line 2/, 'Bo');
    await type(/^Reader line 3/, 'Cy');
    await save();
    expect(acts[0]?.form).toEqual({
      version: 3,
      loans: [
        { id: 1, reader: 'Ann', days: 10, other: 4 },
        { reader: 'Bo', days: 7, other: 5 },
        { reader: 'Cy', days: 7, other: 6 },
      ],
    });
    expect(absent('Pick books…')).toBe(true);
  });

  it('are merged row by row', async () => {
    const current = {
      ...record,
      version: 4,
      loans: [
        { id: 1, reader: 'Ann', days: 11 },
        { id: 2, reader: 'Bob', days: 22 },
        { id: 3, reader: 'Dee', days: 1 },
      ],
    };
    const { acts } = await open({ answers: [failure({ status: 409, details: { current } })] });
    await type(/^Days line 2/, '25');
    await save();
    const dialog = await screen.findByRole('dialog');
    const names = within(dialog)
      .getAllByRole('group')
      .map((group) => group.querySelector('legend')?.textContent);
    expect(names).toEqual(['Loans: Ann', 'Loans: Bob', 'Loans: Dee']);
    expect(within(dialog).getByText('Mine:').parentElement?.textContent).toBe('Mine: Reader: Bob, Days: 25');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Merge and save' }));
    await waitFor(() => expect(acts).toHaveLength(2));
    expect(acts[1]?.form).toEqual({
      version: 4,
      loans: [
        { id: 1, reader: 'Ann', days: 11 },
        { id: 2, reader: 'Bob', days: 25 },
        { id: 3, reader: 'Dee', days: 1 },
      ],
    });
  });
});

describe('values that nobody types', () => {
  it('stand as they are stored until what goes into them changes, and are never sent', async () => {
    const { acts } = await open();
    const fine = () => Reflect.get(screen.getByLabelText('Fine'), 'value');
    // Stored by a rule of its day.
    expect(fine()).toBe('50');
    await type('Rate', '3');
    expect(fine()).toBe('90');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, rate: 3 });
  });

  it('begin a new record, whose fields of the making are filled in', async () => {
    const { data: _, ...fresh } = given;
    const { acts } = await open({ given: { ...fresh, data: null } });
    expect(screen.getByLabelText('Rate')).toHaveProperty('value', '2');
    await type(/^Title/, 'Persuasion');
    await save();
    expect(acts[0]?.form).toEqual({ rate: 2, title: 'Persuasion' });
  });

  it('begin as a copy of the record that the address names, but for what is never copied', async () => {
    const { data: _, ...fresh } = given;
    const asked: unknown[] = [];
    const { acts } = await open({
      given: { ...fresh, data: null },
      over: bookEntity(
        Object.values(book.fields).map((field) => (field.id === 'note' ? { ...field, copy: false } : field)),
        { life, children: book.children ?? {} },
      ),
      address: { copy: '7' },
      call: async (operation, input) => {
        if (operation !== 'record.get') throw new Error('not called');
        asked.push(input);
        return { ...record, rate: 5 };
      },
    });
    expect(screen.getByText('Filled from record 7. Nothing is saved yet.')).toBeDefined();
    expect(screen.getByLabelText('Rate')).toHaveProperty('value', '5');
    await save();
    // No number, no version, no state; the rows inside are new ones.
    expect(acts[0]?.form).toEqual({
      title: 'Emma',
      rate: 5,
      loans: [
        { reader: 'Ann', days: 10 },
        { reader: 'Bob', days: 20 },
      ],
    });
    expect(asked).toEqual([{ params: { list: book.record.list, id: 7 } }]);
  });
});

describe('linking', () => {
  it('reports a total under what is no number', async () => {
    const fields = [{ id: 'loans', lines: { fields: [{ id: 'reader', total: 'sum' }] } }];
    const { findings } = await linked({ ...given, sections: [{ id: 'a', fields }] }, book);
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      'total-type /sections/0/fields/0/lines/fields/0/total',
    ]);
  });
});
