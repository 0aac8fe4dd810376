// @vitest-environment jsdom

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bookEntity, bookField } from '#tests/support/book.ts';
import { definition, draw, drawsForms, over, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

describe('the rules of a form', () => {
  it('shows a field and asks for it as its conditions say', async () => {
    const { acts } = await draw();
    expect(screen.queryByLabelText(/^Reader/)).toBeNull();
    await userEvent.click(screen.getByLabelText(/^Lent/));
    expect(screen.getByLabelText(/^Reader/)).toHaveProperty('required', true);
    await save();
    expect(acts).toEqual([]);
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    await userEvent.click(within(summary).getByRole('button', { name: 'Reader is missing. Fill it in.' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Reader/));
  });

  it('checks lengths and limits with the compiled validator', async () => {
    const { acts } = await draw();
    await type(/^Title/, 'A title that is too long');
    await type(/^Pages/, '0');
    await save();
    expect(acts).toEqual([]);
    expect(screen.getAllByText('Title is too long. Use at most 12 characters.')).toHaveLength(2);
    expect(screen.getAllByText('Pages must be 1 or more.')).toHaveLength(2);
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true');
  });

  it('says in words what a pattern takes, never the pattern', async () => {
    const over = bookEntity([
      bookField('title'),
      bookField('isbn', { pattern: '^[0-9]{13}$', takes: 'thirteen digits' }),
    ]);
    const sections = [{ id: 'main', fields: [{ id: 'title' }, { id: 'isbn' }] }];
    await draw({ given: { ...definition, sections }, over });
    await type(/^Isbn/, 'x');
    await save();
    expect(screen.getAllByText('Isbn takes thirteen digits.')).toHaveLength(2);
  });

  it('keeps a text that is no value on screen and does not save', async () => {
    const { acts } = await draw();
    await type(/^Bought on/, '31/02/2020');
    await userEvent.tab();
    expect(screen.getByText('Invalid date')).toBeDefined();
    await save();
    expect(acts).toEqual([]);
    // The list stands apart from the field: it names it, and the forms that are taken.
    const [listed] = within(screen.getByRole('alert')).getAllByRole('button');
    expect(listed?.textContent).toBe(
      'Bought on: Invalid date. Type it as 21-Jul-2025, 2025-07-21, 21/07/2025 or 21072025.',
    );
    expect(screen.getByLabelText(/^Bought on/)).toHaveProperty('value', '31/02/2020');
    await type(/^Bought on/, '29/02/2020');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, bought_on: '2020-02-29' });
  });

  it('holds a check between fields against the value', async () => {
    const { acts } = await draw();
    await type(/^Bought on/, '01-Jan-1999');
    await save();
    expect(acts).toEqual([]);
    expect(screen.getAllByText('Bought before 2000. Change the day.').length).toBeGreaterThan(0);
  });

  it('knows whether something is unsaved, in its conditions and its buttons', async () => {
    const sections = [
      {
        id: 'main',
        fields: [{ id: 'title' }, { id: 'reader', visibleWhen: over('form.dirty') }],
      },
    ];
    const button = { label: 'Save', enabledWhen: over('form.dirty'), on: [] };
    const { acts } = await draw({ given: { ...definition, sections, submit: button } });
    const pressed = () => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled');
    expect(pressed()).toBe('true');
    expect(screen.queryByLabelText(/^Reader/)).toBeNull();
    await save();
    expect(acts).toEqual([]);
    await type(/^Title/, 'Emma II');
    expect(pressed()).toBe('false');
    expect(screen.getByLabelText(/^Reader/)).toBeDefined();
    await type(/^Title/, 'Emma');
    expect(pressed()).toBe('true');
    expect(screen.queryByLabelText(/^Reader/)).toBeNull();
  });

  it('offers the codes under a parent, and empties one whose parent went', async () => {
    const over = bookEntity([
      bookField('title'),
      bookField('kind'),
      bookField('place', { codes: 'place', under: 'kind' }),
    ]);
    const sections = [
      { id: 'main', title: 'Book', columns: 3, fields: [{ id: 'title' }, { id: 'kind' }, { id: 'place' }] },
    ];
    const place = [
      { code: 'A1', label: 'First', parent: ['A'] },
      { code: 'AB', label: 'Both', parent: ['A', 'B'] },
      { code: 'B1', label: 'Last', parent: ['B'] },
    ];
    const { acts } = await draw({
      given: { ...definition, sections },
      over,
      codes: { place },
      record: { id: 7, version: 3, title: 'Emma', kind: 'A', place: 'A1' },
    });
    await userEvent.click(screen.getByRole('combobox', { name: /^Place/ }));
    const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(offered().filter((text) => text?.includes('First') || text?.includes('Both'))).toHaveLength(2);
    expect(offered().some((text) => text?.includes('Last'))).toBe(false);
    await userEvent.keyboard('{Escape}');
    await type(/^Kind/, 'B');
    await type(/^Kind/, '');
    await userEvent.click(screen.getByRole('combobox', { name: /^Place/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['No items']);
    expect(screen.getByRole('combobox', { name: /^Place/ })).toHaveProperty(
      'placeholder',
      'Choose kind first',
    );
    await userEvent.keyboard('{Escape}');
    await type(/^Kind/, 'B');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, kind: 'B', place: null });
  });
});
