/** The active cell: row -1 is the heading, row `rows` the total row where there is one. */
export interface Active {
  readonly row: number;
  readonly col: number;
}

export interface Extent {
  readonly rows: number;
  readonly cols: number;
  /** Rows that fit into the viewport. */
  readonly page: number;
  readonly hasTotals: boolean;
}

export interface Key {
  readonly key: string;
  readonly ctrl: boolean;
}

/** Where a key leads from the active cell, null when it is none of the grid pattern's movements. */
export function move(active: Active, { key, ctrl }: Key, extent: Extent): Active | null {
  const lastRow = extent.hasTotals && extent.rows > 0 ? extent.rows : extent.rows - 1;
  const lastCol = extent.cols - 1;
  const to = (row: number, col: number): Active => ({
    row: Math.max(-1, Math.min(lastRow, row)),
    col: Math.max(0, Math.min(lastCol, col)),
  });
  switch (key) {
    case 'ArrowUp':
      return ctrl ? to(0, active.col) : to(active.row - 1, active.col);
    case 'ArrowDown':
      return ctrl ? to(extent.rows - 1, active.col) : to(active.row + 1, active.col);
    case 'ArrowLeft':
      return ctrl ? to(active.row, 0) : to(active.row, active.col - 1);
    case 'ArrowRight':
      return ctrl ? to(active.row, lastCol) : to(active.row, active.col + 1);
    case 'Home':
      return ctrl ? to(0, 0) : to(active.row, 0);
    case 'End':
      return ctrl ? to(extent.rows - 1, lastCol) : to(active.row, lastCol);
    case 'PageUp':
      return to(Math.max(0, active.row - extent.page), active.col);
    case 'PageDown':
      return to(Math.min(extent.rows - 1, active.row + extent.page), active.col);
    default:
      return null;
  }
}
