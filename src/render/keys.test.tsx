// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { anyLetter, chordOf, isKey, type KeyHelp, keysOfPage, useKeys } from './keys.ts';

afterEach(cleanup);

const save: KeyHelp = { keys: ['Ctrl+S'], text: 'Save' };
const move: KeyHelp = { keys: ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'], text: 'Move the line' };
const pressed = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...more });

describe('a key', () => {
  it('has one name, whatever is held in which order, on a Mac too', () => {
    expect(chordOf(pressed('s', { ctrlKey: true }))).toBe('Ctrl+S');
    expect(chordOf(pressed('s', { metaKey: true }))).toBe('Ctrl+S');
    expect(chordOf(pressed(' '))).toBe('Space');
    expect(chordOf(pressed('ArrowUp', { shiftKey: true, altKey: true }))).toBe('Alt+Shift+ArrowUp');
  });

  it('is one that was told, or any letter where these are', () => {
    expect(isKey(pressed('ArrowDown', { altKey: true, shiftKey: true }), move)).toBe(true);
    expect(isKey(pressed('ArrowDown', { altKey: true }), move)).toBe(false);
    const type: KeyHelp = { keys: [anyLetter], text: 'Begin a value' };
    expect(isKey(pressed('X', { shiftKey: true }), type)).toBe(true);
    expect(isKey(pressed('x', { ctrlKey: true }), type)).toBe(false);
    expect(isKey(pressed('F2'), type)).toBe(false);
  });
});

describe('the keys of a page', () => {
  function Part({ name, keys }: { readonly name: string; readonly keys: readonly KeyHelp[] | null }) {
    useKeys(name, keys);
    return null;
  }

  it('are those of the parts that are there, each once', () => {
    const page = (form: readonly KeyHelp[] | null) => (
      <>
        <Part name="Form" keys={form} />
        <Part name="Lines" keys={[move]} />
        <Part name="Form" keys={[save]} />
      </>
    );
    const { rerender, unmount } = render(page([save, move]));
    expect(keysOfPage()).toEqual([
      { part: 'Form', keys: [save, move] },
      { part: 'Lines', keys: [move] },
    ]);
    rerender(page(null));
    expect(keysOfPage().map(({ part, keys }) => [part, keys.length])).toEqual([
      ['Lines', 1],
      ['Form', 1],
    ]);
    unmount();
    expect(keysOfPage()).toEqual([]);
  });
});
