// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the element is a grid or a tree grid, which its role says when it is drawn
// biome-ignore-all lint/a11y/noStaticElementInteractions: as above
// The one place that knows Blueprint's table.
import { HotkeysProvider } from '@blueprintjs/core';
import { Column, RenderMode, SelectionModes, Table } from '@blueprintjs/table';
import {
  type MouseEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '#src/render/keys.ts';
import { clickCell, opensRow, pressKey } from './grid-events.ts';
import { GridHeader } from './grid-header.tsx';
import { placeOf } from './grid-keyboard.ts';
import { keysOfGrid } from './grid-keys.ts';
import type { GridModel } from './grid-model.ts';
import { cellId } from './ids.ts';
import type { GridIntents } from './intents.ts';
import { rowHeight } from './layout.ts';
import type { Active } from './navigation.ts';
import { RowStrip } from './row-strip.tsx';
import type { Sort } from './sorting.ts';
import { TotalRow } from './total-row.tsx';
import { type ScrollPlace, useGridScroll } from './use-grid-scroll.ts';

interface GridTableProps {
  readonly model: GridModel;
  readonly label: string;
  readonly rows: number;
  readonly known: boolean;
  readonly busy: boolean;
  readonly many: boolean;
  readonly selectable: boolean;
  readonly hasTotals: boolean;
  readonly grouped: boolean;
  /** Cells are marked in blocks. */
  readonly sheet: boolean;
  readonly sort: Sort;
  readonly height: number | null;
  readonly start: ScrollPlace | null;
  readonly intents: GridIntents;
  readonly onScrollEnd: (place: ScrollPlace) => void;
}

const noDialog = () => <></>;

/** Brings Blueprint's own scroll update into the frame of the scroll: it would else be drawn one frame late, blank. */
function Flusher({ port }: { readonly port: { flush: () => void } }) {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  useLayoutEffect(() => {
    port.flush = () => flushSync(tick);
  }, [port]);
  return null;
}

export function GridTable(props: GridTableProps) {
  const { model, rows, sort, intents, hasTotals } = props;
  const gridId = useId().replaceAll(':', '');
  useSyncExternalStore(model.subscribe, model.version);
  const root = useRef<HTMLDivElement>(null);
  const { body, head, foot, port, viewWidth, page, reveal } = useGridScroll(props);
  const { layout } = model;
  useKeys('Table', keysOfGrid({ ...props, edits: model.views.mayEditSome() }));
  const rowWidth = Math.max(layout.width, viewWidth);
  const place = () => ({ ...props, root: root.current, page, reveal, dragged });

  // When a cell is left the keys are the grid's again, unless the person went elsewhere.
  const typing = model.editing !== null;
  const typed = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (
      typed.current &&
      !typing &&
      (activeElement === document.body || root.current?.contains(activeElement))
    ) {
      root.current?.focus({ preventScroll: true });
      reveal(model.active);
    }
    typed.current = typing;
  }, [typing, model, reveal]);

  const { goings } = model;
  useLayoutEffect(() => {
    if (goings === 0) return;
    root.current?.focus({ preventScroll: true });
    reveal(model.active);
  }, [goings, model, reveal]);

  // Cells are marked by dragging over them; the click at its end is none.
  const drag = useRef<{ from: Active | null; moved: boolean }>({ from: null, moved: false });
  const dragged = () => {
    const { moved } = drag.current;
    drag.current = { from: null, moved: false };
    return moved;
  };
  const dragOver = (event: MouseEvent) => {
    const { from, moved } = drag.current;
    const at = from && event.buttons === 1 ? placeOf(event.target) : null;
    if (!from || !at || at.row < 0 || at.row >= rows) return;
    if (!moved && at.row === from.row && at.col === from.col) return;
    if (!moved) model.activate(from);
    if (at.row === model.active.row && at.col === model.active.col) return;
    drag.current = { from, moved: intents.extend(at) };
  };

  const columnWidths = useMemo(() => [rowWidth], [rowWidth]);
  const children = useMemo(
    () => (
      <Column
        name=""
        cellRenderer={(row) => <RowStrip model={model} index={row} gridId={gridId} intents={intents} />}
      />
    ),
    [model, gridId, intents],
  );
  const activeColumn = layout.columns[model.active.col];
  const active =
    activeColumn && model.isActiveDrawn(hasTotals)
      ? cellId(gridId, model.active.row, activeColumn.id)
      : undefined;

  return (
    <div
      ref={root}
      className="cad-grid-grid"
      role={props.grouped ? 'treegrid' : 'grid'}
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={props.known ? rows + 1 + (hasTotals ? 1 : 0) : -1}
      aria-colcount={layout.columns.length}
      aria-activedescendant={active}
      aria-multiselectable={props.many ? true : undefined}
      aria-busy={props.busy}
      onKeyDown={(event) => pressKey(event, place())}
      onClick={(event) => clickCell(event, place())}
      onPointerOver={tellCutText}
      onMouseMove={dragOver}
      onDoubleClick={(event) => {
        const at = placeOf(event.target);
        if (!at || at.row < 0 || intents.startEdit(at, null)) return;
        // A link or a button has had its click.
        if (event.target instanceof Element && event.target.closest('a, button')) return;
        opensRow(place(), false);
      }}
      onPaste={(event) => {
        if (
          event.target === root.current &&
          intents.paste(model.active, event.clipboardData.getData('text/plain'))
        )
          event.preventDefault();
      }}
      onMouseDown={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-editor]')) return;
        drag.current = {
          from: event.button === 0 && !event.shiftKey ? placeOf(event.target) : null,
          moved: false,
        };
        // Clicks keep the focus at the grid; a link is still followed and dragged text never selected.
        event.preventDefault();
        root.current?.focus({ preventScroll: true });
      }}
    >
      <GridHeader
        ref={head}
        model={model}
        gridId={gridId}
        sort={sort}
        onSort={intents.sort}
        onResize={intents.resize}
        onMove={intents.move}
        onMenu={intents.columnMenu}
      />
      <div
        ref={body}
        className="cad-grid-body"
        style={props.height === null ? undefined : { height: props.height, flex: 'none' }}
      >
        {/* Blueprint's table asks for the provider; its dialog of hotkeys is not ours. */}
        <HotkeysProvider renderDialog={noDialog}>
          <Table
            numRows={rows}
            columnWidths={columnWidths}
            maxColumnWidth={100_000}
            defaultRowHeight={rowHeight}
            minRowHeight={rowHeight}
            enableRowHeader={false}
            enableColumnHeader={false}
            enableColumnResizing={false}
            enableRowResizing={false}
            enableMultipleSelection={false}
            selectionModes={SelectionModes.NONE}
            renderMode={RenderMode.NONE}
          >
            {children}
          </Table>
        </HotkeysProvider>
        <Flusher port={port} />
      </div>
      {hasTotals && props.known && rows > 0 ? (
        <TotalRow ref={foot} model={model} gridId={gridId} rows={rows} />
      ) : null}
    </div>
  );
}

/** A text that its column cuts is told under the pointer. */
function tellCutText(event: MouseEvent): void {
  const cell =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[role="gridcell"]') : null;
  // A figure that opens its rows is cut by itself, within the cell.
  const parts = cell ? [cell, ...cell.querySelectorAll<HTMLElement>('.cad-grid-drill')] : [];
  const cut = parts.find((part) => part.scrollWidth > part.clientWidth);
  if (cut?.title === '') cut.title = cut.textContent ?? '';
}
