// What a tile of the map shows, and what draws it.
import type { WorldPoint } from '#src/core/mercator.ts';
import type { Classes } from './classes.ts';
import type { LinkedLayer } from './link.ts';
import type { Parcel } from './parcels.ts';
import type { Places } from './places.ts';

export interface LayerDrawn {
  readonly layer: LinkedLayer;
  readonly places: Places;
  readonly classes: Classes;
  /** What the rows cover, where the layer draws areas; each has the number of its place. */
  readonly areas: readonly Parcel[] | null;
  /** Of each place, the other end of its line; empty without lines. */
  readonly ends: readonly (WorldPoint | null)[];
}

export interface LayerLook extends LayerDrawn {
  readonly fills: readonly (string | null)[];
  /** The place that is picked. */
  readonly picked: number | null;
  /** What is written in an area. */
  readonly label: ((place: number) => string) | null;
}

/** What is drawn, and how. */
export interface Look {
  readonly places: Places;
  readonly classes: Classes;
  /** Classes that are left out. */
  readonly off: ReadonlySet<number>;
  /** Of each class, its fill; null for a ring that is empty. */
  readonly fills: readonly (string | null)[];
  readonly edge: string;
  /** Of what has no fill. */
  readonly ring: string;
  readonly accent: string;
  /** Of what is written, and of what lies under it. */
  readonly ink: string;
  readonly paper: string;
  readonly faint: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  readonly picked: number | null;
  /** Below this zoom places that would fall on each other are counted together; 0 for never. */
  readonly clustersBelow: number;
  /** What is written beside a place from a zoom on; null for nothing. */
  readonly label: ((place: number) => string) | null;
  /** What is written in an area that has no room for its label. */
  readonly shortLabel: ((place: number) => string) | null;
  readonly labelsFrom: number;
  /** What the rows cover, where they are areas; each has the number of its place. */
  readonly areas: readonly Parcel[] | null;
  /** Layers that are on, the lowest first. */
  readonly layers: readonly LayerLook[];
}

/** The only part of a canvas that is needed. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'arc'
  | 'moveTo'
  | 'lineTo'
  | 'closePath'
  | 'fill'
  | 'stroke'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'globalAlpha'
  | 'fillText'
  | 'font'
  | 'textAlign'
  | 'textBaseline'
>;

/** Pixels of a place's radius at a zoom: a street's lots are told apart, and a region's do not cover each other. */
export function radiusAt(zoom: number): number {
  return zoom < 10 ? 2 : zoom < 12 ? 2.5 : zoom < 14 ? 3.5 : zoom < 16 ? 5 : 7;
}

export const faintness = 0.35;
/** Of the fill of areas: what lies under them stays in sight. */
export const areaStrength = { ofLayer: 0.25, ofRows: 0.7 };
