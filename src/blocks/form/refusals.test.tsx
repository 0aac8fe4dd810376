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
            { pointer: '/title', message: 'At least 2 letters.' },
            { pointer: '/weather', message: 'Too wet' },
          ],
        }),
      ],
    });
    await type(/^Title/, 'Other');
    await save();
    const summary = await screen.findByRole('alert');
    expect(within(summary).getByText('Too wet (/weather)')).toBeDefined();
    expect(within(summary).getByText('Title: At least 2 letters.')).toBeDefined();
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

  it('asks field by field what somebody else changed, and saves the answer over their version', async () => {
    const theirs = {
      ...stored,
      version: 9,
      title: 'Theirs',
      pages: 310,
      copies: 5,
      shelf: 700,
      shelf_unit: 'M',
    };
    const { acts } = await draw({
      answers: [
        failure({ status: 409, message: 'Changed by Ann.', details: { current: theirs } }),
        failure({
          status: 409,
          message: 'Changed by Ben.',
          details: { current: { ...theirs, version: 10 } },
        }),
      ],
    });
    await type(/^Title/, 'Mine');
    await type(/^Pages/, '320');
    await type(/^Price/, '15');
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Somebody else has changed this' });
    const asked = within(dialog).getAllByRole('group');
    expect(asked.map((one) => one.textContent)).toEqual([
      'TitleMine: MineTheirs: Theirs',
      'PagesMine: 320Theirs: 310',
      'CopiesAs it was: 2Theirs: 5',
      'ShelfAs it was: 2.5 haTheirs: 700 m²',
    ]);
    const checked = () =>
      within(dialog)
        .getAllByRole<HTMLInputElement>('radio')
        .map((one) => one.checked);
    // What was typed here stays unless it is given up; what was not touched is theirs.
    expect(checked()).toEqual([true, false, true, false, false, true, false, true]);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Theirs: 310' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Merge and save' }));
    expect(acts[1]).toEqual({ form: { version: 9, title: 'Mine', price: 15 } });
    expect(screen.getByLabelText(/^Pages/)).toHaveProperty('value', '310');
    expect(screen.getByLabelText(/^Copies/)).toHaveProperty('value', '5');
    expect(screen.getByLabelText(/^Shelf/)).toHaveProperty('value', '700 m²');
    // Refused again: asked again, about nothing but what differs now.
    expect(await screen.findByText('Changed by Ben.')).toBeDefined();
    expect(screen.getByText('What they changed does not touch what you changed.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Merge and save' }));
    expect(acts[2]).toEqual({ form: { version: 10, title: 'Mine', price: 15 } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps everything typed when the question is left', async () => {
    await draw({
      answers: [
        failure({
          status: 409,
          message: 'Changed.',
          details: { current: { ...stored, version: 9, pages: 310 } },
        }),
      ],
    });
    await type(/^Title/, 'Mine');
    await save();
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'Mine');
    expect(screen.getByLabelText(/^Pages/)).toHaveProperty('value', '300');
  });
});
