// How the grid scrolls: Blueprint's table scrolls, header and totals follow, and the model is told what is in view.
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { GridModel } from './grid-model.ts';
import type { GridIntents } from './intents.ts';
import { columnsInView, rowHeight, stays } from './layout.ts';
import type { Active } from './navigation.ts';

export interface ScrollPlace {
  readonly top: number;
  readonly left: number;
}

const scrollerSelector = '.bp6-table-quadrant-main .bp6-table-quadrant-scroll-container';
const scrollRest = 150;

export interface GridScroll {
  readonly body: RefObject<HTMLDivElement | null>;
  readonly head: RefObject<HTMLDivElement | null>;
  readonly foot: RefObject<HTMLDivElement | null>;
  /** Draws what Blueprint would draw one frame late; set by who can. */
  readonly port: { flush: () => void };
  readonly viewWidth: number;
  /** How many rows a page down goes. */
  readonly page: () => number;
  readonly reveal: (at: Active) => void;
}

export function useGridScroll({
  model,
  rows,
  hasTotals,
  start,
  intents,
  onScrollEnd,
}: {
  readonly model: GridModel;
  readonly rows: number;
  readonly hasTotals: boolean;
  readonly start: ScrollPlace | null;
  readonly intents: GridIntents;
  readonly onScrollEnd: (place: ScrollPlace) => void;
}): GridScroll {
  const body = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const port = useMemo((): { flush: () => void } => ({ flush: () => {} }), []);
  /** Where headings and totals were put: elsewhere they are by the browser's own doing. */
  const led = useMemo(() => new WeakMap<Element, number>(), []);
  const [viewWidth, setViewWidth] = useState(0);
  const { layout } = model;

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
    for (const { current } of [head, foot]) {
      if (!current) continue;
      current.scrollLeft = element.scrollLeft;
      // They have no bar of their own, and what stays at the right stays before the rows'.
      current.style.setProperty('--cad-grid-bar', `${element.offsetWidth - element.clientWidth}px`);
      led.set(current, current.scrollLeft);
    }
  }, [model, intents, led]);

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
    // What is found in a heading, or read out there, is brought into view by the browser: the rows go along.
    const brought = ({ currentTarget }: Event) => {
      if (!(currentTarget instanceof Element) || led.get(currentTarget) === currentTarget.scrollLeft) return;
      found.scrollLeft = currentTarget.scrollLeft;
    };
    const followers = [head.current, foot.current];
    for (const follower of followers) follower?.addEventListener('scroll', brought, { passive: true });
    found.addEventListener('scroll', scrolled, { passive: true });
    // One quadrant scrolls natively; Blueprint's wheel handler would scroll a second time.
    found.addEventListener('wheel', wheeled, { passive: true });
    let height = found.clientHeight;
    const sized = new ResizeObserver(() => {
      setViewWidth(found.clientWidth);
      look();
      // A grid that grows with its rows: Blueprint measures itself as its window does and when it is scrolled, and else draws as many
      // rows as it had room for.
      if (found.clientHeight > height) found.dispatchEvent(new Event('scroll'));
      height = found.clientHeight;
    });
    sized.observe(found);
    return () => {
      for (const follower of followers) follower?.removeEventListener('scroll', brought);
      found.removeEventListener('scroll', scrolled);
      found.removeEventListener('wheel', wheeled);
      sized.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(rest);
    };
  }, [look, port, led]);

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
      if (stays(model.layout, col)) return;
      const left = laid.left - model.layout.frozenWidth;
      if (left < element.scrollLeft) element.scrollLeft = left;
      else {
        const seen = element.clientWidth - (model.layout.pinned?.width ?? 0);
        if (laid.left + laid.width > element.scrollLeft + seen)
          element.scrollLeft = Math.min(left, laid.left + laid.width - seen);
      }
    },
    [model, rows],
  );

  const page = useCallback(
    () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 10 * rowHeight) / rowHeight) - 1),
    [],
  );
  return { body, head, foot, port, viewWidth, page, reveal };
}
