// The only door to vega. It interprets its expressions instead of compiling them, so no policy must allow eval.
import { parse, type Spec, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import type { ChartTheme } from './chart-theme.ts';
import { dataName } from './linked-chart.ts';
import type { Series } from './policy.ts';
import { heightFor, type Outline, withoutLegend, withSeries } from './specification.ts';

export interface Hover {
  /** Title and written value, in order. */
  readonly lines: readonly (readonly [title: string, value: string])[];
  readonly x: number;
  readonly y: number;
}

export interface DrawInput {
  readonly vega: string;
  readonly rows: object[];
  readonly theme: ChartTheme;
  readonly width: number;
  readonly facetColumns: number;
  readonly series: readonly Series[];
  /** Names that stand one below the other; 0 for none. */
  readonly names: number;
  readonly onHover: (hover: Hover | null) => void;
  readonly onPick: (datum: unknown) => void;
}

export interface Drawing {
  readonly resize: (width: number) => void;
  /** The chart as it is drawn now, on the page's background, to be kept as a file. */
  readonly picture: (format: PictureFormat, background: string) => Promise<Blob>;
  readonly close: () => void;
}

export type PictureFormat = 'png' | 'svg';

// Enough dots for print.
const pngScale = 3;

// Above this many rows single elements cost more than pixels.
const svgLimit = 1500;
// Room for axis labels and gaps between panels.
const facetGap = 44;
const least = 120;

const pathMarks: ReadonlySet<string> = new Set(['line', 'area']);

interface Made {
  readonly view: View;
  readonly setWidth: (width: number) => void;
}

function make(outline: Outline, input: DrawInput, renderer: 'canvas' | 'svg' | 'none'): Made {
  const spec = withColours(outline, input.theme);
  const view = new View(parse(spec as Spec, input.theme.config, { ast: true }), {
    expr: expressionInterpreter,
    renderer,
    hover: false,
    loader: noLoader,
    tooltip: () => {},
  });
  view.data(dataName, input.rows);
  const faceted = input.facetColumns > 1 || spec.signals?.some(({ name }) => name === 'child_width');
  const { height } = outline;
  if (input.names > 0 && !faceted && typeof height === 'number') view.height(heightFor(input.names, height));
  const setWidth = (width: number) => {
    if (faceted)
      view.signal('child_width', Math.max(least, Math.floor(width / input.facetColumns) - facetGap));
    else view.width(Math.max(least, width));
  };
  return { view, setWidth };
}

/** Draws into `element`; resolves when the first picture is there. */
export async function draw(element: HTMLElement, input: DrawInput): Promise<Drawing> {
  const outline = withSeries(JSON.parse(input.vega), input.series);
  const { view, setWidth } = make(
    withoutLegend(outline, input.series),
    input,
    // A chart that is kept for a file has its legend; on the page it stands beside it.
    input.rows.length > svgLimit ? 'canvas' : 'svg',
  );
  let width = input.width;
  setWidth(width);
  view.addEventListener('pointermove', (event, item) => input.onHover(hoverOf(event as MouseEvent, item)));
  view.addEventListener('pointerout', () => input.onHover(null));
  view.addEventListener('click', (_event, item) => {
    if (item && isDataMark(item)) input.onPick(item.datum);
  });
  await view.initialize(element).runAsync();
  return {
    resize: (now) => {
      width = now;
      setWidth(width);
      // Panels decide the size of the whole, which Vega keeps unless told otherwise.
      void view.resize().runAsync();
    },
    picture: async (format, background) => {
      const { view: kept, setWidth: widen } = make(outline, input, 'none');
      try {
        widen(width);
        kept.background(background);
        await kept.runAsync();
        if (format === 'svg') return new Blob([await kept.toSVG()], { type: 'image/svg+xml' });
        return await pngOf(await kept.toCanvas(pngScale));
      } finally {
        kept.finalize();
      }
    },
    close: () => view.finalize(),
  };
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The chart is too large for a PNG. Take SVG.'));
    }, 'image/png');
  });
}

function withColours(spec: Outline, { signals }: ChartTheme): Outline {
  const coloured = (spec.signals ?? []).map((signal) =>
    Object.hasOwn(signals, signal.name) ? { ...signal, value: signals[signal.name] } : signal,
  );
  return { ...spec, signals: coloured };
}

// A definition holds no URL; should one slip through, nothing is fetched.
const refuse = () => Promise.reject(new Error('A chart loads nothing.'));
const noLoader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };

interface Mark {
  readonly datum?: unknown;
  readonly tooltip?: unknown;
  readonly mark?: { readonly marktype?: string };
}

function isDataMark(item: Mark): boolean {
  return item.tooltip !== undefined && !pathMarks.has(item.mark?.marktype ?? '');
}

function hoverOf(event: MouseEvent, item: Mark | null | undefined): Hover | null {
  if (!item || !isDataMark(item) || typeof item.tooltip !== 'object' || item.tooltip === null) return null;
  const lines = Object.entries(item.tooltip).map(([title, value]) => [title, written(value)] as const);
  return { lines, x: event.clientX, y: event.clientY };
}

function written(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  if (text === '' || text === 'null' || text === 'undefined' || text === 'NaN') return '–';
  return text.replace(/(\d)%$/, '$1 %');
}
