import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export interface LinkedPrintHeader extends LinkedBlock {
  readonly lines: readonly Text[];
  readonly newPage: boolean;
}

export function isPrintHeader(block: LinkedBlock): block is LinkedPrintHeader {
  return block.type === 'print-header';
}

/** Its lines are linked by the walk over the schema; nothing is left to check. */
export const link: BlockLinker = (block) => block;
