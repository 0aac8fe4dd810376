import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export type LinkedUpload = LinkedBlock &
  Omit<BlockDefinition<'upload'>, 'help' | 'camera' | 'result'> & {
    readonly help: string | null;
    /** Text of the button that opens the camera; null without one. */
    readonly camera: string | null;
    /** What is told of a file's answer (`row`); null tells that it was sent. */
    readonly result: Text | null;
  };

export function isUpload(block: LinkedBlock): block is LinkedUpload {
  return block.type === 'upload';
}

export const link: BlockLinker = (block) => {
  if (!isUpload(block)) return block;
  const linked: LinkedUpload = {
    ...block,
    help: block.help ?? null,
    camera: block.camera ?? null,
    result: block.result ?? null,
  };
  return linked;
};
