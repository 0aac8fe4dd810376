// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anyLetter, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { ShortcutsHelp } from './shortcuts-help.tsx';

beforeAll(() => {
  // The simulated document draws no dialogs.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
});
afterEach(cleanup);

function Part({ part, keys }: { readonly part: string; readonly keys: readonly KeyHelp[] }) {
  useKeys(part, keys);
  return null;
}

describe('the list of keys', () => {
  it('has those of the frame, then those of each part that is on the page', () => {
    const move: KeyHelp = { keys: ['ArrowUp', 'Ctrl+Home', 'Ctrl+End', 'Ctrl+]'], text: 'Move' };
    const parts = (
      <>
        <Part part="Table" keys={[move, { keys: [anyLetter], text: 'Begin' }]} />
        <Part part="Form" keys={[{ keys: ['Ctrl+S'], text: 'Save' }]} />
      </>
    );
    const noop = () => undefined;
    const shortcuts = [{ key: '?', text: 'This list', run: noop }];
    // Told once they are there: a list that is opened later has them.
    const page = render(parts);
    page.rerender(
      <>
        {parts}
        <ShortcutsHelp shortcuts={shortcuts} on onSwitch={noop} onClose={noop} />
      </>,
    );
    const linesOf = (name: string) => {
      const heading = screen.getByRole('heading', { name, hidden: true });
      const part = heading.parentElement as HTMLElement;
      const meanings = within(part).getAllByRole('definition', { hidden: true });
      return meanings.map((meaning) => [
        [...(meaning.previousElementSibling?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent),
        meaning.textContent,
      ]);
    };
    expect(linesOf('Every page')).toEqual([
      [['Ctrl', 'K'], 'Find a page, report or record; works while you type, too'],
      [['?'], 'This list'],
      [['Esc'], 'Close what lies over the page'],
    ]);
    expect(linesOf('Table')).toEqual([
      [['↑', 'Ctrl', 'Home', 'End', ']'], 'Move'],
      [['any letter'], 'Begin'],
    ]);
    expect(linesOf('Form')).toEqual([[['Ctrl', 'S'], 'Save']]);
    expect(screen.getAllByRole('heading', { level: 3, hidden: true })).toHaveLength(3);
  });
});
