import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Block, type Inline, inlinesOf, parseMarkdown } from './markdown.ts';

function inlinesIn(block: Block): readonly Inline[] {
  if (block.kind === 'lines') return [];
  if (block.kind === 'table') return block.rows.flat(2);
  return block.kind === 'list' ? block.items.flat() : block.text;
}

describe('Markdown of help pages', () => {
  it('has tables with their headings first, and lines of files as they stand', () => {
    const source = 'Text\n| A | **B** |\n|---|---|\n| 1 | |\n\n```\na|b\n\n  *c*\n```\nText';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'paragraph', text: inlinesOf('Text') },
      {
        kind: 'table',
        rows: [
          [inlinesOf('A'), inlinesOf('**B**')],
          [inlinesOf('1'), []],
        ],
      },
      { kind: 'lines', text: 'a|b\n\n  *c*' },
      { kind: 'paragraph', text: inlinesOf('Text') },
    ]);
  });

  it('has headings, paragraphs over several lines, and lists whose items go on', () => {
    const source = '# One\nText\nof two lines.\n\n1. a\n2. b\n   goes on\n\n- x\n* y\nagain';
    expect(parseMarkdown(source)).toEqual([
      { kind: 'heading', level: 1, text: inlinesOf('One') },
      { kind: 'paragraph', text: inlinesOf('Text of two lines.') },
      { kind: 'list', ordered: true, items: [inlinesOf('a'), inlinesOf('b goes on')] },
      { kind: 'list', ordered: false, items: [inlinesOf('x'), inlinesOf('y')] },
      { kind: 'paragraph', text: inlinesOf('again') },
    ]);
  });

  it('marks words as bold, italic, code and links, and leaves lone signs alone', () => {
    expect(inlinesOf('**b** *i i* `c*d*` [l](/to) 2 * 3')).toEqual([
      { kind: 'bold', text: 'b' },
      { kind: 'text', text: ' ' },
      { kind: 'italic', text: 'i i' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'c*d*' },
      { kind: 'text', text: ' ' },
      { kind: 'link', text: 'l', to: '/to' },
      { kind: 'text', text: ' 2 * 3' },
    ]);
  });

  const folder = join(process.cwd(), 'docs/help');
  it.each(readdirSync(folder))('leaves no sign of markup in %s', (file) => {
    const texts = parseMarkdown(readFileSync(join(folder, file), 'utf8')).flatMap((block) =>
      inlinesIn(block)
        .filter(({ kind }) => kind !== 'code')
        .map(({ text }) => text),
    );
    expect(texts.length).toBeGreaterThan(1);
    expect(texts.filter((text) => /[*`#]|\]\(|^\s*[-|]\s/.test(text))).toEqual([]);
  });
});
