import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedRelated = LinkedBlock & BlockDefinition<'related'>;

export function isRelated(block: LinkedBlock): block is LinkedRelated {
  return block.type === 'related' && typeof block.empty === 'string';
}

/** The counts are what an operation answers about one record; rows would be drawn as none. */
export const link: BlockLinker = (block, context) => {
  if (context.source && context.source.kind !== 'operation')
    context.report({
      pointer: '/data',
      rule: 'related-source',
      message: `Block "${block.id}" draws what "record.related" answers, and source "${block.data ?? ''}" answers rows. Name a source with "operation": "record.related".`,
    });
  return block;
};
