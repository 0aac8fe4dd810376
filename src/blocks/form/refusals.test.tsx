// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { draw, drawsForms, failure, save, stored, type } from '#tests/support/drawn-form.tsx';

drawsForms();

describe('a save that is refused', () => {
  it('lands server problems on their fields and the others in the summary', async () => {
    await draw({
      answers: [
        failure({
          errors: [
            { pointer: '/title', message: 'This title is taken. Choose another.' },
            { pointer: '/weather', message: 'Too wet' },
          ],
        }),
      ],
    });
    await type(/^Title/, 'Other');
    await save();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByText('Too wet (/weather)')).toBeDefined();
    expect(screen.getByLabelText(/^Title/).getAttribute('aria-describedby')).toMatch(/-note$/);
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Other');
  });

  it('keeps text and dirty mark when saving fails', async () => {
    const { dirty } = await draw({ answers: [failure({ status: 0, message: 'The network is down.' })] });
    await type(/^Title/, 'Other');
    await save();
    // The message itself is the spine's to tell, once.
    expect(await screen.findByText('Not saved')).toBeDefined();
    expect(screen.queryByText('The network is down.')).toBeNull();
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Other');
    expect(dirty.at(-1)).toBe(true);
  });

  it('offers reload or force on a conflict, a second time too, and loses nothing typed', async () => {
    const conflict = failure({ status: 409, message: 'Changed by Ann at 10:00.' });
    const { acts } = await draw({ answers: [conflict, conflict] });
    await type(/^Title/, 'Mine');
    await save();
    expect(await screen.findByText('Changed by Ann at 10:00.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Force save' }));
    expect(acts[1]).toEqual({ form: { version: 3, title: 'Mine' }, body: { __forceUpdate__: true } });
    expect(await screen.findByText('Changed by Ann at 10:00.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine');
  });

  it('takes the other state when a conflict is answered by reload', async () => {
    const { retry, redraw } = await draw({ answers: [failure({ status: 409, message: 'Changed.' })] });
    await type(/^Title/, 'Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(retry).toHaveBeenCalledOnce();
    redraw({ ...stored, title: 'Theirs', version: 9 });
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Theirs'));
  });
});
