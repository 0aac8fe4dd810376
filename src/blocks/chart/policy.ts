// What the linker knows of a chart's marks, and what is chosen of its rows. Types, limits and signs alone.
import type { CodeTone } from '#src/core/tones.ts';
import type { Row } from '#src/core/values.ts';

/** Marks with a name of their own that a chart may have; and colours that can be told apart, the last of them grey. */
export const mostNames = 30;
export const mostColours = 8;
/** What groups are drawn as, by their place, and the sign that looks alike in words. */
export const symbols = [
  { shape: 'circle', sign: '●' },
  { shape: 'square', sign: '■' },
  { shape: 'triangle-up', sign: '▲' },
  { shape: 'cross', sign: '✚' },
  { shape: 'diamond', sign: '◆' },
  { shape: 'triangle-right', sign: '▶' },
  { shape: 'triangle-down', sign: '▼' },
  { shape: 'triangle-left', sign: '◀' },
] as const;
export const usualNames = 20;
export const usualClip = 0.01;

export interface NamesPolicy {
  readonly field: string;
  /** What decides which names are drawn. */
  readonly by: { readonly field: string | null; readonly how: 'count' | 'sum' | 'mean' } | null;
  readonly descending: boolean;
  /** The axis is in the order of its measure. */
  readonly ranked: boolean;
  readonly along: 'x' | 'y';
  /** Bars that could lie as well. */
  readonly upright: boolean;
}

/** What the linker knows of a chart's marks. */
export interface ChartPolicy {
  readonly small: { readonly field: string; readonly below: number } | null;
  /** Number fields that a mark of one row stands by; empty where marks are of several rows. */
  readonly places: readonly string[];
  /** Number fields whose far ends are left out, with the share of rows at each. */
  readonly clip: { readonly fields: readonly string[]; readonly share: number };
  readonly names: NamesPolicy | null;
  readonly most: number;
  readonly series: string | null;
  /** What heads the names of the series; null where they are not named. */
  readonly legend: string | null;
}

export const noPolicy: ChartPolicy = {
  small: null,
  places: [],
  clip: { fields: [], share: 0 },
  names: null,
  most: usualNames,
  series: null,
  legend: null,
};

export interface Series {
  readonly label: string;
  /** What its rows have in the column of the series; null for those that share the last colour. */
  readonly value: unknown;
  readonly rest: boolean;
  /** Of a code whose table says what its codes mean: its colour. */
  readonly tone?: CodeTone;
}

export interface Chosen {
  readonly rows: readonly Row[];
  readonly small: ReadonlySet<Row>;
  readonly series: readonly Series[];
  /** What the colour of a row says: the label of its series. */
  readonly labelOf: (row: Row) => string | null;
  /** How many names stand along an axis; 0 where none do. */
  readonly names: number;
  /** Bars lie, because their names are long or many. */
  readonly lying: boolean;
  readonly notes: readonly string[];
}
