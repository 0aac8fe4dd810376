import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedExpression, Text } from '#src/core/linked.ts';

export interface LinkedStreetView extends LinkedBlock {
  readonly address: Text;
  readonly key: LinkedExpression;
}

export function isStreetView(block: LinkedBlock): block is LinkedStreetView {
  return block.type === 'street-view';
}

export const link: BlockLinker = (block) => block;
