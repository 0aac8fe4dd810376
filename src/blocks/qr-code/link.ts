import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, Text } from '#src/core/linked.ts';

export interface LinkedQrCode extends LinkedBlock {
  readonly link: Text;
  readonly label: Text;
}

export function isQrCode(block: LinkedBlock): block is LinkedQrCode {
  return block.type === 'qr-code';
}

export const link: BlockLinker = (block) => block;
