import { useEffect } from 'react';
import { useOption } from '#src/session/use-option.ts';

/** What a key of the frame does, in the words of the overlay that lists them. */
export interface Shortcut {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
}

/** Inputs of these kinds take no text, so a letter pressed on them is free. */
const wordless = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']);

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !wordless.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role="textbox"], [role="combobox"]');
}

/** The shortcut that a key press means; none while text is typed, a dialog is open or a modifier is held. */
export function shortcutOf(event: KeyboardEvent, shortcuts: readonly Shortcut[]): Shortcut | null {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing)
    return null;
  // An editor in a shadow root is the target of what is pressed in it to nobody outside.
  if (takesText(event.composedPath()[0] ?? event.target) || document.querySelector('dialog[open]'))
    return null;
  return shortcuts.find(({ key }) => key === event.key) ?? null;
}

export function useShortcuts(shortcuts: readonly Shortcut[], on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, shortcuts);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts, on]);
}

/** Whether single keys work; a person who dictates or presses keys by mistake turns them off. */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const [value, choose] = useOption('keys.single');
  return [value !== false, choose];
}
