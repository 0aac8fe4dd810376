/** Id of a cell, for the grid's active descendant. Row -1 is the heading. */
export function cellId(gridId: string, row: number, column: string): string {
  return `${gridId}-${row < 0 ? 'h' : row}-${column}`;
}
