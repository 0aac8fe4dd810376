// Charts are drawn in the colours of the screen by value; paper is white, whatever the screen is.
import { inLight } from '#src/render/light-colours.ts';
import { readTheme } from './chart-theme.ts';

const coloured = ['fill', 'stroke'] as const;

/** Of each colour of a theme the one that another has in its place. */
export function coloursFor(
  from: unknown,
  to: unknown,
  found = new Map<string, string>(),
): Map<string, string> {
  if (typeof from === 'string' && typeof to === 'string') {
    if (from.startsWith('#') && !found.has(from)) found.set(from, to);
  } else if (typeof from === 'object' && from !== null && typeof to === 'object' && to !== null) {
    for (const [name, value] of Object.entries(from)) coloursFor(value, Reflect.get(to, name), found);
  }
  return found;
}

/** Gives what is drawn below an element other colours; the answer takes them back. Shades between two colours stay. */
export function recolour(element: Element, colours: ReadonlyMap<string, string>): () => void {
  const undo: (() => void)[] = [];
  for (const drawn of element.querySelectorAll(coloured.map((name) => `[${name}]`).join(', ')))
    for (const name of coloured) {
      const before = drawn.getAttribute(name);
      const after = before === null ? undefined : colours.get(before);
      if (before === null || after === undefined) continue;
      drawn.setAttribute(name, after);
      undo.push(() => drawn.setAttribute(name, before));
    }
  return () => {
    for (const back of undo) back();
  };
}

/** Colours a chart for paper while the page is printed. */
export function onPaper(element: Element): () => void {
  let back = () => {};
  const before = () => {
    back();
    back = recolour(element, coloursFor(readTheme(element), inLight('', readTheme)));
  };
  const after = () => {
    back();
    back = () => {};
  };
  globalThis.addEventListener('beforeprint', before);
  globalThis.addEventListener('afterprint', after);
  return () => {
    globalThis.removeEventListener('beforeprint', before);
    globalThis.removeEventListener('afterprint', after);
  };
}
