// What is decided of a compiled specification when the rows are there: its colours in order, its height.
import { codeTones } from '#src/core/tones.ts';
import { seriesKey, seriesSignal } from './linked-chart.ts';
import type { Series } from './policy.ts';

export interface Signal {
  readonly name: string;
  readonly value?: unknown;
}

interface Legend {
  readonly fill?: string;
  readonly stroke?: string;
  readonly shape?: string;
  readonly strokeDash?: string;
  /** Ramps have no lines of names. */
  readonly type?: string;
}

interface Scale {
  readonly name: string;
  readonly type?: string;
  readonly domain?: unknown;
}

interface OutlineData {
  readonly transform?: readonly { readonly type?: string }[];
}

/** What is read of a specification before Vega has it. */
export interface Outline {
  readonly data?: readonly OutlineData[];
  readonly signals?: readonly Signal[];
  readonly scales?: readonly Scale[];
  readonly legends?: readonly Legend[];
  readonly height?: unknown;
}

const painted: ReadonlySet<string> = new Set(['color', 'stroke']);
const coloured: ReadonlySet<string> = new Set([...painted, 'shape', 'strokeDash']);

/** The place of a row's series among those that are told by tones. */
const placeKey = '__place';

/** A series keeps its colour whether others are drawn or not; where tones tell them, bars are stacked in their order. */
export function withSeries(outline: Outline, series: readonly Series[]): Outline {
  if (series.length === 0 || !outline.scales) return outline;
  const domain = series.map(({ label }) => label);
  const toned = series.some(({ tone }) => tone !== undefined);
  const range = series.map(({ tone }) => ({ signal: seriesSignal(tone ?? 'muted') }));
  const scales = outline.scales.map((scale) =>
    coloured.has(scale.name) && scale.type === 'ordinal'
      ? { ...scale, domain, ...(toned && painted.has(scale.name) ? { range } : {}) }
      : scale,
  );
  if (!toned) return { ...outline, scales };
  const signals = [
    ...(outline.signals ?? []),
    ...codeTones.map((tone) => ({ name: seriesSignal(tone), value: '#000000' })),
  ];
  return { ...outline, signals, scales, data: (outline.data ?? []).map((one) => stackedBy(one, domain)) };
}

function stackedBy(data: OutlineData, labels: readonly string[]): OutlineData {
  const transform = (data.transform ?? []).flatMap((step) =>
    step.type === 'stack'
      ? [
          {
            type: 'formula',
            expr: `indexof(${JSON.stringify(labels)}, datum[${JSON.stringify(seriesKey)}])`,
            as: placeKey,
          },
          { ...step, sort: { field: [placeKey], order: ['ascending'] } },
        ]
      : [step],
  );
  return data.transform ? { ...data, transform } : data;
}

/** Without the legends of its series, which stand beside the chart. */
export function withoutLegend(outline: Outline, series: readonly Series[]): Outline {
  if (series.length === 0 || !outline.legends) return outline;
  const legends = outline.legends.filter(
    ({ fill, stroke, shape, strokeDash }) =>
      ![fill, stroke, shape, strokeDash].some((scale) => scale !== undefined && coloured.has(scale)),
  );
  return { ...outline, legends };
}

/** Of a drawing; the page keeps the place for it. */
export const usualHeight = 240;
const nameHeight = 20;
const besideNames = 56;

/** How high a chart is whose names stand one below the other; its own height for any other. */
export function heightFor(names: number, usual: number): number {
  return Math.max(usual, names * nameHeight + besideNames);
}
