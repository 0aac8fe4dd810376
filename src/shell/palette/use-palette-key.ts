import { useEffect } from 'react';
import { isKey, type KeyHelp } from '#src/render/keys.ts';
import { holdTyped, releaseTyped } from './typed-ahead.ts';

export const paletteKey: KeyHelp = {
  keys: ['Ctrl+K'],
  text: 'Find a page, report or record; works while you type, too',
};

/** Ctrl+K, or ⌘K: also while text is typed, but not over a dialog, nor where an editor has taken the key. */
export function usePaletteKey(open: () => void, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    // Closed, or left, before its box has come: it keeps no keys.
    return () => void releaseTyped();
  }, [isOpen]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isKey(event, paletteKey) || event.isComposing) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      // Its part may have to be loaded first.
      holdTyped();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}
