import type { KeyboardEvent } from 'react';

/** The arrows go from entry to entry of a menu, round at the ends; Home and End to the first and last. */
export function menuKeys(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter(
    (item) => item.getAttribute('aria-disabled') !== 'true',
  );
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1;
  const to =
    event.key === 'ArrowDown'
      ? at + 1
      : event.key === 'ArrowUp'
        ? at - 1
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? -1
            : null;
  if (to === null) return;
  items[(to + items.length) % items.length]?.focus();
  event.preventDefault();
}
