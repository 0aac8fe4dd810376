import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export interface LinkedInclude extends LinkedBlock {
  readonly to: Text;
  readonly text?: Text;
  readonly newPage: boolean;
}

export function isInclude(block: LinkedBlock): block is LinkedInclude {
  return block.type === 'include';
}

/** The walk over the schema has checked the address. */
export const link: BlockLinker = (block) => block;
