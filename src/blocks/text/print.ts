import { type BlockPrinter, heading, type PaperElement } from '#src/core/paper.ts';
import { isText } from './link.ts';

export const print: BlockPrinter = async (block, ports) => {
  if (!isText(block)) return [];
  const paragraphs = block.paragraphs.map(
    (parts): PaperElement => ({
      kind: 'paragraph',
      runs: parts.map((part) => ({ text: ports.text(part.text), bold: part.kind === 'bold' })),
    }),
  );
  return [...heading(ports.text(block.title), 3), ...paragraphs];
};
