// The stored shape of formatted text: blocks of text with ranges of style and links, no markup. Members stand in the
// order in which PostgreSQL's jsonb keeps them (shorter names first), so that the same content is the same JSON text.
import { isJsonObject } from './values.ts';

export const richStyles = ['bold', 'italic', 'underline'] as const;
export type RichStyle = (typeof richStyles)[number];
export const richBlockTypes = ['p', 'ul', 'ol'] as const;
export type RichBlockType = (typeof richBlockTypes)[number];

/** From the character `from` up to and without `to`, counted in UTF-16 units. */
export interface RichStyleRange {
  readonly to: number;
  readonly from: number;
  readonly style: RichStyle;
}

export interface RichLink {
  readonly to: number;
  readonly from: number;
  readonly href: string;
}

/** A paragraph, or an item of a list; neighbouring items of one type are one list. */
export interface RichBlock {
  readonly text: string;
  readonly type: RichBlockType;
  readonly links?: readonly RichLink[];
  /** Pixels; absent for none. */
  readonly indent?: number;
  readonly styles?: readonly RichStyleRange[];
}

export interface RichText {
  readonly blocks: readonly RichBlock[];
}

export const indentStep = 30;
export const mostIndent = 210;
export const mostBlocks = 2_000;
export const mostCharacters = 100_000;
const mostRanges = 1_000;

export interface RichTextFault {
  /** Below the value. */
  readonly pointer: string;
  readonly message: string;
}

export type CheckedRichText = { readonly value: RichText | null } | { readonly fault: RichTextFault };

/** Characters that text may not hold: controls but tab and line feed, and halves of a character. */
const refusedCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  /[\u0000-\u0008\u000b-\u001f\u007f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text without what may not be stored; line ends are line feeds. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(refusedCharacters, '');
}

class Refused extends Error {
  readonly pointer: string;
  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

function refuse(pointer: string, message: string): never {
  throw new Refused(pointer, message);
}

function object(
  value: unknown,
  known: readonly string[],
  pointer: string,
): { readonly [key: string]: unknown } {
  if (!isJsonObject(value)) return refuse(pointer, 'An object is needed.');
  for (const key of Object.keys(value))
    if (!known.includes(key))
      refuse(`${pointer}/${key.slice(0, 40)}`, `"${key.slice(0, 40)}" is unknown in formatted text.`);
  return value;
}

function list(value: unknown, most: number, pointer: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return refuse(pointer, 'A list is needed.');
  if (value.length > most)
    return refuse(pointer, `${value.length} entries are too many; at most ${most} are accepted.`);
  return value;
}

function ends(range: { readonly [key: string]: unknown }, length: number, pointer: string) {
  const { from, to } = range;
  const whole = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n);
  if (!whole(from) || !whole(to) || from < 0 || to <= from || to > length)
    return refuse(pointer, `A range lies inside its text of ${length} characters and is not empty.`);
  return { to, from };
}

const byPlace = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  a.from - b.from || a.to - b.to;

function stylesOf(value: unknown, length: number, pointer: string): readonly RichStyleRange[] {
  const given = list(value, mostRanges, pointer).map((entry, i): RichStyleRange => {
    const at = `${pointer}/${i}`;
    const range = object(entry, ['to', 'from', 'style'], at);
    const style = richStyles.find((known) => known === range.style);
    if (!style) return refuse(`${at}/style`, `A style is one of ${richStyles.join(', ')}.`);
    return { ...ends(range, length, at), style };
  });
  // Ranges of one style that touch are one range: the same look is the same value.
  const merged = richStyles.flatMap((style) => {
    const ranges: RichStyleRange[] = [];
    for (const range of given.filter((one) => one.style === style).sort(byPlace)) {
      const last = ranges.at(-1);
      if (last && range.from <= last.to)
        ranges[ranges.length - 1] = { to: Math.max(last.to, range.to), from: last.from, style };
      else ranges.push(range);
    }
    return ranges;
  });
  return merged.sort((a, b) => byPlace(a, b) || richStyles.indexOf(a.style) - richStyles.indexOf(b.style));
}

function linksOf(
  value: unknown,
  length: number,
  pointer: string,
  mayLink: (href: string) => boolean,
): readonly RichLink[] {
  const links = list(value, mostRanges, pointer).map((entry, i): RichLink => {
    const at = `${pointer}/${i}`;
    const range = object(entry, ['to', 'from', 'href'], at);
    const { href } = range;
    if (typeof href !== 'string' || !mayLink(href))
      return refuse(
        `${at}/href`,
        'A link leads to a page of this application or to an https address on a host that is configured.',
      );
    return { ...ends(range, length, at), href };
  });
  const sorted = [...links].sort(byPlace);
  sorted.forEach((link, i) => {
    const next = sorted[i + 1];
    if (next && next.from < link.to) refuse(pointer, 'Links may not overlap.');
  });
  return sorted;
}

function blockOf(value: unknown, pointer: string, mayLink: (href: string) => boolean): RichBlock {
  const block = object(value, ['text', 'type', 'links', 'indent', 'styles'], pointer);
  const { text, indent = 0 } = block;
  const type = richBlockTypes.find((known) => known === block.type);
  if (typeof text !== 'string') return refuse(`${pointer}/text`, 'A text is needed.');
  if (cleanText(text) !== text)
    return refuse(`${pointer}/text`, 'The text holds control characters or halves of characters.');
  if (!type) return refuse(`${pointer}/type`, `A block is one of ${richBlockTypes.join(', ')}.`);
  if (typeof indent !== 'number' || indent < 0 || indent > mostIndent || indent % indentStep !== 0)
    return refuse(`${pointer}/indent`, `An indent is 0 to ${mostIndent} in steps of ${indentStep}.`);
  const links = linksOf(block.links, text.length, `${pointer}/links`, mayLink);
  const styles = stylesOf(block.styles, text.length, `${pointer}/styles`);
  return {
    text,
    type,
    ...(links.length > 0 ? { links } : {}),
    ...(indent > 0 ? { indent } : {}),
    ...(styles.length > 0 ? { styles } : {}),
  };
}

/**
 * Formatted text in its one form, null when it says nothing, or what is wrong with it. The same function judges in
 * the browser and on the server; `mayLink` is the one rule for addresses.
 */
export function checkRichText(value: unknown, mayLink: (href: string) => boolean): CheckedRichText {
  if (value === null || value === undefined) return { value: null };
  try {
    const given = object(value, ['blocks'], '');
    if (!Array.isArray(given.blocks)) refuse('/blocks', 'A list of blocks is needed.');
    let characters = 0;
    const blocks = list(given.blocks, mostBlocks, '/blocks').map((block, i) => {
      const checked = blockOf(block, `/blocks/${i}`, mayLink);
      characters += checked.text.length;
      if (characters > mostCharacters)
        refuse('/blocks', `At most ${mostCharacters} characters are accepted.`);
      return checked;
    });
    return { value: blocks.every(({ text }) => text.trim() === '') ? null : { blocks } };
  } catch (error) {
    if (error instanceof Refused) return { fault: { pointer: error.pointer, message: error.message } };
    throw error;
  }
}
