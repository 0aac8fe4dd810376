// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { draw, drawsForms, failure, linked, over, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const chapter = {
  name: bookField('name', { required: true, maxLength: 20 }),
  pages: bookField('pages', { type: 'integer', format: 'integer', minimum: 1 }),
  words: bookField('words', { type: 'integer', format: 'integer' }),
};
const book = bookEntity([
  bookField('title', { required: true }),
  bookField('chapters', { type: 'list', lines: { fields: chapter, minItems: 1, maxItems: 3 } }),
  bookField('sum', { type: 'number', format: 'number' }),
]);
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
        {
          id: 'chapters',
          lines: {
            add: 'Add a chapter',
            fields: [
              { id: 'name', requiredWhen: over('present(row.pages)') },
              {
                id: 'pages',
                check: [{ expr: over('row.pages < 500.0'), message: 'A long chapter.', level: 'warning' }],
              },
              { id: 'words', value: over('row.pages * 300.0') },
            ],
          },
        },
        { id: 'sum', value: over('sum(form.chapters.filter(c, present(c.words)).map(c, c.words))') },
      ],
    },
  ],
  submit: { label: 'Save', on: [{ type: 'call', operation: 'record.save', body: 'form' }] },
};
const record = {
  id: 7,
  version: 3,
  title: 'Emma',
  chapters: [
    { name: 'One', pages: 10, words: 3000 },
    { name: 'Two', pages: 20, words: 6000 },
  ],
  sum: 9000,
};
const open = async (more: Parameters<typeof draw>[0] = {}) => {
  const drawn = await draw({ given, over: book, record, ...more });
  // Texts and numbers are inputs of two parts, each loaded when it is first drawn.
  for (const name of ['Name line 1', 'Words line 2']) await screen.findByRole('textbox', { name });
  return drawn;
};
const at = (name: string | RegExp) => screen.getByRole('textbox', { name });
const names = () =>
  screen.getAllByRole('textbox', { name: /^Name/ }).map((input) => Reflect.get(input, 'value'));

describe('repeated lines', () => {
  it('are shown, each with its inputs named by its number', async () => {
    await open();
    expect(names()).toEqual(['One', 'Two']);
    expect(screen.getByRole('group', { name: 'Chapters, line 2' })).toBeDefined();
    expect(at('Words line 2')).toHaveProperty('readOnly', true);
  });

  it('compute a line from itself and the form from all lines, and are sent whole', async () => {
    const { acts } = await open();
    await type(/^Pages line 2/, '30');
    expect(at('Words line 2')).toHaveProperty('value', '9,000');
    expect(screen.getByLabelText('Sum')).toHaveProperty('value', '12,000');
    await save();
    expect(acts[0]?.form).toEqual({
      version: 3,
      chapters: [
        { name: 'One', pages: 10, words: 3000 },
        { name: 'Two', pages: 30, words: 9000 },
      ],
      sum: 12000,
    });
  });

  it('are added up to the most that there may be, and the new one takes the focus', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Add a chapter' }));
    await waitFor(() => expect(document.activeElement).toBe(at(/^Name line 3/)));
    expect(screen.getByText('Line 3 added.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: '3 lines are the most' }));
    expect(names()).toEqual(['One', 'Two', '']);
  });

  it('are removed, and the focus stays near', async () => {
    const { acts } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remove line 1' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove line 1' })),
    );
    expect(names()).toEqual(['Two']);
    await save();
    expect(acts[0]?.form).toEqual({
      version: 3,
      chapters: [{ name: 'Two', pages: 20, words: 6000 }],
      sum: 6000,
    });
  });

  it('move by a key with the focus in them', async () => {
    await open();
    at('Name line 2').focus();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    expect(names()).toEqual(['Two', 'One']);
    await waitFor(() => expect(document.activeElement).toBe(at('Name line 1')));
    expect(screen.getByText('Line 2 is line 1 now.')).toBeDefined();
  });

  it('are judged each for itself, with a way to the fault', async () => {
    const { acts } = await open();
    await type(/^Pages line 2/, '0');
    await type(/^Name line 1/, '');
    await save();
    expect(acts).toEqual([]);
    const summary = screen.getByRole('alert');
    expect(within(summary).getByText('Chapters, line 1: Name is missing. Fill it in.')).toBeDefined();
    await userEvent.click(within(summary).getByText('Chapters, line 2: Pages must be 1 or more.'));
    expect(document.activeElement).toBe(at('Pages line 2'));
    expect(at('Pages line 2').getAttribute('aria-invalid')).toBe('true');
    expect(at('Pages line 1').getAttribute('aria-invalid')).toBe('false');
  });

  it('keep a fault with its line when the line moves, and lose it with the line', async () => {
    await open();
    await type(/^Pages line 1/, 'many');
    await userEvent.tab();
    await userEvent.click(screen.getByRole('button', { name: 'Move line 1 down' }));
    expect(at('Pages line 2').getAttribute('aria-invalid')).toBe('true');
    expect(at('Pages line 1').getAttribute('aria-invalid')).toBe('false');
    await userEvent.click(screen.getByRole('button', { name: 'Remove line 2' }));
    expect(at('Pages line 1').getAttribute('aria-invalid')).toBe('false');
  });

  it('cannot be fewer than there must be', async () => {
    const { acts } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Remove line 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove line 1' }));
    expect(screen.getByText('No lines')).toBeDefined();
    await save();
    expect(acts).toEqual([]);
    expect(screen.getAllByText('Chapters needs a line. Add one.').length).toBeGreaterThan(0);
  });

  it('take what the server says of a line to that line', async () => {
    const taken = { pointer: '/chapters/1/name', message: 'This name is taken.' };
    await open({ answers: [failure({ errors: [taken] })] });
    await type(/^Name line 2/, 'One');
    await save();
    await screen.findByRole('alert');
    expect(at('Name line 2').getAttribute('aria-invalid')).toBe('true');
    expect(at('Name line 1').getAttribute('aria-invalid')).toBe('false');
  });

  it('only show where the form is read only', async () => {
    await open({ given: { ...given, readOnlyWhen: over('true') } });
    expect(at('Name line 1')).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: /Add|Remove|Move/ })).toBeNull();
  });
});

describe('linking repeated lines', () => {
  it('reports lines where there are none, a column twice and lines in a light form', async () => {
    const rules = async (fields: readonly object[], more: object = {}) =>
      (await linked({ ...given, ...more, sections: [{ id: 'a', fields }] }, book)).findings.map(
        ({ rule, pointer }) => `${rule} ${pointer}`,
      );
    expect(await rules([{ id: 'title', lines: {} }])).toEqual(['not-repeated /sections/0/fields/0/lines']);
    expect(await rules([{ id: 'chapters', lines: { fields: [{ id: 'name' }, { id: 'name' }] } }])).toEqual([
      'duplicate-field /sections/0/fields/0/lines/fields/1/id',
    ]);
    expect(await rules([{ id: 'chapters' }], { light: true })).toEqual([
      'light-widget /sections/0/fields/0/id',
    ]);
  });
});
