// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { nextActive, useCombobox } from './use-combobox.ts';

afterEach(cleanup);

function Box({ told }: { readonly told: string[] }) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { press, input, list, option } = useCombobox({
    open,
    count: 2,
    active,
    round: true,
    onActive: setActive,
    onOpen: () => setOpen(true),
    onChoose: (index) => void told.push(`chose ${index}`),
    onClose: () => setOpen(false),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens, and offers nothing
    <div onKeyDown={({ key }) => void told.push(`around: ${key}`)}>
      <input
        {...input}
        aria-label="Genre"
        onKeyDown={(event) => {
          if (press(event)) event.stopPropagation();
        }}
      />
      <div {...list} role="listbox" aria-label="Genres">
        {['Novel', 'Poem'].map((name, index) => (
          <div key={name} role="option" tabIndex={-1} {...option(index, index === active)}>
            {name}
          </div>
        ))}
      </div>
    </div>
  );
}

describe('a combobox', () => {
  it('opens by an arrow, names its active option, chooses by Enter, and keeps its Escape for itself', () => {
    const told: string[] = [];
    render(<Box told={told} />);
    const input = screen.getByRole('combobox', { name: 'Genre' });
    // Nothing is open or active yet: both keys go on to what is around.
    expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(true);
    expect(told).toEqual(['around: Enter', 'around: Escape']);
    expect(fireEvent.keyDown(input, { key: 'ArrowDown' })).toBe(false);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    expect(input.getAttribute('aria-activedescendant')).toBeNull();
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    const poem = screen.getByRole('option', { name: 'Poem' });
    expect(input.getAttribute('aria-activedescendant')).toBe(poem.id);
    expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    fireEvent.keyDown(input, { key: 'Enter' });
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(told.slice(2)).toEqual(['chose 1']);
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('goes round or stops at its ends, and over a page at a time', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'a'];
    expect(keys.map((key) => nextActive(2, 3, key, true))).toEqual([0, 1, 2, 0, null]);
    expect(keys.map((key) => nextActive(0, 3, key, true))).toEqual([1, 2, 2, 0, null]);
    expect(keys.map((key) => nextActive(2, 3, key, false))).toEqual([2, 1, 2, 0, null]);
    expect(keys.map((key) => nextActive(-1, 0, key, true))).toEqual([-1, -1, -1, -1, null]);
  });
});
