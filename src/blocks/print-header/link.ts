import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedPrintHeader = LinkedBlock & BlockDefinition<'print-header'>;

export function isPrintHeader(block: LinkedBlock): block is LinkedPrintHeader {
  return block.type === 'print-header';
}

/** Its lines are linked by the walk over the schema; nothing is left to check. */
export const link: BlockLinker = (block) => block;
