import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedOpened = LinkedBlock & BlockDefinition<'opened'>;

export function isOpened(block: LinkedBlock): block is LinkedOpened {
  return block.type === 'opened' && typeof block.most === 'number';
}

export const link: BlockLinker = (block) => block;
