// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { definition, draw, drawsForms, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const count = () => screen.queryByText(/^\d+ changes?$/)?.textContent ?? null;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const bar = () => document.querySelector<HTMLElement>('.cad-form-buttons');

describe('what is changed of a record', () => {
  it('is counted field by field in a bar that stays while there is any', async () => {
    await draw();
    expect([count(), bar()?.dataset.unsaved]).toEqual([null, 'false']);
    expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
    await type(/^Title/, 'Persuasion');
    expect([count(), bar()?.dataset.unsaved]).toEqual(['1 change', 'true']);
    // What is computed of the pages follows from them and is no change of its own.
    await type(/^Pages/, '301');
    await type(/^Shelf/, '3 ha');
    expect(count()).toBe('3 changes');
    expect(bar()?.textContent).toContain(
      'Title Emma →  to Persuasion, Pages 300 →  to 301, Shelf 2.5 ha →  to 3 ha',
    );
    await type(/^Title/, 'Emma');
    expect(count()).toBe('2 changes');
    await save();
    await waitFor(() => expect(count()).toBeNull());
  });

  it('is given up at once, also a text that is no value', async () => {
    const { dirty } = await draw();
    await type(/^Title/, 'Persuasion');
    await type(/^Bought on/i, 'never');
    await userEvent.tab();
    expect(count()).toBe('2 changes');
    expect(await screen.findByText('1 field to correct')).toBeDefined();
    await userEvent.click(button('Discard changes'));
    expect(count()).toBeNull();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Emma');
    expect(screen.getByLabelText(/^Bought on/i)).toHaveProperty('value', '');
    expect(document.activeElement?.textContent).toBe('Save');
    expect(dirty.at(-1)).toBe(false);
  });

  it('is marked at its field with what was read, and put back by itself', async () => {
    const { acts } = await draw();
    await type(/^Title/, 'Persuasion');
    await type(/^Pages/, '301');
    await type(/^Bought on/i, 'never');
    const field = (id: string) => document.querySelector<HTMLElement>(`[data-field="${id}"]`);
    expect(await within(field('title') ?? document.body).findByText('Emma')).toBeDefined();
    expect(field('copies')?.textContent).not.toContain('was');
    await userEvent.click(await screen.findByRole('button', { name: /^put back ?Bought on$/ }));
    expect(screen.getByLabelText(/^Bought on/i)).toHaveProperty('value', '');
    await userEvent.click(button(/^put back ?Title$/));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Emma');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Title/)));
    expect(count()).toBe('1 change');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, pages: 301, sheets: 602 });
  });

  it('is put back by keys in its field, and adds no stop of Tab', async () => {
    await draw();
    await type(/^Title/, 'Persuasion');
    const back = await screen.findByRole('button', { name: /^put back ?Title$/ });
    expect([back.tabIndex, back.getAttribute('aria-keyshortcuts')]).toEqual([-1, 'Alt+Backspace']);
    await userEvent.type(screen.getByLabelText(/^Title/), '{Alt>}{Backspace}{/Alt}');
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Emma');
    expect(count()).toBeNull();
  });

  it('is not counted where there is no record to compare with', async () => {
    await draw({ given: { ...definition, data: null }, record: undefined });
    await type(/^Title/, 'Persuasion');
    expect(count()).toBeNull();
    expect(screen.getByText('Unsaved changes')).toBeDefined();
    expect(screen.queryByText(/put back/)).toBeNull();
  });
});
