// Formatted text without its formats, for grids, exports and counters. rich_text_plain(jsonb) of the database says
// the same.
import { isJsonObject } from './values.ts';

/** Lines of text, items of lists with their mark; empty for what is no formatted text. */
export function richTextPlain(value: unknown): string {
  const blocks = isJsonObject(value) && Array.isArray(value.blocks) ? value.blocks.filter(isJsonObject) : [];
  let number = 0;
  return blocks
    .map(({ text, type }) => {
      number = type === 'ol' ? number + 1 : 0;
      const mark = type === 'ul' ? '• ' : type === 'ol' ? `${number}. ` : '';
      return mark + (typeof text === 'string' ? text : '');
    })
    .join('\n');
}

/** Plain text as formatted text: a paragraph for each line. */
export function richTextOf(text: string): {
  readonly blocks: readonly { readonly text: string; readonly type: 'p' }[];
} {
  return { blocks: text.split('\n').map((line) => ({ text: line, type: 'p' })) };
}
