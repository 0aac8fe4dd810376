import type { LinkedPaper } from '../linked.ts';
import { under } from '../pointer.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { ScreenLinking } from './screen-linking.ts';

const standard: LinkedPaper = { orientation: 'landscape', pages: 200, contents: false };

/** How the screen stands on paper: as it says, as every report does, or not at all. */
export function linkPaper(screen: ScreenLinking): { readonly paper?: LinkedPaper } {
  const { paper, group, blocks } = screen.checked.json;
  if (!isJsonObject(paper)) return typeof group === 'string' ? { paper: standard } : {};
  if (screen.catalog.printable) checkBlocks(blocks ?? [], '/blocks', screen, screen.catalog.printable);
  return {
    paper: {
      orientation: paper.orientation === 'portrait' ? 'portrait' : 'landscape',
      pages: typeof paper.pages === 'number' ? paper.pages : standard.pages,
      contents: paper.contents === true,
    },
  };
}

function checkBlocks(
  value: Json,
  pointer: string,
  screen: ScreenLinking,
  printable: ReadonlySet<string>,
): void {
  if (Array.isArray(value)) {
    value.forEach((entry, i) => {
      checkBlocks(entry, under(pointer, i), screen, printable);
    });
    return;
  }
  if (!isJsonObject(value)) return;
  const { type, id } = value;
  if (
    typeof type === 'string' &&
    typeof id === 'string' &&
    screen.catalog.language.blocks.has(type) &&
    !printable.has(type)
  )
    screen.report({
      pointer: under(pointer, 'type'),
      rule: 'not-printable',
      message: `A block "${type}" cannot be drawn on paper, and this page has "paper". Remove one of them. On paper stand ${[...printable].sort().join(', ')}.`,
    });
  for (const [name, inner] of Object.entries(value))
    checkBlocks(inner, under(pointer, name), screen, printable);
}
