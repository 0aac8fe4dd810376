// @vitest-environment jsdom

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);
beforeAll(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

interface Drawn {
  readonly inside: ReactNode;
  readonly more: { readonly apart?: boolean; readonly mayClose?: () => Promise<boolean> };
  readonly note: (event: { readonly type: string }) => void;
}

/** A page with a button that opens a dialog. */
function Page({ inside, more, note }: Drawn) {
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens, and offers nothing
    <div onKeyDown={note} onPaste={note}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Dialog title="Reader" closing="cross" {...more} onClose={() => setOpen(false)}>
          {inside}
          <button type="button" onClick={() => setOpen(false)}>
            Done
          </button>
        </Dialog>
      ) : null}
    </div>
  );
}

/** The opened dialog, and what reached the page around it. */
function draw(inside: ReactNode, more: Drawn['more']) {
  const reached: string[] = [];
  render(<Page inside={inside} more={more} note={({ type }) => void reached.push(type)} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  opener.focus();
  fireEvent.click(opener);
  return { reached, opener };
}

const pressEscape = (target: Element) =>
  act(async () => {
    target.dispatchEvent(new Event('cancel', { bubbles: true, cancelable: true }));
  });

describe('a dialog', () => {
  it('begins at its first input and not at the cross, and gives the focus back when it is taken away', () => {
    const { opener } = draw(<input aria-label="Name" />, {});
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    const done = screen.getByRole('button', { name: 'Done' });
    done.focus();
    fireEvent.click(done);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(opener);
  });

  it('goes on to an input that loads late, unless the person has moved on', async () => {
    let arrive = () => {};
    function Late() {
      const [here, setHere] = useState(false);
      arrive = () => setHere(true);
      return here ? <input aria-label="Name" /> : null;
    }
    draw(<Late />, {});
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
    await act(async () => arrive());
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    cleanup();
    draw(<Late />, {});
    screen.getByRole('button', { name: 'Done' }).focus();
    screen.getByRole('button', { name: 'Close' }).focus();
    await act(async () => arrive());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  });

  it('keeps keys from the page behind, and pasted text too where it stands apart', () => {
    const { reached } = draw(<input aria-label="Name" />, { apart: true });
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'a' });
    fireEvent.paste(screen.getByLabelText('Name'));
    expect(reached).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'Reader' }).parentElement).toBe(document.body);
  });

  it('is left by Escape and by the cross only if it may be, and not by the Escape of what is inside', async () => {
    const answers = [false, false, true];
    const asked: boolean[] = [];
    draw(<input aria-label="Name" />, {
      mayClose: async () => {
        const answer = answers.shift() ?? true;
        asked.push(answer);
        return answer;
      },
    });
    await pressEscape(screen.getByLabelText('Name'));
    expect(asked).toEqual([]);
    await pressEscape(screen.getByRole('dialog'));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
    expect(screen.getByRole('dialog', { name: 'Reader' })).toBeDefined();
    await pressEscape(screen.getByRole('dialog'));
    expect(asked).toEqual([false, false, true]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
