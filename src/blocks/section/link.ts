import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedSection = LinkedBlock & BlockDefinition<'section'>;

export function isSection(block: LinkedBlock): block is LinkedSection {
  return block.type === 'section';
}

/** A section that can be folded needs a title to be opened by. */
export const link: BlockLinker = (block, context) => {
  if (isSection(block) && block.foldable && !block.title) {
    context.report({
      pointer: '/foldable',
      rule: 'missing-title',
      message: `Section "${block.id}" is foldable but has no title to fold it by. Add "title".`,
    });
  }
  return block;
};
