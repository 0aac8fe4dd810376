import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedExpression, Text } from '#src/core/linked.ts';

export interface LinkedTab {
  readonly id: string;
  readonly title: Text;
  readonly visibleWhen?: LinkedExpression | null;
  readonly blocks: readonly LinkedBlock[];
}

export interface LinkedTabs extends LinkedBlock {
  readonly tabs: readonly LinkedTab[];
}

export function isTabs(block: LinkedBlock): block is LinkedTabs {
  return block.type === 'tabs';
}

export const link: BlockLinker = (block) => block;
