// Which widths columns get in the room there is, and which of them wait until they are asked for.
import { fittedWidths, layoutOptions, widthOfHeading } from './columns-of-block.ts';
import type { GridColumn, LinkedGrid } from './definition.ts';
import { type ColumnChoice, intoFreeRoom, isHidden, type Layout, layOut } from './layout.ts';

type Widths = ColumnChoice['widths'];

/** What the first rows and the room come to. */
export interface Fit {
  readonly widths: Widths;
  /** Columns of low priority that there is no room for. */
  readonly away: readonly string[];
  /** How much is seen at once; 0 while it is not known. */
  readonly room: number;
}

export const unfitted: Fit = { widths: {}, away: [], room: 0 };

const leastText = 72;
/** A text is still told by so much of its width. */
const almost = 0.75;

/** A text that goes on says something by its beginning; a figure or a day says something else. */
function isCut({ align, edit, field, format }: GridColumn): boolean {
  return align === 'left' && edit === null && field.type === 'text' && !format.startsWith('date');
}

/** A person's own widths stand above those that the rows ask for. */
export function laidOut(block: LinkedGrid, choice: ColumnChoice, fit: Fit): Layout {
  const widths = { ...fit.widths, ...choice.widths };
  const shown = { ...choice, hidden: [...choice.hidden, ...fit.away], widths };
  return layOut(block.columns, shown, { ...layoutOptions(block), room: fit.room });
}

/** Widths that give up `over`, each by the part of what it has above its least; null where all of it is too little. */
function narrowed(layout: Layout, over: number, least: (column: GridColumn) => number): Widths | null {
  const slack = layout.columns.flatMap(({ column, width }) =>
    column && width > least(column) ? [{ id: column.id, width, most: width - least(column) }] : [],
  );
  const sum = slack.reduce((all, { most }) => all + most, 0);
  if (sum < over) return null;
  return Object.fromEntries(slack.map(({ id, width, most }) => [id, width - Math.ceil((most * over) / sum)]));
}

/**
 * Texts are as wide as they ask for. In too little room they give up what they have above their own width, then a part of
 * that; then columns of low priority leave, the last one first, and texts are cut down to their headings. What would not
 * be enough for all to be seen is not cut at all. Room that is left goes to headings that are cut, then to texts.
 */
export function fitColumns(block: LinkedGrid, choice: ColumnChoice, wanted: Widths, room: number): Fit {
  const own = new Set(block.columns.filter(({ fits }) => fits).map(({ id }) => id));
  const widths = fittedWidths(Object.fromEntries(Object.entries(wanted).filter(([id]) => own.has(id))));
  const chosen = (id: string) => choice.widths[id] !== undefined;
  const fit: Fit = { widths, away: [], room };
  if (room <= 0) return fit;

  const toOwnWidth = (column: GridColumn) =>
    chosen(column.id) || widths[column.id] === undefined ? Number.POSITIVE_INFINITY : column.width;
  const least = (width: (column: GridColumn) => number) => (column: GridColumn) =>
    chosen(column.id) || !isCut(column) ? Number.POSITIVE_INFINITY : Math.max(leastText, width(column));
  const toAlmost = least(({ width }) => almost * width);
  const toHeading = least((column) => Math.min(column.width, widthOfHeading(column)));

  const low = block.columns.filter(
    (column) => column.priority === 'low' && !isHidden(column, choice) && !choice.shown.includes(column.id),
  );
  let away: readonly string[] = [];
  for (let count = 0; count <= low.length; count += 1) {
    away = low.slice(low.length - count).map(({ id }) => id);
    const layout = laidOut(block, choice, { ...fit, away });
    const over = layout.width - room;
    if (over <= 0) {
      const headings = block.columns.map((column) => [column.id, widthOfHeading(column)] as const);
      const free = [headings, Object.entries(wanted)].map((asked) =>
        Object.fromEntries(asked.filter(([id]) => !chosen(id))),
      );
      return { widths: { ...widths, ...intoFreeRoom(layout, free, -over) }, away, room };
    }
    const less = narrowed(layout, over, toOwnWidth) ?? narrowed(layout, over, toAlmost);
    if (less) return { widths: { ...widths, ...less }, away, room };
  }
  const layout = laidOut(block, choice, { ...fit, away });
  return { widths: { ...widths, ...narrowed(layout, layout.width - room, toHeading) }, away, room };
}
