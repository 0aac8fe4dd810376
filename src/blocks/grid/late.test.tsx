// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { late, quiet } from './late.tsx';

const refuse = () => Promise.reject(new Error('Failed to fetch'));

// React tells the console of what a boundary caught.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('A part that somebody asked for and that does not come', () => {
  it('is said, and closes what asked for it', async () => {
    const Menu = late<{ onClose(): void }>(refuse);
    const onClose = vi.fn();
    render(
      <>
        <p>The table</p>
        <Menu onClose={onClose} />
      </>,
    );
    expect((await page.findByRole('alert')).textContent).toContain('Load error');
    expect(page.getByText('The table')).toBeTruthy();
    fireEvent.click(page.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(page.queryByRole('alert')).toBeNull();
  });

  it('stands in its place without a button to close, where it is part of the page', async () => {
    const Table = late<object>(refuse, { inline: true, meanwhile: () => <p>Meanwhile</p> });
    render(<Table />);
    expect(page.getByText('Meanwhile')).toBeTruthy();
    expect((await page.findByRole('alert')).textContent).toContain('Load error');
    expect(page.queryByRole('button', { name: 'Close' })).toBeNull();
    expect(page.queryByText('Meanwhile')).toBeNull();
  });
});

describe('A part that comes by itself', () => {
  it('is left out without a word while it does not come, and comes once the network is back', async () => {
    const load = vi.fn(refuse as () => Promise<() => React.JSX.Element>);
    const Bar = quiet<object>(load);
    const { container } = render(<Bar />);
    await act(async () => undefined);
    expect(load).toHaveBeenCalledOnce();
    expect(container.textContent).toBe('');

    load.mockResolvedValueOnce(() => <p>The bar</p>);
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    await waitFor(() => expect(container.textContent).toBe('The bar'));
    expect(load).toHaveBeenCalledTimes(2);
  });
});
