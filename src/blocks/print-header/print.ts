import { type BlockPrinter, heading, type PaperElement } from '#src/core/paper.ts';
import { isPrintHeader } from './link.ts';

export const print: BlockPrinter = async (block, ports) => {
  if (!isPrintHeader(block)) return [];
  const lines = block.lines.map((line) => ports.text(line).trim()).filter((line) => line !== '');
  const paragraphs = lines.map(
    (text): PaperElement => ({ kind: 'paragraph', runs: [{ text, bold: false }] }),
  );
  return [
    ...(block.newPage ? [{ kind: 'break' } as const] : []),
    ...heading(ports.text(block.title), 2),
    ...paragraphs,
  ];
};
