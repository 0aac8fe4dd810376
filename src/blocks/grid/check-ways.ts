// A row that leads to its page leads there in the narrowest window too, before anything is scrolled or chosen.
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedGrid } from './definition.ts';
import { fitColumns, laidOut } from './fit-columns.ts';
import { noChoice } from './layout.ts';

/** Of a window of 768 pixels, less the page's margins, the grid's edges and its scrollbar. */
const narrowRoom = 720;

export function checkWays(grid: LinkedGrid, context: BlockLinkContext): void {
  const leads = ({ link, on }: LinkedGrid['columns'][number]) => link !== null || on.length > 0;
  const ways = grid.columns.filter((column) => leads(column) && !column.hidden);
  const [way] = ways;
  if (!way || grid.columnsFrom || grid.transposed.length > 0) return;
  if (grid.actions.some(({ on }) => on.some(({ type }) => type === 'navigate'))) return;
  const layout = laidOut(grid, noChoice, fitColumns(grid, noChoice, {}, narrowRoom));
  const seen = narrowRoom - (layout.pinned?.width ?? 0);
  // A format that is unknown, which is reported elsewhere, has no width.
  const isSeen = layout.columns.some(
    ({ column, left, width }) => column !== null && ways.includes(column) && !(left + width > seen),
  );
  if (isSeen) return;
  context.report({
    pointer: `/columns/${grid.columns.indexOf(way)}/id`,
    rule: 'link-out-of-sight',
    severity: 'warning',
    message: `In a window of 768 pixels no link of grid "${grid.id}" is seen, so its rows lead nowhere. Put "${way.id}" further left, or give columns before it "priority": "low".`,
  });
}
