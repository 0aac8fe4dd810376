import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export interface LinkedDefinitionEditor extends LinkedBlock {
  readonly path: Text;
  readonly empty: string;
}

export function isDefinitionEditor(block: LinkedBlock): block is LinkedDefinitionEditor {
  return block.type === 'definition-editor';
}

export const link: BlockLinker = (block) => block;
