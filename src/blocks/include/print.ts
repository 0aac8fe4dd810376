import type { BlockPrinter } from '#src/core/paper.ts';
import { resolveLink } from '#src/core/resolve/resolve-value.ts';
import { isInclude } from './link.ts';

/** What the page at the address comes to, under a heading of its own. */
export const print: BlockPrinter = async (block, ports) => {
  if (!isInclude(block)) return [];
  // Whoever makes the page of that address asks whether this reader may see it.
  const to = resolveLink(block.to, ports.scope, () => true);
  if (to === null) return [];
  const page = await ports.include(to);
  return [
    ...(block.newPage ? [{ kind: 'break' } as const] : []),
    { kind: 'heading', level: 1, text: ports.text(block.title) || page.title },
    ...page.elements,
  ];
};
