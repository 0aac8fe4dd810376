// What a definition may say of a chart: the words of Vega-Lite, closed. No expression, URL, parameter or own colour.
import type { FormatId, LinkedAction, LinkedBlock, Text } from '#src/core/linked.ts';

export const markTypes = [
  'bar',
  'line',
  'point',
  'circle',
  'square',
  'tick',
  'rule',
  'area',
  'rect',
] as const;
export type MarkType = (typeof markTypes)[number];

export const tones = ['accent', 'bad', 'warning', 'good', 'muted', 'synthetic'] as const;
export type Tone = (typeof tones)[number];

export interface MarkSpec {
  readonly type: MarkType;
  readonly point?: boolean;
  readonly filled?: boolean;
  readonly dashed?: boolean;
  readonly interpolate?: string;
  readonly orient?: string;
  readonly size?: number;
  readonly thickness?: number;
  readonly opacity?: number;
  readonly tone?: Tone;
}

export type MeasureType = 'quantitative' | 'temporal' | 'ordinal' | 'nominal';

export interface ChannelSpec {
  readonly field?: string;
  readonly type?: MeasureType;
  readonly aggregate?: string;
  readonly bin?: boolean | { readonly maxbins?: number; readonly step?: number };
  readonly timeUnit?: string;
  readonly datum?: number | string | boolean;
  readonly value?: number;
  readonly title?: string;
  readonly format?: FormatId;
  readonly sort?: unknown;
  readonly stack?: 'zero' | 'normalize' | 'center' | false;
  readonly scale?: {
    readonly type?: string;
    readonly zero?: boolean;
    readonly reverse?: boolean;
    readonly nice?: boolean;
    readonly domain?: readonly unknown[];
  };
  readonly grid?: boolean;
  readonly legend?: boolean;
}

export interface FacetSpec {
  readonly field: string;
  readonly title?: string;
  readonly columns?: number;
}

export type Encoding = { readonly [channel: string]: ChannelSpec };

export interface LayerSpec {
  readonly mark: MarkType | MarkSpec;
  readonly encoding?: Encoding;
}

export interface ChartSpec {
  readonly mark?: MarkType | MarkSpec;
  readonly encoding?: Encoding;
  readonly layer?: readonly LayerSpec[];
  readonly facet?: FacetSpec;
}

/** A labelled rule, e.g. the bound of what is tolerated. */
export interface LimitSpec {
  readonly axis: 'x' | 'y';
  readonly value: number | string;
  /** Where a band ends. */
  readonly to?: number | string;
  readonly label: string;
  readonly tone: Tone;
}

/** The block as written, before its link rules ran. */
export interface ChartDefinition extends LinkedBlock {
  readonly spec: ChartSpec;
  readonly limits: readonly LimitSpec[];
  readonly tooltip: readonly string[];
  readonly summary?: Text;
  readonly on: readonly LinkedAction[];
  readonly empty: string;
  readonly smallSample?: { readonly id: string; readonly below: number };
  readonly most: number;
  readonly clip: number;
}

export function isChartDefinition(block: LinkedBlock): block is ChartDefinition {
  return block.type === 'chart' && typeof block.spec === 'object' && block.spec !== null;
}
