// From our closed words to a whole Vega-Lite specification: types, titles with units, formats and tooltips from the dictionary.
import type { LinkedField } from '#src/core/linked.ts';
import type {
  ChannelSpec,
  ChartSpec,
  Encoding,
  FacetSpec,
  LayerSpec,
  LimitSpec,
  MarkSpec,
  MarkType,
  MeasureType,
} from './chart-spec.ts';
import { axisFormats, dayFormat, stepFormats, titleOf, tooltipFormat } from './field-words.ts';
import { given } from './given.ts';
import { limitLayers } from './limit-layers.ts';
import { dataName, seriesKey, smallKey, toneSignal } from './linked-chart.ts';
import { hollows, markPart, outline } from './mark-part.ts';
import { usualHeight } from './specification.ts';

type Part = { readonly [key: string]: unknown };

export interface SpecInput {
  readonly spec: ChartSpec;
  readonly limits: readonly LimitSpec[];
  readonly fields: ReadonlyMap<string, LinkedField>;
  /** Shown in every tooltip of a single row: the record's key and what the definition adds. */
  readonly tooltip: readonly LinkedField[];
  /** Marks of rows of few cases are hollow. */
  readonly small: boolean;
}

/** Any size: the browser sets the real one. */
const size = { width: 640, height: usualHeight };
const facetHeight = 160;

export function vegaLiteSpec({ spec, limits, fields, tooltip, small }: SpecInput): Part {
  const build = new LayerBuilder(fields, tooltip, small);
  const layers = layersOf(spec).flatMap((layer) => build.layers(layer));
  const stepsOn = (axis: string) => layersOf(spec).some(({ encoding }) => Boolean(encoding?.[axis]?.bin));
  const drawn = limits.map((limit) => ({ limit, parts: limitLayers(limit, limits, stepsOn(limit.axis)) }));
  // A band lies behind the marks, a rule and all words before them.
  const behind = drawn.flatMap(({ limit, parts }) => (limit.to === undefined ? [] : parts.slice(0, 1)));
  const before = drawn.flatMap(({ limit, parts }) => (limit.to === undefined ? parts : parts.slice(1)));
  const content = { layer: [...behind, ...layers, ...before] };
  const common = { data: { name: dataName, format: { parse: null } }, config };
  const { facet } = spec;
  if (!facet) return { ...common, ...size, autosize: { type: 'fit', contains: 'padding' }, ...content };
  return {
    ...common,
    facet: build.facet(facet),
    columns: facet.columns ?? 3,
    spec: { width: size.width, height: facetHeight, ...content },
  };
}

const positions: ReadonlySet<string> = new Set(['x', 'y']);

/** Layers with the shared encoding merged in; one layer for a chart without. */
export function layersOf(spec: ChartSpec): readonly LayerSpec[] {
  const shared = spec.encoding ?? {};
  if (spec.layer)
    return onOneAxis(spec.layer.map((layer) => ({ ...layer, encoding: { ...shared, ...layer.encoding } })));
  return spec.mark ? [{ mark: spec.mark, encoding: shared }] : [];
}

/** What is counted has no halves: nor have the ticks of its axis, however few there are. */
function wholeSteps(type: string | undefined, channel: ChannelSpec, field: LinkedField | undefined): Part {
  const counted = channel.aggregate === 'count' || (channel.format ?? field?.format) === 'integer';
  const kept = !channel.bin && !['mean', 'average', 'median'].includes(channel.aggregate ?? '');
  return type === 'quantitative' && counted && kept ? { tickMinStep: 1 } : {};
}

/** Layers share their axes, so the first title of an axis, and the first order of its field, hold for all of them. */
function onOneAxis(layers: readonly LayerSpec[]): readonly LayerSpec[] {
  const channels = (axis: string) => layers.flatMap((layer) => layer.encoding?.[axis] ?? []);
  return layers.map((layer) => {
    const encoding: { [channel: string]: ChannelSpec } = { ...layer.encoding };
    for (const axis of positions) {
      const channel = encoding[axis];
      if (!channel) continue;
      const title = channels(axis).find((other) => other.title !== undefined)?.title;
      const sort = channels(axis).find(
        (other) => other.field === channel.field && other.sort !== undefined,
      )?.sort;
      encoding[axis] = {
        ...(title === undefined ? {} : { title }),
        ...(sort === undefined ? {} : { sort }),
        ...channel,
      };
    }
    return { ...layer, encoding };
  });
}

export function markOf(mark: MarkType | MarkSpec): MarkSpec {
  return typeof mark === 'string' ? { type: mark } : mark;
}

export function measureOf(channel: ChannelSpec, field: LinkedField | undefined): MeasureType {
  if (channel.type) return channel.type;
  if (channel.aggregate) return 'quantitative';
  if (channel.timeUnit) return 'temporal';
  if (channel.bin) return 'quantitative';
  if (!field) return typeof channel.datum === 'number' ? 'quantitative' : 'nominal';
  if (field.codes || field.list) return 'nominal';
  if (field.format === 'baseYear') return 'ordinal';
  if (field.type === 'date' || field.type === 'datetime') return 'temporal';
  if (field.type === 'integer' || field.type === 'number')
    return field.format === 'id' ? 'nominal' : 'quantitative';
  return 'nominal';
}

/** Pixels of a group that hold most names lying flat. */
const roomForName = 70;

const secondary: ReadonlySet<string> = new Set(['x2', 'y2']);
const withLegend: ReadonlySet<string> = new Set(['color', 'size', 'shape', 'opacity']);

class LayerBuilder {
  readonly #fields: ReadonlyMap<string, LinkedField>;
  readonly #tooltip: readonly LinkedField[];

  readonly #small: boolean;

  constructor(fields: ReadonlyMap<string, LinkedField>, tooltip: readonly LinkedField[], small: boolean) {
    this.#fields = fields;
    this.#tooltip = tooltip;
    this.#small = small;
  }

  /** One layer; of a line whose points can be hollow, the line and its points. */
  layers(layer: LayerSpec): readonly Part[] {
    const mark = markOf(layer.mark);
    if (!this.#small || mark.type !== 'line' || !mark.point) return [this.#layer(layer)];
    const line = this.#layer(layer);
    const points: MarkSpec = {
      type: 'point',
      opacity: 1,
      size: 50,
      ...(mark.tone ? { tone: mark.tone } : {}),
    };
    return [{ ...line, mark: { ...markPart(mark), point: false } }, this.#layer({ ...layer, mark: points })];
  }

  #layer(layer: LayerSpec): Part {
    const encoding = layer.encoding ?? {};
    const mark = markOf(layer.mark);
    const entries = Object.entries(encoding).map(
      ([name, channel]) => [name, this.#channel(name, channel)] as const,
    );
    const hollow = this.#small && hollows.has(mark.type);
    return {
      mark: { ...markPart(hollow ? { ...mark, filled: true } : mark), ...(hollow ? outline(mark) : {}) },
      encoding: {
        ...Object.fromEntries(entries),
        ...this.#beyondColour(mark, encoding),
        ...(hollow ? this.#hollow(encoding) : {}),
        tooltip: this.#tooltipOf(encoding),
      },
    };
  }

  /** A mark of few cases keeps its edge alone. */
  #hollow({ color }: Encoding): Part {
    return {
      fillOpacity: { condition: { test: `datum.${smallKey}`, value: 0 }, value: 1 },
      ...(color?.field && this.#grouped(color) ? { stroke: this.#channel('color', color) } : {}),
    };
  }

  #grouped(color: ChannelSpec): boolean {
    return measureOf(color, this.#fieldOf(color)) !== 'quantitative';
  }

  facet({ field, title }: FacetSpec): Part {
    const known = this.#fields.get(field);
    return {
      field,
      type: measureOf({}, known) === 'ordinal' ? 'ordinal' : 'nominal',
      title: title ?? known?.title ?? field,
    };
  }

  #fieldOf(channel: ChannelSpec): LinkedField | undefined {
    return channel.field === undefined ? undefined : this.#fields.get(channel.field);
  }

  #channel(name: string, channel: ChannelSpec): Part {
    const field = this.#fieldOf(channel);
    if (channel.value !== undefined) return { value: channel.value };
    if (secondary.has(name))
      return given({ field: channel.field, aggregate: channel.aggregate, datum: channel.datum });
    const type = colourMeasure(name, measureOf(channel, field));
    const format = axisFormats[channel.format ?? field?.format ?? 'number'];
    const looks = given({
      format:
        type === 'temporal' && !channel.timeUnit
          ? stepFormats
          : type === 'quantitative' && channel.aggregate !== 'count'
            ? format
            : undefined,
      // A space before the sign, as everywhere else.
      labelExpr: format?.endsWith('%') ? "replace(datum.label, '%', ' %')" : undefined,
      grid: channel.grid,
      ...(name === 'x' && (type === 'nominal' || type === 'ordinal') ? labelTurn(field) : {}),
    });
    return given({
      // Few colours: which one a row has is decided when all rows are there.
      field: name === 'color' && type === 'nominal' && channel.field ? seriesKey : channel.field,
      type,
      aggregate: channel.aggregate,
      bin: channel.bin,
      timeUnit: channel.timeUnit,
      datum: channel.datum,
      sort: channel.sort,
      stack: channel.stack === false ? null : channel.stack,
      scale: channel.scale,
      title: titleOf(channel, field),
      axis: positions.has(name) ? { ...looks, ...wholeSteps(type, channel, field) } : undefined,
      legend: withLegend.has(name)
        ? channel.legend === false
          ? null
          : given({ format: looks.format, labelExpr: looks.labelExpr })
        : undefined,
    });
  }

  /** Groups differ in shape or dash as well as in colour. */
  #beyondColour(mark: MarkSpec, encoding: Encoding): Part {
    const { color } = encoding;
    if (!color?.field || encoding.shape) return {};
    if (measureOf(color, this.#fieldOf(color)) === 'quantitative') return {};
    const same = this.#channel('color', color);
    if (mark.type === 'point') return { shape: same };
    const apart = { detail: { field: color.field, type: 'nominal' } };
    if (mark.type === 'line') return { strokeDash: same, ...apart };
    return mark.type === 'area' ? apart : {};
  }

  /** What identifies the row, when a mark is one row; then whatever is encoded. */
  #tooltipOf(encoding: Encoding): readonly Part[] {
    const channels = Object.values(encoding);
    const summed = channels.some((channel) => channel.aggregate !== undefined || Boolean(channel.bin));
    const parts = summed ? [] : this.#tooltip.map((field) => this.#tooltipPart({ field: field.id }));
    for (const channel of channels) {
      if (channel.value !== undefined || channel.datum !== undefined) continue;
      if (channel.field === undefined && channel.aggregate !== 'count') continue;
      const part = this.#tooltipPart(channel);
      if (!parts.some((known) => known.title === part.title)) parts.push(part);
    }
    return parts;
  }

  #tooltipPart(channel: ChannelSpec): Part & { readonly title: unknown } {
    const field = this.#fieldOf(channel);
    const type = measureOf(channel, field);
    const temporal = type === 'temporal' && !channel.timeUnit;
    return {
      ...given({
        field: channel.field,
        type,
        aggregate: channel.aggregate,
        bin: channel.bin,
        timeUnit: channel.timeUnit,
        format: temporal ? dayFormat : type === 'quantitative' ? tooltipFormat(channel, field) : undefined,
        formatType: temporal ? 'time' : undefined,
      }),
      title: titleOf(channel, field),
    };
  }
}

// Years and other orders as colours are groups: a ramp of six tints cannot be told apart.
function colourMeasure(channel: string, type: MeasureType): MeasureType {
  return channel === 'color' && type === 'ordinal' ? 'nominal' : type;
}

function labelTurn(field: LinkedField | undefined): Part {
  const short = field?.format === 'baseYear' || field?.type === 'integer' || field?.type === 'boolean';
  // Names turn only where they would meet.
  const tight = `abs(range('x')[1] - range('x')[0]) < ${roomForName} * domain('x').length`;
  // A computed angle leaves the labels' place to be said: turned ones end at their tick, level ones stand under it.
  const turned: Part = {
    labelAngle: { expr: `${tight} ? -40 : 0` },
    labelAlign: { expr: `${tight} ? 'right' : 'center'` },
    labelBaseline: { expr: `${tight} ? 'middle' : 'top'` },
  };
  return { ...(short ? { labelAngle: 0 } : turned), labelLimit: 130, labelOverlap: true };
}

// Colours come at run time through signals and the theme's own configuration.
const config = {
  aria: false,
  mark: { color: { expr: toneSignal('accent') } },
  rule: { color: { expr: toneSignal('muted') } },
  legend: { orient: 'top', direction: 'horizontal', columns: 6 },
  view: { stroke: null },
} as const;
