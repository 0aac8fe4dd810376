import type { Active } from './navigation.ts';

/** A rectangle of cells, both ends included. */
export interface CellBlock {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The rectangle between the cell where it was begun and the active one. */
export function blockOf(active: Active, anchor: Active | null): CellBlock {
  const other = anchor ?? active;
  return {
    top: Math.min(active.row, other.row),
    bottom: Math.max(active.row, other.row),
    left: Math.min(active.col, other.col),
    right: Math.max(active.col, other.col),
  };
}

export function isInBlock({ top, bottom, left, right }: CellBlock, row: number, col: number): boolean {
  return row >= top && row <= bottom && col >= left && col <= right;
}

export const heightOf = ({ top, bottom }: CellBlock): number => bottom - top + 1;
export const widthOf = ({ left, right }: CellBlock): number => right - left + 1;
