import type { ReactElement, ReactNode } from 'react';
import { type Layout, lastScrolling } from './layout.ts';

type Cell = ReactElement | null;

/**
 * The cells of a row in their lanes: the first that stay, those that scroll from `first` to `last` (all without), and
 * what can be done with the row, which stays at the right.
 */
export function Lanes({
  layout,
  range: [first, last] = [layout.frozenCount, lastScrolling(layout)],
  cell,
}: {
  readonly layout: Layout;
  readonly range?: readonly [number, number];
  readonly cell: (col: number) => Cell;
}): ReactNode {
  const { frozenCount, frozenWidth, pinned, columns } = layout;
  const drawn = (from: number, to: number) => {
    const cells: Cell[] = [];
    for (let col = from; col <= to; col += 1) cells.push(cell(col));
    return cells;
  };
  return (
    <>
      {frozenCount > 0 ? (
        <div className="cad-grid-frozen" style={{ width: frozenWidth }}>
          {drawn(0, frozenCount - 1)}
        </div>
      ) : null}
      {drawn(first, last)}
      {pinned ? (
        <>
          {/* A margin would keep it from going to the left. */}
          <div className="cad-grid-before" style={{ width: pinned.left - frozenWidth }} />
          <div className="cad-grid-pinned" style={{ width: pinned.width }}>
            <div style={{ left: -pinned.left }}>{cell(columns.length - 1)}</div>
          </div>
        </>
      ) : null}
    </>
  );
}
