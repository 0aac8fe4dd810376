import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedExpression, Text } from '#src/core/linked.ts';

export interface TileItem {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly to: Text;
  readonly icon?: string;
  readonly visibleWhen?: LinkedExpression;
}

export interface LinkedTiles extends LinkedBlock {
  readonly items: readonly TileItem[];
  readonly group: string | null;
  readonly empty: string;
}

export function isTiles(block: LinkedBlock): block is LinkedTiles {
  return block.type === 'tiles';
}

export const link: BlockLinker = (block, context) => {
  if (!isTiles(block)) return block;
  const group = block.group ?? null;
  if (group === null && block.items.length === 0) {
    context.report({
      pointer: '',
      rule: 'missing-tiles',
      message: `Tiles "${block.id}" have neither "items" nor "group". Give one.`,
    });
  }
  const linked: LinkedTiles = { ...block, group };
  return linked;
};
