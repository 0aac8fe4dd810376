import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock } from '#src/core/linked.ts';
import { type Paragraph, parseMarkup } from './markup.ts';

export type LinkedText = LinkedBlock &
  BlockDefinition<'text'> & { readonly paragraphs: readonly Paragraph[] };

export function isText(block: LinkedBlock): block is LinkedText {
  return block.type === 'text';
}

/** Reads the markup ahead, so that a browser only draws it. Links lead to routes of this application alone. */
export const link: BlockLinker = (block, context) => {
  if (!isText(block)) return block;
  const paragraphs = parseMarkup(block.text);
  for (const inline of paragraphs.flat()) {
    if (inline.kind !== 'link') continue;
    const [first] = typeof inline.to === 'string' ? [inline.to] : inline.to.$text;
    if (typeof first === 'string' && /^\/(?!\/)/.test(first)) {
      context.checkLink?.(inline.to, '/text');
      continue;
    }
    context.report({
      pointer: '/text',
      rule: 'link-not-a-route',
      message: `"${typeof first === 'string' ? first : '{…}'}" is no route of this application. Begin a link with one "/".`,
    });
  }
  const linked: LinkedText = { ...block, paragraphs };
  return linked;
};
