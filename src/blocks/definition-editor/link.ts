import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedDefinitionEditor = LinkedBlock & BlockDefinition<'definition-editor'>;

export function isDefinitionEditor(block: LinkedBlock): block is LinkedDefinitionEditor {
  return block.type === 'definition-editor';
}

export const link: BlockLinker = (block) => block;
