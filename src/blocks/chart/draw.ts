// The only door to vega. It interprets its expressions instead of compiling them, so no policy must allow eval.
import { parse, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import type { ChartTheme } from './chart-theme.ts';
import { dataName } from './linked-chart.ts';

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
// Names of groups stand above the chart, six side by side as the specification's configuration has it.
const namesInLine = 6;
const legendLine = 18;
// Room for axis labels and gaps between panels.
const facetGap = 44;
const least = 120;

const pathMarks: ReadonlySet<string> = new Set(['line', 'area']);

/** Draws into `element`; resolves when the first picture is there. */
export async function draw(element: HTMLElement, input: DrawInput): Promise<Drawing> {
  const outline: Outline = JSON.parse(input.vega);
  const spec = withColours(outline, input.theme);
  const view = new View(parse(spec, input.theme.config, { ast: true }), {
    expr: expressionInterpreter,
    renderer: input.rows.length > svgLimit ? 'canvas' : 'svg',
    hover: false,
    loader: noLoader,
    tooltip: () => {},
  });
  view.data(dataName, input.rows);
  const faceted =
    input.facetColumns > 1 || spec.signals?.some((signal: Signal) => signal.name === 'child_width');
  const setWidth = (width: number) => {
    if (faceted)
      view.signal('child_width', Math.max(least, Math.floor(width / input.facetColumns) - facetGap));
    else view.width(Math.max(least, width));
  };
  setWidth(input.width);
  view.addEventListener('pointermove', (event, item) => input.onHover(hoverOf(event as MouseEvent, item)));
  view.addEventListener('pointerout', () => input.onHover(null));
  view.addEventListener('click', (_event, item) => {
    if (item && isDataMark(item)) input.onPick(item.datum);
  });
  await view.initialize(element).runAsync();
  // What many names take is added, or they would take it from the chart.
  const more = legendLines(view, outline.legends ?? []) - 1;
  // A drawn view tells the height of its inner part; the one that was asked for is the outline's.
  if (more > 0 && outline.height !== undefined && !faceted)
    await view.height(outline.height + more * legendLine).runAsync();
  return {
    resize: (width) => {
      setWidth(width);
      // Panels decide the size of the whole, which Vega keeps unless told otherwise.
      void view.resize().runAsync();
    },
    picture: async (format, background) => {
      const before = view.background();
      view.background(background);
      try {
        if (format === 'svg') return new Blob([await view.toSVG()], { type: 'image/svg+xml' });
        return await pngOf(await view.toCanvas(pngScale));
      } finally {
        await view.background(before).runAsync();
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

interface Signal {
  readonly name: string;
  readonly value?: unknown;
}

interface Legend {
  readonly fill?: string;
  readonly stroke?: string;
  /** Ramps have no lines of names. */
  readonly type?: string;
}

/** What is read of a specification before Vega has it. */
interface Outline {
  readonly signals?: Signal[];
  readonly legends?: readonly Legend[];
  readonly height?: number;
}

/** How many lines the names of the longest legend take; 0 without one. */
function legendLines(view: View, legends: readonly Legend[]): number {
  const lines = legends.map(({ fill, stroke, type }) => {
    const name = fill ?? stroke;
    if (name === undefined || type === 'gradient') return 0;
    const scale = view.scale(name) as { readonly domain: () => readonly unknown[] };
    return Math.ceil(scale.domain().length / namesInLine);
  });
  return Math.max(0, ...lines);
}

function withColours(spec: { signals?: Signal[] }, { signals }: ChartTheme): { signals?: Signal[] } {
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
