import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowViews } from './cell-view.ts';
import { wantedWidths } from './columns-of-block.ts';
import type { LinkedGrid } from './definition.ts';
import { type Fit, fitColumns, laidOut, unfitted } from './fit-columns.ts';
import type { ColumnChoice } from './layout.ts';
import type { PageWindow } from './page-window.ts';

export const scrollbar = 14;

/** The columns as they lie, in their order, in the widths that the rows and the room ask for. */
export function useLayout(block: LinkedGrid, choice: ColumnChoice) {
  const [fit, setFit] = useState(unfitted);
  const layout = useMemo(() => laidOut(block, choice, fit), [block, choice, fit]);
  return { layout, away: fit.away, setFit };
}

/**
 * The first rows say how wide columns are: before they are painted, and once, since columns never move under a reader.
 * They are fitted anew when the room changes, and when the reader shows or hides one.
 */
export function useFittedWidths({
  block,
  choice,
  setFit,
  section,
  window,
  views,
}: {
  readonly block: LinkedGrid;
  readonly choice: ColumnChoice;
  readonly setFit: (fit: Fit) => void;
  /** The frame of the rows lies in it. */
  readonly section: RefObject<HTMLElement | null>;
  readonly window: PageWindow;
  readonly views: RowViews;
}): void {
  const { answered } = window;
  const wanted = useRef<{
    readonly of: LinkedGrid['columns'];
    readonly widths: ColumnChoice['widths'];
  } | null>(null);
  // A column that is widened moves no other; the next fitting knows of it.
  const latest = useRef(choice);
  latest.current = choice;
  const hidden = JSON.stringify([choice.hidden, choice.shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer, the room and what is shown decide
  useLayoutEffect(() => {
    const frame = section.current?.querySelector('.cad-grid-frame');
    if (!answered || !frame) return;
    if (wanted.current?.of !== block.columns)
      wanted.current = { of: block.columns, widths: wantedWidths(block.columns, window, views) };
    const { widths } = wanted.current;
    const within = () => Math.max(0, frame.clientWidth - scrollbar);
    let room = within();
    setFit(fitColumns(block, latest.current, widths, room));
    const sized = new ResizeObserver(() => {
      if (within() === room) return;
      room = within();
      setFit(fitColumns(block, latest.current, widths, room));
    });
    sized.observe(frame);
    return () => sized.disconnect();
  }, [answered, hidden, block.columns]);
}
