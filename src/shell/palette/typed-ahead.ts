// What is typed between the key that opens the palette and its box: it is the box's, and no shortcut of the page.
let held = '';
let holding = false;

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') held = held.slice(0, -1);
  else if (event.key.length === 1) held += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

export function holdTyped(): void {
  if (holding) return;
  holding = true;
  held = '';
  document.addEventListener('keydown', hold, { capture: true });
}

/** What was typed; from now on keys go where the focus is. */
export function releaseTyped(): string {
  const typed = held;
  holding = false;
  held = '';
  document.removeEventListener('keydown', hold, { capture: true });
  return typed;
}
