// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ActOutcome } from '#src/render/block-props.ts';
import { bookField } from '#tests/support/book.ts';
import { book, definition, draw, drawsForms, over, save, stored, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const none = () => undefined;

describe('a form', () => {
  it('sends the version and the changed fields only', async () => {
    const { acts, dirty } = await draw();
    await type(/^Title/, 'Persuasion');
    expect(dirty.at(-1)).toBe(true);
    await save();
    expect(acts).toEqual([{ form: { version: 3, title: 'Persuasion' } }]);
    await waitFor(() => expect(dirty.at(-1)).toBe(false));
    await type(/^Title/, 'Emma 2');
    await save();
    expect(acts[1]?.form).toEqual({ version: 4, title: 'Emma 2' });
  });

  it('computes a value from others and sends it with them', async () => {
    const { acts } = await draw();
    await type(/^Copies/, '3');
    expect(screen.getByLabelText(/^Sheets/)).toHaveProperty('value', '900');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, copies: 3, sheets: 900 });
  });

  it('keeps a code that is not in its table, shows it and does not send it', async () => {
    const { acts } = await draw();
    expect(screen.getByRole('combobox', { name: 'Genre' })).toHaveProperty('value', 'XX');
    await type(/^Pages/, '301');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, pages: 301, sheets: 602 });
  });

  it('reads hectares and stores square metres with the flag', async () => {
    const { acts } = await draw();
    const area = screen.getByLabelText(/^Shelf/);
    expect(area).toHaveProperty('value', '2.5 ha');
    await type(/^Shelf/, '450');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, shelf: 450, shelf_unit: 'M' });
  });

  it('makes one call of ten clicks', async () => {
    let finish: (outcome: ActOutcome) => void = none;
    const { acts } = await draw({ answers: [new Promise<ActOutcome>((resolve) => (finish = resolve))] });
    await type(/^Title/, 'Other');
    const button = screen.getByRole('button', { name: 'Save' });
    for (let i = 0; i < 10; i++) fireEvent.click(button);
    await act(async () => finish({ done: true, value: { version: 4 } }));
    expect(acts).toHaveLength(1);
  });

  it('keeps what is typed when the source is refreshed under it', async () => {
    const { redraw } = await draw();
    await type(/^Title/, 'Mine');
    redraw({ ...stored, title: 'Theirs', version: 9 });
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine');
  });

  it('saves by Ctrl+S', async () => {
    const { acts } = await draw();
    await type(/^Title/, 'Keys');
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(acts).toHaveLength(1));
  });

  it('only shows while it is read only', async () => {
    await draw({ given: { ...definition, readOnlyWhen: over('true') } });
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('shows no button where the person may only search, and says why', async () => {
    const lying = {
      ...book,
      scope: 'district',
      fields: { ...book.fields, district_code: bookField('district_code') },
    } as const;
    const record = { ...stored, district_code: '002' };
    const { unmount } = await draw({ over: lying, record, works: ['001'] });
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('readOnly', true);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByRole('note').textContent).toContain(
      'district 002, which you may search but not work in',
    );
    unmount();
    for (const works of [['001', '002'], ['*']]) {
      const { unmount: done } = await draw({ over: lying, record, works });
      expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
      expect(screen.queryByRole('note')).toBeNull();
      done();
    }
    // Who could not save anywhere is told nothing of districts.
    await draw({ over: lying, record, works: ['001'], given: { ...definition, readOnlyWhen: over('true') } });
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('sends all fields where there is no record', async () => {
    const light = {
      ...definition,
      data: null,
      light: true,
      sections: [{ id: 'main', fields: [{ id: 'title' }, { id: 'reader' }] }],
    };
    const { acts } = await draw({ given: light, record: undefined });
    await save();
    expect(acts).toEqual([]);
    await type(/^Title/, 'New');
    await save();
    expect(acts[0]?.form).toEqual({ title: 'New' });
  });
});
