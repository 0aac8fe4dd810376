// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { definition, draw, drawsForms, save, type } from '#tests/support/drawn-form.tsx';

drawsForms();

const [main, lending] = definition.sections;
const folded = { ...definition, sections: [main, { ...lending, folded: true }] };

describe('a folded section', () => {
  it('is opened and closed by its heading', async () => {
    await draw({ given: folded });
    const heading = screen.getByRole('button', { name: 'Lending' });
    expect(heading.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByLabelText(/^Price/)).toBeNull();
    await userEvent.click(heading);
    expect(heading.getAttribute('aria-expanded')).toBe('true');
    await screen.findByLabelText(/^Price/);
    await userEvent.click(heading);
    expect(screen.queryByLabelText(/^Price/)).toBeNull();
  });

  it('opens where a save finds a fault in it, and the fault leads there', async () => {
    const { acts } = await draw({ given: folded });
    await userEvent.click(screen.getByRole('button', { name: 'Lending' }));
    await screen.findByLabelText(/^Bought on/);
    await type(/^Bought on/, '01-Jan-1999');
    await userEvent.click(screen.getByRole('button', { name: 'Lending' }));
    await save();
    expect(acts).toEqual([]);
    const summary = screen.getByRole('alert');
    await userEvent.click(within(summary).getByRole('button', { name: /Bought before 2000/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Bought on/)));
  });
});

describe('a form whose definition changes while it is open', () => {
  it('keeps what was typed', async () => {
    const { acts, redefine } = await draw();
    await type(/^Title/, 'Typed');
    await redefine({ ...definition, sections: [{ ...main, title: 'The book' }, lending] });
    await screen.findByText('The book');
    expect(await screen.findByLabelText(/^Title/)).toHaveProperty('value', 'Typed');
    await save();
    expect(acts[0]?.form).toEqual({ version: 3, title: 'Typed' });
  });
});
