import { counted } from '#src/core/nouns.ts';
import { type CellBlock, heightOf, widthOf } from './cell-block.ts';
import type { GridColumn } from './definition.ts';

/** As many rows as one save takes. */
export const mostRows = 5_000;

/** Where a block of texts goes; `text` says what comes into a cell, by its place in the block. */
export interface PastePlan {
  readonly rows: number;
  readonly columns: readonly GridColumn[];
  /** Undefined where the sheet's line ends before. */
  readonly text: (row: number, column: number) => string | undefined;
}

export interface PasteGround {
  /** Rows from the first cell on, that one's included. */
  readonly rowsLeft: number;
  /** The grid's columns in the order shown; null for what is no data. */
  readonly columns: readonly (GridColumn | null)[];
  readonly mayEdit: (column: GridColumn) => boolean;
  readonly noun: string;
}

/**
 * Texts of a spreadsheet over the marked block: repeated where they fit into it several times, else from its first cell
 * on. All or nothing: what does not fit, or would meet a cell that cannot be changed, is refused with a sentence.
 */
export function planPaste(
  lines: readonly (readonly string[])[],
  block: CellBlock,
  { rowsLeft, columns, mayEdit, noun }: PasteGround,
): PastePlan | { readonly refused: string } {
  const height = lines.length;
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const repeats = heightOf(block) % height === 0 && widthOf(block) % width === 0;
  const rows = repeats ? heightOf(block) : height;
  const across = repeats ? widthOf(block) : width;
  const refused = (why: string) => ({ refused: `Nothing was pasted. ${why}` });
  if (rows > rowsLeft)
    return refused(
      `The block has ${counted(rows, 'rows')}, but from here there is room for ${counted(rowsLeft, noun)}.`,
    );
  if (rows > mostRows)
    return refused(
      `The block has ${counted(rows, 'rows')}, more than the ${counted(mostRows, 'rows')} that are saved at once.`,
    );
  const under = columns.slice(block.left, block.left + across);
  if (under.length < across || under.some((column) => column === null)) {
    const data = columns.slice(block.left).filter((column) => column !== null).length;
    return refused(`The block has ${counted(across, 'columns')}, but from here there is room for ${data}.`);
  }
  const targets = under.flatMap((column) => column ?? []);
  const fixed = targets.filter((column) => !mayEdit(column));
  if (fixed.length > 0) return refused(fixedColumns(fixed));
  return {
    rows,
    columns: targets,
    text: (row, column) => lines[row % height]?.[column % width],
  };
}

/** Which columns cannot be changed, by their headings. */
export function fixedColumns(columns: readonly GridColumn[]): string {
  const names = columns.slice(0, 3).map(({ title }) => `“${title}”`);
  const more = columns.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  const list = all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('');
  return `${columns.length === 1 ? 'Column' : 'Columns'} ${list} cannot be changed here.`;
}
