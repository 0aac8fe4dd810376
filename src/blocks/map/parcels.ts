// Shapes of properties as tiles bring them, and which rows they are of.
import { type WorldBox, type WorldPoint, worldOfCentimetres } from '#src/core/mercator.ts';
import {
  type Bounds,
  boundsMeet,
  boundsOfRings,
  decodeRings,
  isInRings,
  type Rings,
  ringsMeet,
} from '#src/core/rings.ts';
import type { Places } from './places.ts';

export interface Parcel {
  /** PID. */
  readonly id: number;
  /** Corners in the plane of the map. */
  readonly rings: Rings;
  readonly bounds: Bounds;
}

export interface TileAnswer {
  readonly ids: readonly number[];
  readonly rings: readonly string[];
}

export function parcelsOf({ ids, rings }: TileAnswer): readonly Parcel[] {
  return ids.map((id, i) => {
    const shape = decodeRings(bytesOf(rings[i] ?? ''), (x, y) => {
      const at = worldOfCentimetres(x, y);
      return [at.x, at.y];
    });
    return { id, rings: shape, bounds: boundsOfRings(shape) };
  });
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Of each property, the places of its rows. */
export function rowsByProperty(places: Places, field: string): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [place, row] of places.rows.entries()) {
    const id = Number(row[field] ?? Number.NaN);
    const known = found.get(id);
    if (known) known.push(place);
    else found.set(id, [place]);
  }
  return found;
}

export function boundsOfBox({ west, north, east, south }: WorldBox): Bounds {
  return { minX: west, minY: north, maxX: east, maxY: south };
}

export function parcelsAt<Shape extends Parcel>(
  parcels: Iterable<Shape>,
  { x, y }: WorldPoint,
): readonly Shape[] {
  const point = { minX: x, minY: y, maxX: x, maxY: y };
  return [...parcels].filter(({ bounds, rings }) => boundsMeet(bounds, point) && isInRings(rings, x, y));
}

/** Those that have a point in common with a polygon; edges belong to both. */
export function parcelsMeeting(parcels: Iterable<Parcel>, corners: readonly WorldPoint[]): readonly Parcel[] {
  const ring = corners.flatMap(({ x, y }) => [x, y]);
  const reach = boundsOfRings([ring]);
  return [...parcels].filter(({ bounds, rings }) => boundsMeet(bounds, reach) && ringsMeet(rings, [ring]));
}
