// Where rows lie, in an order in which a box of the plane is found without looking at all of them.
import {
  boxAround,
  isInPolygon,
  isWithin,
  metresBetween,
  type WorldBox,
  type WorldPoint,
  worldPoint,
} from '#src/core/mercator.ts';
import type { Row } from '#src/core/values.ts';

export interface Places {
  /** From west to east. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Of each place, the row that lies there. */
  readonly rows: readonly Row[];
  /** Rows that lie nowhere. */
  readonly without: readonly Row[];
  /** All places; null where there is none. */
  readonly bounds: WorldBox | null;
}

/** Degrees, or null for what is no place on earth; 0/0 in the Gulf of Guinea stands for a place that nobody knows. */
export function degrees(value: unknown, most: number): number | null {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim() !== ''
        ? Number(value)
        : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) <= most ? number : null;
}

export function placesOf(rows: readonly Row[], latitude: string, longitude: string): Places {
  return placesAt(rows, (row) => {
    const [lat, lon] = [degrees(row[latitude], 90), degrees(row[longitude], 180)];
    return lat === null || lon === null || (lat === 0 && lon === 0) ? null : worldPoint(lat, lon);
  });
}

export function placesAt(rows: readonly Row[], pointOf: (row: Row) => WorldPoint | null): Places {
  const without: Row[] = [];
  const placed: { readonly row: Row; readonly at: WorldPoint }[] = [];
  for (const row of rows) {
    const at = pointOf(row);
    if (at === null) without.push(row);
    else placed.push({ row, at });
  }
  placed.sort((one, other) => one.at.x - other.at.x);
  const xs = Float64Array.from(placed, ({ at }) => at.x);
  const ys = Float64Array.from(placed, ({ at }) => at.y);
  return { xs, ys, rows: placed.map(({ row }) => row), without, bounds: boundsOf(xs, ys) };
}

function boundsOf(xs: Float64Array, ys: Float64Array): WorldBox | null {
  const [west, east] = [xs[0], xs.at(-1)];
  if (west === undefined || east === undefined) return null;
  let [north, south] = [1, 0];
  for (const y of ys) {
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return { west, north, east, south };
}

/** The first place that lies at `x` or further east. */
function firstFrom(xs: Float64Array, x: number): number {
  let [low, high] = [0, xs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls `visit` with each place of the box, from west to east. */
export function eachWithin({ xs, ys }: Places, box: WorldBox, visit: (place: number) => void): void {
  for (let place = firstFrom(xs, box.west); place < xs.length; place++) {
    const x = xs[place] ?? 0;
    if (x > box.east) return;
    if (isWithin({ x, y: ys[place] ?? 0 }, box)) visit(place);
  }
}

/** Whether any place lies in a box. */
export function isAnyIn({ xs, ys }: Places, box: WorldBox): boolean {
  for (let place = firstFrom(xs, box.west); place < xs.length; place++) {
    const x = xs[place] ?? 0;
    if (x > box.east) return false;
    if (isWithin({ x, y: ys[place] ?? 0 }, box)) return true;
  }
  return false;
}

/** Places that lie no further from a point than `reach`, the nearest first; those at one place as they come. */
export function placesNear(places: Places, { x, y }: WorldPoint, reach: number): readonly number[] {
  const near: { readonly place: number; readonly far: number }[] = [];
  eachWithin(places, { west: x - reach, north: y - reach, east: x + reach, south: y + reach }, (place) => {
    const far = Math.hypot((places.xs[place] ?? 0) - x, (places.ys[place] ?? 0) - y);
    if (far <= reach) near.push({ place, far });
  });
  return near.sort((one, other) => one.far - other.far).map(({ place }) => place);
}

/** Places no more than so many metres from a point. */
export function placesAround(places: Places, middle: WorldPoint, metres: number): readonly number[] {
  const inside: number[] = [];
  eachWithin(places, boxAround(middle, metres), (place) => {
    const at = { x: places.xs[place] ?? 0, y: places.ys[place] ?? 0 };
    if (metresBetween(middle, at) <= metres) inside.push(place);
  });
  return inside;
}

/** Places in a box. */
export function placesInBox(places: Places, box: WorldBox): readonly number[] {
  const inside: number[] = [];
  eachWithin(places, box, (place) => inside.push(place));
  return inside;
}

/** Places within a polygon. */
export function placesInPolygon(places: Places, corners: readonly WorldPoint[]): readonly number[] {
  const [first] = corners;
  if (!first || corners.length < 3) return [];
  const box = corners.reduce<WorldBox>(
    (held, { x, y }) => ({
      west: Math.min(held.west, x),
      north: Math.min(held.north, y),
      east: Math.max(held.east, x),
      south: Math.max(held.south, y),
    }),
    { west: first.x, north: first.y, east: first.x, south: first.y },
  );
  const inside: number[] = [];
  eachWithin(places, box, (place) => {
    if (isInPolygon({ x: places.xs[place] ?? 0, y: places.ys[place] ?? 0 }, corners)) inside.push(place);
  });
  return inside;
}

export function rowsAt({ rows }: Places, places: readonly number[]): readonly Row[] {
  return places.map((place) => rows[place]).filter((row) => row !== undefined);
}
