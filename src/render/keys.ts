// What keys do on this page, told by the parts that hear them while they are there.
import { useEffect, useRef } from 'react';

/** Keys that do one thing: each as `Ctrl+Shift+ArrowUp`, letters as capitals, the space bar as `Space`. */
export interface KeyHelp {
  readonly keys: readonly string[];
  readonly text: string;
}

export interface PartKeys {
  /** What hears them, as a person calls it. */
  readonly part: string;
  readonly keys: readonly KeyHelp[];
}

/** Of any key that types a letter, a figure or a sign. */
export const anyLetter = 'a letter';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key press by the name under which it is told; the command key of a Mac counts as Ctrl. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const held = [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''];
  return [...held, name].filter(Boolean).join('+');
}

/** Whether a key press is one that was told. */
export function isKey(event: Pressed, { keys }: KeyHelp): boolean {
  if (keys.includes(chordOf(event))) return true;
  const typed =
    event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
  return typed && keys.includes(anyLetter);
}

const published = new Map<symbol, () => PartKeys>();

/** Tells the keys that a part hears, as long as it is on the page; null while it hears none. */
export function useKeys(part: string, keys: readonly KeyHelp[] | null): void {
  const latest = useRef<PartKeys>({ part, keys: [] });
  latest.current = { part, keys: keys ?? [] };
  useEffect(() => {
    const own = Symbol();
    published.set(own, () => latest.current);
    return () => void published.delete(own);
  }, []);
}

/** The keys of this page, each once, under the part that hears them. */
export function keysOfPage(): readonly PartKeys[] {
  const parts = new Map<string, Map<string, KeyHelp>>();
  for (const told of published.values()) {
    const { part, keys } = told();
    const known = parts.get(part) ?? new Map<string, KeyHelp>();
    for (const help of keys) known.set(`${help.keys.join(' ')} ${help.text}`, help);
    if (known.size > 0) parts.set(part, known);
  }
  return [...parts].map(([part, keys]) => ({ part, keys: [...keys.values()] }));
}
