// What a page does while it loads and while its filters change: runs in the page, so each function stands alone.

export interface Moved {
  readonly value: number;
  /** The parts that moved. */
  readonly parts: readonly string[];
}

/** Writes down every shift of the layout that nobody's hand has caused. */
export function observeShifts(): void {
  const moved: Moved[] = [];
  Reflect.set(window, 'shifts', moved);
  const nameOf = (element: Element): string => {
    const block = element.closest('[data-block]')?.getAttribute('data-block');
    const own = `${element.tagName.toLowerCase()}${[...element.classList].map((name) => `.${name}`).join('')}`;
    return block ? `${block} ${own}` : own;
  };
  const place = ({ x, y }: DOMRectReadOnly) => `${Math.round(x)},${Math.round(y)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as unknown as {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources?: readonly {
          readonly node?: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      };
      if (hadRecentInput) continue;
      const parts = (sources ?? []).flatMap(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        return element ? [`${nameOf(element)} ${place(from)} → ${place(to)}`] : [];
      });
      moved.push({ value, parts });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

export function shiftsSoFar(): readonly Moved[] {
  return Reflect.get(window, 'shifts') as readonly Moved[];
}

/** Looks at the charts of the page in every frame from now on. */
export function watchCharts(): void {
  const blank = new Map<string, number>();
  const seen = { frames: 0, dimmed: 0, blank };
  Reflect.set(window, 'chartFrames', seen);
  const ids = [...document.querySelectorAll('[data-block-type="chart"]')]
    .filter((block) => block.querySelector('.cad-chart-place svg, .cad-chart-place canvas'))
    .map((block) => block.getAttribute('data-block') ?? '');
  const look = () => {
    seen.frames += 1;
    for (const id of ids) {
      const block = document.querySelector(`[data-block-type="chart"][data-block="${id}"]`);
      const there = block?.querySelector(
        '.cad-chart-place svg, .cad-chart-place canvas, .cad-empty, .cad-error-card',
      );
      if (!there) blank.set(id, (blank.get(id) ?? 0) + 1);
      if (block?.getAttribute('aria-busy') === 'true') seen.dimmed += 1;
    }
    if (Reflect.get(window, 'chartFrames') === seen) requestAnimationFrame(look);
  };
  look();
}

export interface ChartFrames {
  readonly frames: number;
  /** Frames in which a chart showed the figures of before as such. */
  readonly dimmed: number;
  /** Charts that were drawn before, and in how many frames nothing stood in their place. */
  readonly blank: { readonly [chart: string]: number };
}

/** Ends the looking, and answers what was seen. */
export function chartsSeen(): ChartFrames {
  const { frames, dimmed, blank } = Reflect.get(window, 'chartFrames') as {
    readonly frames: number;
    readonly dimmed: number;
    readonly blank: ReadonlyMap<string, number>;
  };
  Reflect.set(window, 'chartFrames', null);
  return { frames, dimmed, blank: Object.fromEntries(blank) };
}
