// Once round the page with the Tab key: everything is reached, the focus is seen, nothing holds it.
import type { Page } from 'playwright';

export interface KeyboardFault {
  readonly kind: 'focus' | 'trap' | 'unreached';
  readonly text: string;
}

interface Stop {
  readonly key: number;
  readonly name: string;
  readonly seen: boolean;
  /** A date input has several parts that Tab goes through. */
  readonly parts: boolean;
}

/** Remembers how everything that can have the focus looks without it. */
function lookAround(): number {
  const looks = (element: Element): string => {
    const parts: string[] = [];
    const add = (one: Element | null, pseudo?: string) => {
      if (!one) return;
      const s = getComputedStyle(one, pseudo);
      parts.push(
        [
          s.outlineStyle,
          s.outlineWidth,
          s.outlineColor,
          s.boxShadow,
          s.backgroundColor,
          s.borderColor,
          s.textDecorationLine,
          s.opacity,
          s.transform,
          s.top,
          s.clipPath,
        ].join('|'),
      );
    };
    add(element);
    add(element, '::before');
    add(element, '::after');
    add(element.parentElement);
    add(element.parentElement?.parentElement ?? null);
    add(element.nextElementSibling);
    const active = element.getAttribute('aria-activedescendant');
    if (active) add(document.getElementById(active));
    return parts.join('/');
  };
  const store = window as unknown as {
    battery?: {
      looks: (e: Element) => string;
      before: Map<Element, string>;
      visited: Set<Element>;
      keys: Element[];
    };
  };
  (document.activeElement as HTMLElement | null)?.blur();
  const before = new Map<Element, string>();
  const wanted = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';
  for (const element of document.querySelectorAll(wanted)) before.set(element, looks(element));
  store.battery = { looks, before, visited: new Set(), keys: [] };
  return before.size;
}

/** Where the focus is after a Tab; null on the page itself. */
function stand(): Stop | null {
  const { battery } = window as unknown as {
    battery?: {
      looks: (e: Element) => string;
      before: Map<Element, string>;
      visited: Set<Element>;
      keys: Element[];
    };
  };
  const element = document.activeElement;
  if (!battery || !element || element === document.body || element === document.documentElement) return null;
  battery.visited.add(element);
  if (!battery.keys.includes(element)) battery.keys.push(element);
  const outlined = (() => {
    const s = getComputedStyle(element);
    return (
      s.outlineStyle !== 'none' && Number.parseFloat(s.outlineWidth) > 0 && !/, 0\)$/.test(s.outlineColor)
    );
  })();
  const box = element.getBoundingClientRect();
  const before = battery.before.get(element);
  const name =
    element.getAttribute('aria-label') ??
    (element.textContent?.trim().slice(0, 40) || element.getAttribute('name') || '');
  return {
    key: battery.keys.indexOf(element),
    name: `<${element.tagName.toLowerCase()}> "${name}"`,
    seen:
      box.width > 0 &&
      box.height > 0 &&
      (outlined || (before !== undefined && before !== battery.looks(element))),
    parts:
      element instanceof HTMLInputElement && /^(?:date|time|month|week|datetime-local)$/.test(element.type),
  };
}

/** What can be worked with a pointer and was never reached. */
function leftOut(): readonly string[] {
  const { battery } = window as unknown as { battery?: { visited: Set<Element> } };
  const visited = battery?.visited ?? new Set<Element>();
  const composite =
    '[role=grid], [role=treegrid], [role=tablist], [role=listbox], [role=menu], [role=menubar], [role=radiogroup], [role=toolbar], [role=tree], [role=combobox]';
  const wanted =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=tab]';
  const names: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(wanted)) {
    if (visited.has(element) || element.matches(':disabled, [aria-disabled=true]')) continue;
    if (
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('[inert], [aria-hidden=true]')
    )
      continue;
    // Keys work it from the input beside it, which has the focus then.
    if (
      element.matches('[aria-keyshortcuts]') &&
      [...visited].some((one) => one.parentElement === element.parentElement)
    )
      continue;
    const group = element.closest(composite);
    if (group && (visited.has(group) || [...visited].some((one) => group.contains(one)))) continue;
    if (element instanceof HTMLInputElement && element.type === 'radio')
      if ([...visited].some((one) => one instanceof HTMLInputElement && one.name === element.name)) continue;
    const label =
      element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
    const name = element.getAttribute('aria-label') ?? label?.trim().slice(0, 40) ?? '';
    const block = element.closest('[data-block]')?.getAttribute('data-block');
    names.push(`<${element.tagName.toLowerCase()}> "${name}"${block ? ` of block ${block}` : ''}`);
  }
  return names;
}

/** What two rounds never reach: a part of a slow page may be drawn behind the first one. */
async function missed(page: Page): Promise<readonly string[]> {
  const left = await page.evaluate(leftOut);
  if (left.length === 0) return [];
  const stops = await page.evaluate(
    () => document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]').length,
  );
  for (let n = 0; n < stops + 10; n++) {
    await page.keyboard.press('Tab');
    await page.evaluate(stand);
  }
  return page.evaluate(leftOut);
}

export async function keyboardFaults(page: Page): Promise<readonly KeyboardFault[]> {
  const faults: KeyboardFault[] = [];
  const most = (await page.evaluate(lookAround)) * 2 + 20;
  let first: number | null = null;
  let last: Stop | null = null;
  let repeated = 0;
  let round = false;
  for (let n = 0; n < most && !round; n++) {
    await page.keyboard.press('Tab');
    let stop = await page.evaluate(stand);
    // A transition may take its time to the look of the focus.
    for (let wait = 0; stop && !stop.seen && wait < 4; wait++) {
      await page.waitForTimeout(60);
      stop = await page.evaluate(stand);
    }
    repeated = stop && last && stop.key === last.key ? repeated + 1 : 0;
    if (stop && !stop.seen && repeated === 0)
      faults.push({ kind: 'focus', text: `the focus on ${stop.name} is not seen` });
    if (stop && first === stop.key && repeated === 0) round = true;
    if (stop && first === null) first = stop.key;
    if (stop && repeated > (stop.parts ? 6 : 1)) {
      faults.push({ kind: 'trap', text: `Tab does not leave ${stop.name}` });
      return faults;
    }
    if (!stop && n > 0 && first === null) break;
    last = stop;
  }
  if (!round && first !== null && last !== null && first !== last.key)
    faults.push({ kind: 'trap', text: `Tab does not come round; it was at ${last.name} at last` });
  for (const name of await missed(page))
    faults.push({ kind: 'unreached', text: `Tab never reaches ${name}` });
  return faults;
}
