// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { definition, draw, drawsForms, failure, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const viewed = { ...definition, viewFirst: true };
const button = (name: RegExp) => screen.getByRole('button', { name });
const press = (name: RegExp) => userEvent.click(button(name));
const edit = /^Edit ?Book$/;
const stop = /^Stop editing ?Book$/;
const label = (text: RegExp) => screen.queryByLabelText(text);
const value = (field: string) => document.querySelector(`[data-field="${field}"] dd`)?.textContent ?? null;

describe('a record that is read first', () => {
  it('shows values and opens a section for who edits it', async () => {
    await draw({ given: viewed, reads: true });
    expect([value('title'), value('pages'), value('shelf'), value('lent')]).toEqual([
      'Emma',
      '300',
      '2.5 ha',
      'No',
    ]);
    // What is hidden in the form is hidden here.
    expect(value('reader')).toBeNull();
    expect([label(/^Title/), screen.queryByRole('button', { name: 'Save' })]).toEqual([null, null]);
    await press(edit);
    const title = await screen.findByLabelText(/^Title/);
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect([value('title'), value('shelf'), label(/^Shelf/)]).toEqual([null, '2.5 ha', null]);
    await press(stop);
    await waitFor(() => expect(document.activeElement).toBe(button(edit)));
    expect([label(/^Title/), screen.queryByRole('button', { name: 'Save' })]).toEqual([null, null]);
  });

  it('stays open while something in it is unsaved, and until it is closed', async () => {
    const { acts } = await draw({ given: viewed, reads: true });
    await press(edit);
    await screen.findByLabelText(/^Title/);
    await type(/^Title/, 'Persuasion');
    expect(screen.queryByRole('button', { name: stop })).toBeNull();
    await save();
    await waitFor(() => expect(button(stop)).toBeDefined());
    expect(acts[0]?.form).toEqual({ version: 3, title: 'Persuasion' });
    await press(stop);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('opens the section that a save complains about', async () => {
    const errors = [{ pointer: '/price', message: 'Dear for its shelf.' }];
    await draw({ given: viewed, reads: true, answers: [failure({ errors })] });
    await press(edit);
    await screen.findByLabelText(/^Title/);
    await type(/^Title/, 'Persuasion');
    expect(label(/^Price/)).toBeNull();
    await save();
    expect(await screen.findByLabelText(/^Price/)).toBeDefined();
    expect(document.querySelector('[data-field="price"]')?.textContent).toContain('Dear for its shelf.');
  });

  it('offers no editing to who may only look', async () => {
    const closed = { $expr: 'true', over: 'form', returns: 'boolean' };
    await draw({ given: { ...viewed, readOnlyWhen: closed }, reads: true });
    expect(value('title')).toBe('Emma');
    expect(screen.queryAllByRole('button', { name: /Edit/ })).toEqual([]);
  });

  it('says a heading that is the name of its one field once', async () => {
    const sections = ['Title', 'Book'].map((title, i) => ({
      id: `part${i}`,
      title,
      fields: [{ id: i === 0 ? 'title' : 'pages' }],
    }));
    await draw({ given: { ...viewed, sections }, reads: true });
    const drawn = [...document.querySelectorAll('fieldset')].map(({ dataset }) => dataset.lone);
    expect(drawn).toEqual(['true', undefined]);
  });
});
