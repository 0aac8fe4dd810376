// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
import { forwardRef, type PointerEvent as ReactPointerEvent, useRef, useState } from 'react';
import type { GridModel } from './grid-model.ts';
import { cellId } from './ids.ts';
import { Lanes } from './lanes.tsx';
import type { LaidColumn } from './layout.ts';
import { directionOf, rankOf, type Sort } from './sorting.ts';

interface HeaderProps {
  readonly model: GridModel;
  readonly gridId: string;
  readonly sort: Sort;
  readonly onSort: (column: string, add: boolean) => void;
  readonly onResize: (column: string, width: number, done: boolean) => void;
  /** Puts a column before another, or at the end. */
  readonly onMove: (column: string, before: string | null) => void;
  readonly onMenu: (col: number, heading: Element) => void;
}

interface Drag {
  readonly id: string;
  readonly start: number;
  readonly moved: boolean;
  readonly before: string | null;
}

const dragThreshold = 6;

function follow(
  event: ReactPointerEvent,
  step: (event: PointerEvent) => void,
  end: (event: PointerEvent) => void,
): void {
  const stop = new AbortController();
  const finish = (final: PointerEvent) => {
    stop.abort();
    end(final);
  };
  window.addEventListener('pointermove', step, { signal: stop.signal });
  window.addEventListener('pointerup', finish, { signal: stop.signal });
  window.addEventListener('pointercancel', finish, { signal: stop.signal });
  event.stopPropagation();
}

/** The heading: sorts by click, resizes at its right edge, is dragged to another place. */
export const GridHeader = forwardRef<HTMLDivElement, HeaderProps>(function GridHeader(
  { model, gridId, sort, onSort, onResize, onMove, onMenu },
  ref,
) {
  const { layout, active } = model;
  const [drag, setDrag] = useState<Drag | null>(null);
  const dragged = useRef(false);

  const startResize = (event: ReactPointerEvent, laid: LaidColumn) => {
    const startX = event.clientX;
    dragged.current = true;
    const width = (at: PointerEvent) => laid.width + at.clientX - startX;
    follow(
      event,
      (at) => onResize(laid.id, width(at), false),
      (at) => onResize(laid.id, width(at), true),
    );
  };

  const startDrag = (event: ReactPointerEvent<HTMLElement>, laid: LaidColumn) => {
    dragged.current = false;
    if (event.button !== 0 || laid.kind !== 'data') return;
    const line = event.currentTarget.closest('[role="row"]');
    let state: Drag = { id: laid.id, start: event.clientX, moved: false, before: laid.id };
    follow(
      event,
      (at) => {
        if (!state.moved && Math.abs(at.clientX - state.start) < dragThreshold) return;
        const cells = [...(line?.querySelectorAll<HTMLElement>('[data-column]') ?? [])];
        const target = cells.find((cell) => {
          const box = cell.getBoundingClientRect();
          return at.clientX < box.left + box.width / 2;
        });
        state = { ...state, moved: true, before: target?.dataset.column ?? null };
        dragged.current = true;
        setDrag(state);
      },
      () => {
        setDrag(null);
        if (state.moved && state.before !== state.id) onMove(state.id, state.before);
      },
    );
  };

  // The first of an order needs no number where it is the only one that is marked.
  const ranked = layout.columns.some(({ id, column }) => column?.sortable && rankOf(sort, id) > 1);
  const cells = layout.columns.map((laid, col) => {
    const { column } = laid;
    const isActive = active.row === -1 && active.col === col;
    const direction = column?.sortable ? directionOf(sort, laid.id) : null;
    const rank = ranked ? rankOf(sort, laid.id) : 0;
    const classes = ['cad-grid-heading', `cad-${column?.align ?? 'left'}`];
    if (isActive) classes.push('cad-active');
    if (drag?.moved && drag.before === laid.id) classes.push('cad-drop');
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of its active heading
      <div
        key={laid.id}
        role="columnheader"
        id={isActive ? cellId(gridId, -1, laid.id) : undefined}
        aria-colindex={col + 1}
        aria-sort={direction ?? undefined}
        aria-haspopup={column ? 'menu' : undefined}
        aria-keyshortcuts={column ? 'Alt+ArrowDown' : undefined}
        className={classes.join(' ')}
        data-col={col}
        data-column={laid.kind === 'data' ? laid.id : undefined}
        data-sortable={column?.sortable ? true : undefined}
        title={column?.note ?? undefined}
        style={{ left: laid.left, width: laid.width }}
        onPointerDown={(event) => startDrag(event, laid)}
        onContextMenu={(event) => {
          if (!column) return;
          event.preventDefault();
          model.activate({ row: -1, col });
          onMenu(col, event.currentTarget);
        }}
        onClick={(event) => {
          if (!dragged.current && column?.sortable)
            onSort(laid.id, event.shiftKey || event.ctrlKey || event.metaKey);
        }}
      >
        {laid.kind === 'select' ? <span className="cad-visually-hidden">Selection</span> : null}
        {laid.kind === 'actions' ? 'Actions' : null}
        {column ? (
          <span className="cad-grid-title" title={column.title}>
            {column.title}
            {column.unit ? <span className="cad-grid-unit"> {column.unit}</span> : null}
          </span>
        ) : null}
        {direction && direction !== 'none' ? (
          <span className="cad-grid-sort" aria-hidden="true">
            {direction === 'ascending' ? '▲' : '▼'}
            {rank > 0 ? rank : ''}
          </span>
        ) : null}
        {column ? (
          <button
            type="button"
            className="cad-grid-menu"
            tabIndex={-1}
            // The heading itself says that it has a menu, and by which keys; this is for the pointer.
            aria-hidden="true"
            title={`Menu of ${column.title}`}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={(event) => {
              event.stopPropagation();
              model.activate({ row: -1, col });
              const heading = event.currentTarget.closest('[role="columnheader"]');
              if (heading) onMenu(col, heading);
            }}
          />
        ) : null}
        {column ? (
          <span
            className="cad-grid-resize"
            aria-hidden="true"
            onPointerDown={(event) => startResize(event, laid)}
          />
        ) : null}
      </div>
    );
  });

  return (
    <div ref={ref} className="cad-grid-header" role="rowgroup">
      <div
        className="cad-grid-line"
        role="row"
        aria-rowindex={1}
        data-row={-1}
        style={{ width: layout.width + 24 }}
      >
        <Lanes layout={layout} cell={(col) => cells[col] ?? null} />
      </div>
    </div>
  );
});
