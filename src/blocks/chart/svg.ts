// A chart as SVG text without a browser, for paper: black on white, the colours of the light theme.
import { parse, type Spec, View } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { dataName, toneSignal } from './linked-chart.ts';
import type { Series } from './policy.ts';
import { heightFor, withSeries } from './specification.ts';

const category = [
  '#0072b2',
  '#c7500c',
  '#1c5125',
  '#b56ffb',
  '#b48856',
  '#6d2b75',
  '#2035b6',
  '#5c6673',
] as const;
const tones: { readonly [tone: string]: string } = {
  accent: category[0],
  bad: '#ac2f33',
  warning: '#935610',
  good: '#1c6e42',
  synthetic: '#5642a6',
  muted: '#5f6b7c',
  series_bad: '#ac2f33',
  series_warning: '#d08a12',
  series_good: category[0],
  series_muted: '#8a939f',
};
const font = 'Source Sans 3';
const words = {
  labelColor: '#404854',
  titleColor: '#1c2127',
  labelFont: font,
  titleFont: font,
  labelFontSize: 10,
  titleFontSize: 11,
  titleFontWeight: 600,
};
const config: object = {
  background: null,
  range: {
    category: [...category],
    ordinal: [...category],
    ramp: ['#dce8f8', category[0]],
    heatmap: ['#dce8f8', category[0]],
  },
  axis: {
    ...words,
    domainColor: '#8f99a8',
    gridColor: '#dce0e5',
    tickColor: '#8f99a8',
    labelOverlap: 'greedy',
  },
  legend: { ...words, symbolStrokeWidth: 2 },
  header: words,
  title: { color: '#1c2127', font },
  text: { font },
};

const refuse = () => Promise.reject(new Error('A chart loads nothing.'));

export async function chartSvg({
  vega,
  rows,
  width,
  facetColumns,
  series,
  names,
}: {
  readonly vega: string;
  readonly rows: object[];
  readonly width: number;
  readonly facetColumns: number;
  readonly series: readonly Series[];
  readonly names: number;
}): Promise<string> {
  const outline = withSeries(JSON.parse(vega), series);
  const signals = (outline.signals ?? []).map((signal) => {
    const tone = Object.keys(tones).find((name) => toneSignal(name) === signal.name);
    return tone === undefined ? signal : { ...signal, value: tones[tone] };
  });
  const view = new View(parse({ ...outline, signals } as Spec, config, { ast: true }), {
    expr: expressionInterpreter,
    renderer: 'none',
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
  });
  try {
    view.data(dataName, rows);
    const faceted = facetColumns > 1 || signals.some(({ name }) => name === 'child_width');
    if (faceted) view.signal('child_width', Math.max(120, Math.floor(width / facetColumns) - 44));
    else {
      view.width(width);
      if (names > 0 && typeof outline.height === 'number') view.height(heightFor(names, outline.height));
    }
    return await view.runAsync().then(() => view.toSVG());
  } finally {
    view.finalize();
  }
}
