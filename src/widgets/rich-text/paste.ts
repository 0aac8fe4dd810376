// What is pasted from Word, a spreadsheet or the web becomes blocks: words, structure, styles and links, nothing else.
// The markup is parsed into a document of its own that runs nothing and loads nothing. Longer than the habit: one walk.
import {
  cleanText,
  indentStep,
  mostIndent,
  type RichBlock,
  type RichBlockType,
  type RichLink,
  type RichStyle,
  type RichStyleRange,
  richStyles,
} from '#src/core/rich-text.ts';

interface Inline {
  readonly styles: ReadonlySet<RichStyle>;
  readonly href: string | null;
  /** Spaces and line ends are kept. */
  readonly pre: boolean;
}

interface Place {
  readonly list: 'ul' | 'ol' | null;
  readonly indent: number;
}

interface Run extends Inline {
  readonly text: string;
}

const mostMarkup = 4_000_000;
const deepest = 400;

const dropped: ReadonlySet<string> = new Set(
  'script style head title meta link template object embed iframe svg math img picture video audio canvas noscript select textarea input button'.split(
    ' ',
  ),
);
const blockElements: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 li ul ol dl dt dd blockquote pre table thead tbody tfoot tr caption section article header footer main aside nav address figure figcaption form fieldset hr'.split(
    ' ',
  ),
);

function clampIndent(pixels: number): number {
  return Math.min(mostIndent, Math.max(0, Math.round(pixels / indentStep) * indentStep));
}

const perUnit: { readonly [unit: string]: number } = { px: 1, pt: 4 / 3, cm: 37.8, mm: 3.78, in: 96, em: 16 };

function pixelsOf(length: string): number {
  const [, amount, unit] = /^(-?[\d.]+)(px|pt|cm|mm|in|em)$/.exec(length.trim()) ?? [];
  return Number(amount ?? 0) * (perUnit[unit ?? ''] ?? 0);
}

/** The style attribute as written: Word's own properties are none that a browser keeps. */
function styleOf(element: Element): ReadonlyMap<string, string> {
  const pairs = (element.getAttribute('style') ?? '').split(';').map((declaration): [string, string] => {
    const colon = declaration.indexOf(':');
    return [
      declaration.slice(0, colon).trim().toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  return new Map(pairs);
}

function inlineIn(
  element: Element,
  name: string,
  outer: Inline,
  link: (href: string) => string | null,
): Inline {
  const style = styleOf(element);
  const styles = new Set(outer.styles);
  const set = (which: RichStyle, on: boolean) => (on ? styles.add(which) : styles.delete(which));
  if (name === 'b' || name === 'strong' || /^h[1-6]$/.test(name) || name === 'th') set('bold', true);
  if (name === 'i' || name === 'em' || name === 'cite') set('italic', true);
  if (name === 'u' || name === 'ins') set('underline', true);
  const weight = style.get('font-weight');
  if (weight) set('bold', weight.startsWith('bold') || Number(weight) >= 600);
  const slant = style.get('font-style');
  if (slant) set('italic', slant === 'italic' || slant === 'oblique');
  const decoration = style.get('text-decoration') ?? style.get('text-decoration-line');
  if (decoration && name !== 'a') set('underline', decoration.includes('underline'));
  const href = name === 'a' ? element.getAttribute('href') : null;
  return {
    styles,
    href: (href === null ? null : link(href)) ?? outer.href,
    pre: outer.pre || name === 'pre' || (style.get('white-space') ?? '').startsWith('pre'),
  };
}

/** Word writes the items of a list as paragraphs, with the mark as text that says it is to be ignored. */
function wordItem(element: Element): Place | null {
  const level = /level(\d+)/.exec(styleOf(element).get('mso-list') ?? '')?.[1];
  if (level === undefined) return null;
  const mark = [...element.querySelectorAll('[style]')].find(
    (inner) => styleOf(inner).get('mso-list') === 'ignore',
  );
  const counted = /^\s*\(?[0-9a-z]{1,4}[.)]/i.test(mark?.textContent ?? '');
  return { list: counted ? 'ol' : 'ul', indent: clampIndent((Number(level) - 1) * indentStep) };
}

function placeIn(element: Element, name: string, outer: Place): Place {
  if (name === 'ul' || name === 'ol')
    return {
      list: name,
      indent: outer.list === null ? outer.indent : clampIndent(outer.indent + indentStep),
    };
  if (name === 'blockquote' || name === 'dd')
    return { ...outer, indent: clampIndent(outer.indent + indentStep) };
  const word = wordItem(element);
  if (word) return word;
  const own = /cad-rich-indent-(\d+)/.exec(element.getAttribute('class') ?? '')?.[1];
  if (own !== undefined) return { ...outer, indent: clampIndent(Number(own)) };
  if (name === 'p') {
    const margin = pixelsOf(styleOf(element).get('margin-left') ?? '');
    if (margin > 0 && outer.list === null) return { ...outer, indent: clampIndent(outer.indent + margin) };
  }
  return outer;
}

function trimmed(runs: readonly Run[]): readonly Run[] {
  const whole = runs.map(({ text }) => text).join('');
  const start = whole.length - whole.trimStart().length;
  const end = whole.trimEnd().length;
  let at = 0;
  return runs.flatMap((run) => {
    const text = run.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += run.text.length;
    return text === '' ? [] : [{ ...run, text }];
  });
}

function blockOf(runs: readonly Run[], type: RichBlockType, indent: number): RichBlock | null {
  const kept = trimmed(runs);
  if (kept.length === 0) return null;
  const styles: RichStyleRange[] = [];
  const links: RichLink[] = [];
  let from = 0;
  for (const run of kept) {
    const to = from + run.text.length;
    for (const style of richStyles) if (run.styles.has(style)) styles.push({ to, from, style });
    const last = links.at(-1);
    if (run.href !== null && last?.to === from && last.href === run.href)
      links[links.length - 1] = { ...last, to };
    else if (run.href !== null) links.push({ to, from, href: run.href });
    from = to;
  }
  return {
    text: kept.map(({ text }) => text).join(''),
    type,
    ...(links.length > 0 ? { links } : {}),
    ...(indent > 0 ? { indent } : {}),
    ...(styles.length > 0 ? { styles } : {}),
  };
}

/**
 * The parsed document runs nothing in any case; but the browser reports style elements and handlers in it as breaches
 * of our policy, and a report should mean something.
 */
function quiet(html: string): string {
  return html
    .replace(/<(style|script|head|title|xml)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])on[a-z]+\s*=/gi, '$1data-on='));
}

/** Blocks of pasted markup. `link` gives the address as it may be stored, or null for none. */
export function blocksOfHtml(html: string, link: (href: string) => string | null): readonly RichBlock[] {
  if (html.length > mostMarkup) return [];
  const blocks: RichBlock[] = [];
  let runs: Run[] = [];
  let place: Place = { list: null, indent: 0 };

  const flush = () => {
    const block = blockOf(runs, place.list ?? 'p', place.indent);
    if (block) blocks.push(block);
    runs = [];
  };
  const write = (given: string, inline: Inline) => {
    const text = cleanText(given).replaceAll('\u00a0', ' ');
    if (inline.pre) {
      runs.push({ ...inline, text });
      return;
    }
    const before = runs.at(-1)?.text ?? ' ';
    const spaced = text.replace(/[ \t\n]+/g, ' ');
    const fitting = /\s$/.test(before) ? spaced.trimStart() : spaced;
    if (fitting !== '') runs.push({ ...inline, text: fitting });
  };
  const walk = (node: Node, inline: Inline, depth: number) => {
    if (node.nodeType === Node.TEXT_NODE) return write(node.nodeValue ?? '', inline);
    if (!(node instanceof Element)) return;
    const name = node.localName;
    const style = styleOf(node);
    if (dropped.has(name) || style.get('display') === 'none' || style.get('mso-list') === 'ignore') return;
    if (name === 'br') {
      runs.push({ ...inline, text: '\n' });
      return;
    }
    if (depth > deepest) return write(node.textContent ?? '', inline);
    const within = inlineIn(node, name, inline, link);
    const outer = place;
    const isBlock = blockElements.has(name);
    if (isBlock) {
      flush();
      place = placeIn(node, name, outer);
    }
    // Cells of a row stand in one line, a tab between them.
    if ((name === 'td' || name === 'th') && node.previousElementSibling) runs.push({ ...within, text: '\t' });
    for (const child of node.childNodes) walk(child, within, depth + 1);
    if (isBlock) {
      flush();
      place = outer;
    }
  };

  const page = new DOMParser().parseFromString(quiet(html), 'text/html');
  walk(page.body, { styles: new Set(), href: null, pre: false }, 0);
  flush();
  return blocks;
}

/** A paragraph for each line; an end of line at the very end begins none. */
export function blocksOfText(text: string): readonly RichBlock[] {
  return cleanText(text)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ text: line, type: 'p' }));
}
