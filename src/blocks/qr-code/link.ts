import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedQrCode = LinkedBlock & BlockDefinition<'qr-code'>;

export function isQrCode(block: LinkedBlock): block is LinkedQrCode {
  return block.type === 'qr-code';
}

export const link: BlockLinker = (block) => block;
