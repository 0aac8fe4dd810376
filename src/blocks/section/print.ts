import { type BlockPrinter, heading } from '#src/core/paper.ts';
import { isSection } from './link.ts';

/** Folded or not, the whole section is printed. */
export const print: BlockPrinter = async (block, ports) =>
  isSection(block) ? [...heading(ports.text(block.title), 2), ...(await ports.print(block.blocks))] : [];
