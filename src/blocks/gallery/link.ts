import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedGallery = LinkedBlock & BlockDefinition<'gallery'>;

export function isGallery(block: LinkedBlock): block is LinkedGallery {
  return block.type === 'gallery';
}

export const link: BlockLinker = (block) => block;
