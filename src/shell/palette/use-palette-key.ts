import { useEffect } from 'react';
import { holdTyped, releaseTyped } from './typed-ahead.ts';

/** Ctrl+K, or ⌘K: also while text is typed, but not over a dialog, nor where an editor has taken the key. */
export function usePaletteKey(open: () => void, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    // Closed, or left, before its box has come: it keeps no keys.
    return () => void releaseTyped();
  }, [isOpen]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!wanted || event.key.toLowerCase() !== 'k' || event.isComposing) return;
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
