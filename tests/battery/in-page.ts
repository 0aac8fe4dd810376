// What is looked for in the page itself. These functions travel into the browser, so each stands alone.

export interface Fault {
  readonly kind: 'overflow' | 'cut' | 'covered' | 'label' | 'heading' | 'text';
  readonly text: string;
}

/** Faults of the layout and of the words that are seen. */
export function pageFaults(): readonly Fault[] {
  const faults: Fault[] = [];
  const place = (element: Element): string => {
    const block = element.closest('[data-block]')?.getAttribute('data-block');
    const name =
      element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : '';
    return `${block ? `block ${block}, ` : ''}<${element.tagName.toLowerCase()}${name}>`;
  };
  const seen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

  // Of the page itself, or of the part that holds the whole screen and would have to be scrolled sideways with it.
  const frames = [document.documentElement, document.body, ...document.querySelectorAll('main')];
  const wide = frames.find((frame) => frame.scrollWidth > frame.clientWidth + 1 && frame.clientWidth > 0);
  if (wide) {
    const edge = wide.getBoundingClientRect().left + wide.clientWidth + 1;
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== wide; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      return false;
    };
    const causes = [...wide.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > edge && seen(element) && !scrolls(element))
      .slice(-2)
      .map(place);
    faults.push({
      kind: 'overflow',
      text: `<${wide.tagName.toLowerCase()}> is ${wide.scrollWidth - wide.clientWidth} px wider than its window: ${causes.join(', ')}`,
    });
  }

  const hidden = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // What is seen when a value is missing or a template was not filled.
  const leaks =
    /\bundefined\b|\bNaN\b|\[object \w+\]|\{(?:params|data|row|form|session|user)\.[^}]*\}|\bInvalid Date\b/;
  const told = new Set<Element>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const words = node.textContent?.trim() ?? '';
    if (!parent || words === '' || parent.closest('svg, script, style, noscript, option') || !seen(parent))
      continue;
    const leak = leaks.exec(words);
    if (leak)
      faults.push({ kind: 'text', text: `the page shows "${leak[0]}": ${short(words)}, ${place(parent)}` });
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
      if (hidden(at)) break;
      if (at.hasAttribute('title')) break;
      const style = getComputedStyle(at);
      if (/auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)) break;
      const edges = at.getBoundingClientRect();
      const sideways =
        /hidden|clip/.test(style.overflowX) && (box.right > edges.right + 2 || box.left < edges.left - 2);
      const below = /hidden|clip/.test(style.overflowY) && box.bottom > edges.bottom + 4;
      // A table tells the whole text under the pointer alone.
      if (sideways || below)
        for (const type of ['pointerover', 'mouseover'])
          parent.dispatchEvent(new PointerEvent(type, { bubbles: true }));
      if ((sideways || below) && !told.has(at) && !at.hasAttribute('title')) {
        told.add(at);
        faults.push({
          kind: 'cut',
          text: `"${short(words)}" is cut and nothing shows the whole text: ${place(at)}`,
        });
      }
      if (sideways || below) break;
      // The rows of a table are moved under their heading by its own scrolling.
      if (/^(?:gridcell|columnheader|rowheader)$/.test(at.getAttribute('role') ?? '')) break;
    }
  }

  const inputs = document.querySelectorAll<HTMLInputElement>(
    'input:not([type=hidden]), select, textarea, [contenteditable=true], [role=textbox], [role=combobox]',
  );
  for (const input of inputs) {
    if (!seen(input) || input.closest('[aria-hidden=true]')) continue;
    const labelled = [...(input.labels ?? [])].some((label) => label.textContent?.trim());
    const pointed = (input.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .some((id) => id !== '' && document.getElementById(id)?.textContent?.trim());
    const named = input.getAttribute('aria-label')?.trim() || input.getAttribute('title')?.trim();
    const push = /^(?:submit|button|reset|image)$/.test(input.type ?? '');
    if (!labelled && !pointed && !named && !push)
      faults.push({ kind: 'label', text: `an input has no label: ${place(input)} ${input.name ?? ''}` });
  }

  // Where it would be pressed, something else lies over it.
  const pressed = 'a[href], button, input:not([type=hidden]), select, textarea';
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!seen(element) || hidden(element) || element.closest('[role=grid], [role=treegrid], [inert]'))
      continue;
    const box = element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    let inside = x > 0 && y > 0 && x < window.innerWidth && y < window.innerHeight;
    for (let at = element.parentElement; at && inside; at = at.parentElement) {
      if (getComputedStyle(at).overflow === 'visible') continue;
      const edges = at.getBoundingClientRect();
      inside = x > edges.left && x < edges.right && y > edges.top && y < edges.bottom;
    }
    const hit = inside ? document.elementFromPoint(x, y) : null;
    if (!hit || element.contains(hit) || hit.contains(element)) continue;
    if (hit.closest('label')?.contains(element) || hit.closest('.cad-snackbars, dialog, [role=dialog]'))
      continue;
    faults.push({
      kind: 'covered',
      text: `"${short(element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '')}" lies under ${place(hit)}: ${place(element)}`,
    });
  }

  const headings = [...document.querySelectorAll('h1')].filter(seen);
  if (headings.length !== 1)
    faults.push({ kind: 'heading', text: `the page has ${headings.length} headings of level 1` });

  return faults;
}
