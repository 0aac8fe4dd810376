// Formatted text on paper: its paragraphs and items of lists, each with the runs that look alike.
import type { PaperElement, PaperRun } from './paper.ts';
import { checkRichText, indentStep, type RichBlock } from './rich-text.ts';

function runsOf({ text, styles = [] }: RichBlock): readonly PaperRun[] {
  const ends = styles.flatMap(({ from, to }) => [from, to]);
  const cuts = [...new Set([0, ...ends, text.length])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, i): PaperRun => {
    const has = (style: string) =>
      styles.some((range) => range.style === style && range.from <= from && range.to > from);
    const shown = text.slice(from, cuts[i + 1]);
    return {
      text: shown,
      bold: has('bold'),
      ...(has('italic') ? { italic: true } : {}),
      ...(has('underline') ? { underline: true } : {}),
    };
  });
}

/** Nothing of what is no formatted text. */
export function richParagraphs(value: unknown): readonly PaperElement[] {
  const checked = checkRichText(value, () => true);
  if (!('value' in checked) || checked.value === null) return [];
  let number = 0;
  return checked.value.blocks.map((block): PaperElement => {
    number = block.type === 'ol' ? number + 1 : 0;
    const mark = block.type === 'ul' ? '•' : block.type === 'ol' ? `${number}.` : null;
    const indent = (block.indent ?? 0) / indentStep;
    return {
      kind: 'paragraph',
      runs: runsOf(block),
      ...(indent > 0 ? { indent } : {}),
      ...(mark === null ? {} : { mark }),
    };
  });
}
