import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedInclude = LinkedBlock & BlockDefinition<'include'>;

export function isInclude(block: LinkedBlock): block is LinkedInclude {
  return block.type === 'include';
}

/** The walk over the schema has checked the address. */
export const link: BlockLinker = (block) => block;
