import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';

export type LinkedQrCode = LinkedBlock & BlockDefinition<'qr-code'>;

export function isQrCode(block: LinkedBlock): block is LinkedQrCode {
  return block.type === 'qr-code';
}

export const link: BlockLinker = (block, context) => {
  if (isQrCode(block) && (block.link === undefined) === (block.text === undefined))
    context.report({
      pointer: block.link === undefined ? '' : '/text',
      rule: 'missing-key',
      message: 'A QR code leads to a page or holds a text: one of the two.',
      suggestion: 'Give it "link" or "text".',
    });
  return block;
};
