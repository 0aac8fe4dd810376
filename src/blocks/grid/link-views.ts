import type { EntityView } from '#src/core/entity-parts.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { GridDefinition } from './definition.ts';

/** Shipped views of the list whose search a grid shows; a table of a few rows on another page has its own columns. */
export function viewsOf(
  block: GridDefinition,
  { source, entityOfList }: BlockLinkContext,
): readonly EntityView[] {
  if (source?.kind !== 'records' || source.hash === null || block.views === false) return [];
  return entityOfList?.(source.list)?.views ?? [];
}

/** A table that is a page's main matter is laid out by each person in more than one way; a few rows beside a record are not. */
export function savesViews(
  { views, height, transposed }: GridDefinition,
  { source }: BlockLinkContext,
): boolean {
  return views !== false && height === 'fill' && transposed.length === 0 && source?.kind !== 'operation';
}

/** Fields that a view shows and the grid does not name: columns that are hidden where no view asks for them. */
export function columnsOfViews(views: readonly EntityView[], named: ReadonlySet<string>): readonly string[] {
  return [...new Set(views.flatMap(({ columns }) => columns))].filter((id) => !named.has(id));
}
