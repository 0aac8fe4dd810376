import type { LinkedPaper } from '../linked.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { ScreenLinking } from './screen-linking.ts';

const standard: LinkedPaper = { orientation: 'landscape', pages: 200, contents: false, without: [] };

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
      without: withoutOf(paper.without, blocks ?? [], screen),
    },
  };
}

function withoutOf(value: Json | undefined, blocks: Json, screen: ScreenLinking): readonly string[] {
  const given = (Array.isArray(value) ? value : []).filter((name) => typeof name === 'string');
  const known = new Set([...partsIn(blocks), ...[...screen.params.keys()].map((id) => `params.${id}`)]);
  for (const [i, name] of given.entries())
    if (!known.has(name))
      screen.report({
        pointer: `/paper/without/${i}`,
        rule: 'unknown-name',
        message: `"${name}" is no block of this page, no column of one and no parameter.`,
        suggestion: suggest(name, known),
      });
  return given;
}

/** Ids of blocks at any depth, and `block.column` of their columns. */
function partsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (!isJsonObject(value)) return [];
  const { id, type, columns } = value;
  const own = typeof id === 'string' && typeof type === 'string' ? [id] : [];
  const cells = Array.isArray(columns) ? columns : [];
  const named = cells.map((cell) => (isJsonObject(cell) ? cell.id : cell));
  return [
    ...own,
    ...own.flatMap((block) => named.map((column) => `${block}.${String(column)}`)),
    ...Object.values(value).flatMap(partsIn),
  ];
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
