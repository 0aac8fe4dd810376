// Places that would fall on each other far away, counted together: one cluster a cell of a fixed grid of the plane.
import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import type { Classes } from './classes.ts';
import { eachWithin, type Places } from './places.ts';

export interface Cluster extends WorldPoint {
  readonly places: readonly number[];
  /** Pixels. */
  readonly radius: number;
}

/** Pixels of a cell's side; the widest cluster fits in. */
const cellPixels = 48;
const tilePixels = 256;
const narrowest = 11;
const widest = cellPixels / 2 - 1;

/** It grows with the digits of the count, so that they have room. */
function radiusOf(count: number): number {
  return Math.min(widest, narrowest + 3.5 * Math.log10(count));
}

const cellAt = (zoom: number) => cellPixels / (tilePixels * 2 ** zoom);

/** The cells of a box: its clusters, and the places that lie alone in theirs. A cluster lies within its cell wherever its places are. */
export function clustersIn(
  places: Places,
  box: WorldBox,
  zoom: number,
  seen: (place: number) => boolean,
): { readonly clusters: readonly Cluster[]; readonly alone: readonly number[] } {
  const cell = cellAt(zoom);
  const [left, top] = [Math.floor(box.west / cell), Math.floor(box.north / cell)];
  const [right, bottom] = [
    Math.max(left + 1, Math.ceil(box.east / cell)),
    Math.max(top + 1, Math.ceil(box.south / cell)),
  ];
  const whole = { west: left * cell, north: top * cell, east: right * cell, south: bottom * cell };
  const cells = new Map<string, number[]>();
  eachWithin(places, whole, (place) => {
    const column = Math.floor((places.xs[place] ?? 0) / cell);
    const row = Math.floor((places.ys[place] ?? 0) / cell);
    // What lies on the far edge belongs to the next cell, of which the others are not here.
    if (column >= right || row >= bottom || !seen(place)) return;
    const key = `${column} ${row}`;
    const held = cells.get(key);
    if (held) held.push(place);
    else cells.set(key, [place]);
  });
  const clusters: Cluster[] = [];
  const alone: number[] = [];
  for (const held of cells.values()) {
    const [first] = held;
    if (first !== undefined && held.length === 1) alone.push(first);
    else clusters.push(clusterOf(places, held, cell));
  }
  return { clusters, alone };
}

function clusterOf({ xs, ys }: Places, held: readonly number[], cell: number): Cluster {
  const radius = radiusOf(held.length);
  const room = (radius / cellPixels) * cell;
  const middle = (at: Float64Array) => {
    const mean = held.reduce((sum, place) => sum + (at[place] ?? 0), 0) / held.length;
    const from = Math.floor(mean / cell) * cell;
    return Math.max(from + room, Math.min(from + cell - room, mean));
  };
  return { x: middle(xs), y: middle(ys), places: held, radius };
}

/** The cluster that is drawn at a point. */
export function clusterAt(
  places: Places,
  at: WorldPoint,
  zoom: number,
  seen: (place: number) => boolean,
): Cluster | null {
  const pixel = cellAt(zoom) / cellPixels;
  const { clusters } = clustersIn(places, { west: at.x, north: at.y, east: at.x, south: at.y }, zoom, seen);
  return clusters.find(({ x, y, radius }) => Math.hypot(x - at.x, y - at.y) <= radius * pixel) ?? null;
}

/** The box of a cluster's places; null where they lie at one place, and no map tells them apart. */
export function boxOfCluster({ xs, ys }: Places, { places }: Cluster): WorldBox | null {
  const box = { west: 1, north: 1, east: 0, south: 0 };
  for (const place of places) {
    const [x, y] = [xs[place] ?? 0, ys[place] ?? 0];
    box.west = Math.min(box.west, x);
    box.north = Math.min(box.north, y);
    box.east = Math.max(box.east, x);
    box.south = Math.max(box.south, y);
  }
  return box.west === box.east && box.north === box.south ? null : box;
}

/** Of each class that a cluster has, its share, in the legend's order. */
export function sharesOf({ of }: Classes, { places }: Cluster): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const place of places) counts.set(of[place] ?? 0, (counts.get(of[place] ?? 0) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => one - other).map(([at, n]) => [at, n / places.length]);
}

/** `48`, `1.2k`: as much as there is room for. */
export function countText(count: number): string {
  if (count < 1_000) return String(count);
  return count < 10_000 ? `${(count / 1_000).toFixed(1)}k` : `${Math.round(count / 1_000)}k`;
}
