import { type BlockPrinter, heading } from '#src/core/paper.ts';
import { isTabs } from './link.ts';

/** Every tab that the reader may open, one after the other. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isTabs(block)) return [];
  const parts = [];
  for (const { title, visibleWhen, blocks } of block.tabs) {
    if (visibleWhen && ports.evaluate(visibleWhen) !== true) continue;
    parts.push(...heading(ports.text(title), 2), ...(await ports.print(blocks)));
  }
  return parts;
};
