import type { GridColumn } from './definition.ts';
import type { Active } from './navigation.ts';

/** What a person did to a cell, a heading or the whole grid. */
/** Where the active cell goes when an edit ends. */
export type EditStep = 'down' | 'up' | 'right' | 'left' | 'stay';

export interface GridIntents {
  readonly sort: (column: string, add: boolean) => void;
  readonly resize: (column: string, width: number, done: boolean) => void;
  readonly move: (column: string, before: string | null) => void;
  /** Opens the menu of a column under its heading. */
  readonly columnMenu: (col: number, heading: Element) => void;
  /** Opens the cell's link or runs its actions; true when there was something to do. */
  readonly open: (active: Active, newTab: boolean) => boolean;
  /** Opens the page of the row's record; false where it has none. */
  readonly openRow: (row: number, newTab: boolean) => boolean;
  readonly act: (row: number, action: string) => void;
  /** Opens the menu of the row's further buttons at the button that asks for it. */
  readonly more: (row: number, button: HTMLElement) => void;
  /** `mark` chooses nothing: a range begins there. */
  readonly select: (row: number, how: 'only' | 'toggle' | 'range' | 'mark') => void;
  /** Begins to change the active cell, with a first letter or with what is in it; true when it can be changed. */
  readonly startEdit: (active: Active, letter: string | null) => boolean;
  /** Keeps what was typed, null for nothing, and goes on from there. */
  readonly endEdit: (text: string | null, step: EditStep) => void;
  /** Keeps what was typed in all marked cells; false where the grid is no worksheet. */
  readonly endEditInAll: (text: string) => boolean;
  readonly clear: (active: Active) => boolean;
  readonly paste: (active: Active, text: string) => boolean;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  /** Copies the first of the marked rows over the others; false where the grid is no worksheet. */
  readonly fillDown: () => boolean;
  /** Writes one text into a column of the rows that are ticked. */
  readonly setForChosen: (column: GridColumn, text: string) => void;
  /** Marks the cells up to this one; false where the grid is no worksheet. */
  readonly extend: (to: Active) => boolean;
  /** Folds or unfolds the group whose row stands there. */
  readonly fold: (row: number) => void;
  readonly selectAll: () => void;
  readonly copy: () => void;
}
