import { type RefObject, useLayoutEffect } from 'react';
import type { RowViews } from './cell-view.ts';
import { fittedWidths, layoutOptions, wantedWidths } from './columns-of-block.ts';
import type { LinkedGrid } from './definition.ts';
import { type ColumnChoice, intoFreeRoom, type Layout, layOut } from './layout.ts';
import type { PageWindow } from './page-window.ts';

export const scrollbar = 14;

type Widths = ColumnChoice['widths'];

/** A person's own widths stand above those that the rows ask for. */
export function laidOut(block: LinkedGrid, choice: ColumnChoice, fitted: Widths): Layout {
  const widths = { ...fitted, ...choice.widths };
  return layOut(block.columns, { ...choice, widths }, layoutOptions(block));
}

/** The first rows say how wide columns are: before they are painted, and once, since columns never move under a reader. */
export function useFittedWidths({
  block,
  choice,
  fitted,
  setFitted,
  section,
  window,
  views,
}: {
  readonly block: LinkedGrid;
  readonly choice: ColumnChoice;
  readonly fitted: Widths;
  readonly setFitted: (widths: Widths) => void;
  /** The frame of the rows lies in it. */
  readonly section: RefObject<HTMLElement | null>;
  readonly window: PageWindow;
  readonly views: RowViews;
}): void {
  const { answered } = window;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer decides
  useLayoutEffect(() => {
    if (!answered || Object.keys(fitted).length > 0) return;
    const own = block.columns.filter(({ fits }) => fits);
    const widths = fittedWidths(wantedWidths(own, window, views));
    const laid = laidOut(block, choice, widths);
    const frame = section.current?.querySelector('.cad-grid-frame');
    const room = (frame?.clientWidth ?? 0) - scrollbar - laid.width;
    const others = block.columns.filter(({ id }) => room > 0 && choice.widths[id] === undefined);
    setFitted({ ...widths, ...intoFreeRoom(laid, wantedWidths(others, window, views), room) });
  }, [answered]);
}
