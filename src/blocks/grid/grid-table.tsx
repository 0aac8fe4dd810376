// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid is made of positioned boxes, which HTML tables do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active descendant
// biome-ignore-all lint/a11y/useAriaPropsSupportedByRole: the element is a grid or a tree grid, which its role says when it is drawn
// biome-ignore-all lint/a11y/noStaticElementInteractions: as above
// The one place that knows Blueprint's table; longer than most because scroll, focus and keyboard meet here.
import { HotkeysProvider } from '@blueprintjs/core';
import { Column, RenderMode, SelectionModes, Table } from '@blueprintjs/table';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { GridHeader } from './grid-header.tsx';
import { editKey, enterCell, headerKey, keysInsideCell, placeOf, sortActive } from './grid-keyboard.ts';
import type { GridModel } from './grid-model.ts';
import { groupMove } from './group-keys.ts';
import { cellId } from './ids.ts';
import type { GridIntents } from './intents.ts';
import { columnsInView, rowHeight } from './layout.ts';
import { type Active, move } from './navigation.ts';
import { RowStrip } from './row-strip.tsx';
import type { Sort } from './sorting.ts';
import { TotalRow } from './total-row.tsx';

export interface ScrollPlace {
  readonly top: number;
  readonly left: number;
}

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
  readonly sort: Sort;
  readonly height: number | null;
  readonly start: ScrollPlace | null;
  readonly intents: GridIntents;
  readonly onScrollEnd: (place: ScrollPlace) => void;
}

const scrollerSelector = '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container';
const scrollRest = 150;
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
  const { model, rows, sort, intents, hasTotals, start, onScrollEnd } = props;
  const gridId = useId().replaceAll(':', '');
  useSyncExternalStore(model.subscribe, model.version);
  const root = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const port = useMemo((): { flush: () => void } => ({ flush: () => {} }), []);
  const [viewWidth, setViewWidth] = useState(0);
  const { layout } = model;
  const rowWidth = Math.max(layout.width, viewWidth);

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / rowHeight);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight);
    const typed = model.editing;
    // A cell that leaves the view keeps what was typed.
    if (typed && (typed.row < first || typed.row > last)) {
      const input = body.current?.querySelector<HTMLInputElement | HTMLSelectElement>('[data-editor]');
      intents.endEdit(input?.value ?? null, 'stay');
    }
    model.look([first, last], columnsInView(model.layout, element.scrollLeft, element.clientWidth));
    if (head.current) head.current.scrollLeft = element.scrollLeft;
    if (foot.current) foot.current.scrollLeft = element.scrollLeft;
  }, [model, intents]);

  // Columns or totals changed: the window of columns and the followers' scroll have to be set anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout and the rows are what changed
  useLayoutEffect(look, [look, layout, rows, hasTotals]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place to start from is read once
  useLayoutEffect(() => {
    const found = body.current?.querySelector(scrollerSelector);
    if (!(found instanceof HTMLElement)) return;
    scroller.current = found;
    const table = body.current?.querySelector('.bp6-table-container');
    // Blueprint puts its own Tab stop on the table; the grid around it is the only one.
    table?.removeAttribute('tabindex');
    found.setAttribute('role', 'rowgroup');
    // Browsers make a scroller a Tab stop by itself unless told otherwise.
    found.setAttribute('tabindex', '-1');
    if (start) {
      found.scrollTop = start.top;
      found.scrollLeft = start.left;
    }
    let rest: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const scrolled = () => {
      cancelAnimationFrame(frame);
      // Blueprint's listener came first, so its frame callback runs before this one, in the same frame.
      frame = requestAnimationFrame(() => {
        look();
        port.flush();
      });
      clearTimeout(rest);
      rest = setTimeout(() => onScrollEnd({ top: found.scrollTop, left: found.scrollLeft }), scrollRest);
    };
    const wheeled = (event: WheelEvent) => event.stopPropagation();
    found.addEventListener('scroll', scrolled, { passive: true });
    // One quadrant scrolls natively; Blueprint's wheel handler would scroll a second time.
    found.addEventListener('wheel', wheeled, { passive: true });
    const sized = new ResizeObserver(() => {
      setViewWidth(found.clientWidth);
      look();
    });
    sized.observe(found);
    return () => {
      found.removeEventListener('scroll', scrolled);
      found.removeEventListener('wheel', wheeled);
      sized.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [look, port]);

  const reveal = useCallback(
    ({ row, col }: Active) => {
      const element = scroller.current;
      const laid = model.layout.columns[col];
      if (!element || !laid) return;
      if (row >= 0 && row < rows) {
        const top = row * rowHeight;
        if (top < element.scrollTop) element.scrollTop = top;
        else if (top + rowHeight > element.scrollTop + element.clientHeight) {
          element.scrollTop = top + rowHeight - element.clientHeight;
        }
      }
      if (laid.frozen) return;
      const left = laid.left - model.layout.frozenWidth;
      if (left < element.scrollLeft) element.scrollLeft = left;
      else if (laid.left + laid.width > element.scrollLeft + element.clientWidth) {
        element.scrollLeft = Math.min(left, laid.left + laid.width - element.clientWidth);
      }
    },
    [model, rows],
  );

  const extent = () => ({
    rows,
    cols: model.layout.columns.length,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 10 * rowHeight) / rowHeight) - 1),
    hasTotals,
  });

  const pressed = (event: KeyboardEvent<HTMLDivElement>) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.target !== root.current) {
      keysInsideCell(event, root.current);
      return;
    }
    if (headerKey(event, model, intents)) {
      event.preventDefault();
      return;
    }
    if (event.altKey) return;
    const inGroup = groupMove(model, { key: event.key, ctrl });
    if (inGroup === 'fold') intents.fold(model.active.row);
    else if (inGroup) {
      model.activate(inGroup);
      reveal(inGroup);
    } else if (editKey(event, model, intents)) {
      // The cell took it.
    } else if (ctrl && event.key === 'a' && props.many) intents.selectAll();
    else if (ctrl && event.key === 'c') intents.copy();
    else if (event.key === ' ') {
      if (model.active.row === -1) sortActive(model, intents, event.shiftKey);
      else if (props.selectable && model.active.row < rows) intents.select(model.active.row, 'toggle');
    } else if (event.key === 'Enter') {
      if (model.active.row === -1) sortActive(model, intents, event.shiftKey);
      else if (!intents.open(model.active, ctrl)) enterCell(root.current);
    } else {
      const next = move(model.active, { key: event.key, ctrl }, extent());
      if (!next) return;
      model.activate(next);
      reveal(next);
      const extending =
        event.shiftKey && props.many && (event.key === 'ArrowUp' || event.key === 'ArrowDown');
      if (extending && next.row >= 0 && next.row < rows) intents.select(next.row, 'range');
    }
    event.preventDefault();
  };

  const clicked = (event: MouseEvent<HTMLDivElement>) => {
    const at = placeOf(event.target);
    if (!at || !(event.target instanceof Element) || event.target.closest('[data-editor]')) return;
    model.activate(at);
    if (at.row < 0 || at.row >= rows) return;
    if (event.target.closest('[data-group]')) {
      intents.fold(at.row);
      return;
    }
    const more = event.target.closest<HTMLElement>('[data-more]');
    if (more) {
      intents.more(at.row, more);
      return;
    }
    const action = event.target.closest<HTMLElement>('[data-action]');
    if (action?.dataset.action) {
      intents.act(at.row, action.dataset.action);
      return;
    }
    const modified = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.target.closest('a[data-to]')) {
      // Ctrl, Shift and the middle button are the browser's: a new tab or window.
      if (modified || event.button !== 0) return;
      event.preventDefault();
      intents.open(at, false);
      return;
    }
    if (event.target.closest('[data-drill]')) {
      intents.open(at, false);
      return;
    }
    if (!props.selectable) return;
    const ticked = model.layout.columns[at.col]?.kind === 'select';
    intents.select(
      at.row,
      event.shiftKey ? 'range' : ticked || event.ctrlKey || event.metaKey ? 'toggle' : 'only',
    );
  };

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
      onKeyDown={pressed}
      onClick={clicked}
      onPointerOver={tellCutText}
      onDoubleClick={(event) => {
        const at = placeOf(event.target);
        if (at && at.row >= 0) intents.startEdit(at, null);
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
  if (cell?.title === '' && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
}
