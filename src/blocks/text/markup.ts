// Inline markup of a text: **bold**, `code`, [label](/route). What a path fills in is never read as markup.
import type { LinkedTemplate, Text } from '#src/core/linked.ts';

export type Inline =
  | { readonly kind: 'text' | 'bold' | 'code'; readonly text: Text }
  | { readonly kind: 'link'; readonly text: Text; readonly to: Text };

export type Paragraph = readonly Inline[];

type Part = LinkedTemplate['$text'][number];

// Private-use characters stand for the paths while the markup is read.
const firstPlaceholder = 0xe000;
const inlinePattern = /\*\*(?<bold>.+?)\*\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<to>[^)\s]+)\)/gsu;

export function parseMarkup(text: Text): readonly Paragraph[] {
  const paths: Part[] = [];
  const plain =
    typeof text === 'string'
      ? text
      : text.$text.map((part) => (typeof part === 'string' ? part : placeholder(part, paths))).join('');
  const over = typeof text === 'string' ? 'screen' : text.over;
  const restore = (piece: string): Text => fill(piece, paths, over);
  return plain
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => inlines(paragraph, restore));
}

function placeholder(part: Part, paths: Part[]): string {
  paths.push(part);
  return String.fromCharCode(firstPlaceholder + paths.length - 1);
}

function fill(piece: string, paths: readonly Part[], over: LinkedTemplate['over']): Text {
  const parts: Part[] = [];
  let run = '';
  for (const char of piece) {
    const path = paths[char.charCodeAt(0) - firstPlaceholder];
    if (path === undefined) {
      run += char;
      continue;
    }
    if (run !== '') parts.push(run);
    run = '';
    parts.push(path);
  }
  if (run !== '') parts.push(run);
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return { $text: parts, over };
}

function inlines(paragraph: string, restore: (piece: string) => Text): Paragraph {
  const found: Inline[] = [];
  let from = 0;
  for (const match of paragraph.matchAll(inlinePattern)) {
    if (match.index > from) found.push({ kind: 'text', text: restore(paragraph.slice(from, match.index)) });
    const { bold, code, label, to } = match.groups ?? {};
    if (bold !== undefined) found.push({ kind: 'bold', text: restore(bold) });
    else if (code !== undefined) found.push({ kind: 'code', text: restore(code) });
    else if (label !== undefined && to !== undefined)
      found.push({ kind: 'link', text: restore(label), to: restore(to) });
    from = match.index + match[0].length;
  }
  if (from < paragraph.length) found.push({ kind: 'text', text: restore(paragraph.slice(from)) });
  return found;
}
