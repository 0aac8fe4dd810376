import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedStreetView = LinkedBlock & BlockDefinition<'street-view'>;

export function isStreetView(block: LinkedBlock): block is LinkedStreetView {
  return block.type === 'street-view';
}

export const link: BlockLinker = (block) => block;
