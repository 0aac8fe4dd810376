// The plane that maps are drawn on (spherical Web Mercator, EPSG:3857), as fractions of its square: 0 to 1 from west to east and
// from north to south. At zoom z the square is 256 · 2^z pixels wide.

export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the plane; its edges belong to it. */
export interface WorldBox {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** Beyond it the plane has no place for a point: the square ends there. In degrees. */
export const mostLatitude = 85.05112878;
const meanRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** Degrees of latitude and longitude as a point of the plane. */
export function worldPoint(latitude: number, longitude: number): WorldPoint {
  const held = Math.max(-mostLatitude, Math.min(mostLatitude, latitude));
  const sine = Math.sin(held * radians);
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

/** A point of the plane in degrees. */
export function degreesOf({ x, y }: WorldPoint): { readonly latitude: number; readonly longitude: number } {
  return {
    latitude: (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / radians,
    longitude: (x - 0.5) * 360,
  };
}

/** Metres between two places over the earth, by the haversine formula on a sphere of mean radius (as `metres_between` in SQL). */
export function metresBetween(one: WorldPoint, other: WorldPoint): number {
  const [a, b] = [degreesOf(one), degreesOf(other)];
  const half = (from: number, to: number) => Math.sin(((to - from) * radians) / 2) ** 2;
  const share =
    half(a.latitude, b.latitude) +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * half(a.longitude, b.longitude);
  return 2 * meanRadius * Math.asin(Math.sqrt(Math.min(1, share)));
}

/** Around the plane's square, in metres as EPSG:3857 counts them. */
const around = 2 * Math.PI * 6_378_137;

/** A point as shapes are kept: whole centimetres of EPSG:3857, from west to east and from south to north. */
export function centimetresOf({ x, y }: WorldPoint): readonly [number, number] {
  return [Math.round((x - 0.5) * around * 100), Math.round((0.5 - y) * around * 100)];
}

export function worldOfCentimetres(x: number, y: number): WorldPoint {
  return { x: x / 100 / around + 0.5, y: 0.5 - y / 100 / around };
}

/** Metres of the plane in one metre of the ground at a latitude. */
export function stretchAt(latitude: number): number {
  return 1 / Math.cos(latitude * radians);
}

/** Metres along a line. */
export function lengthOf(line: readonly WorldPoint[]): number {
  return line.slice(1).reduce((sum, to, i) => sum + metresBetween(line[i] ?? to, to), 0);
}

/** Square metres within a ring of corners, on the same sphere; a corner more to close it is not needed. */
export function squareMetresOf(corners: readonly WorldPoint[]): number {
  const ring = corners.map(degreesOf);
  let before = ring.at(-1);
  let sum = 0;
  for (const corner of ring) {
    if (before)
      sum +=
        (corner.longitude - before.longitude) *
        radians *
        (2 + Math.sin(corner.latitude * radians) + Math.sin(before.latitude * radians));
    before = corner;
  }
  return Math.abs(sum * meanRadius ** 2) / 2;
}

/** A box that holds all that lies no further from a point than so many metres, and some corners more. */
export function boxAround(middle: WorldPoint, metres: number): WorldBox {
  const { latitude, longitude } = degreesOf(middle);
  const north = worldPoint(latitude + metres / meanRadius / radians, longitude).y;
  const south = worldPoint(latitude - metres / meanRadius / radians, longitude).y;
  // A degree of longitude is shortest where the box is furthest from the equator.
  const most = Math.min(mostLatitude, Math.abs(latitude) + metres / meanRadius / radians);
  const aside = metres / (2 * Math.PI * meanRadius * Math.cos(most * radians));
  return { west: middle.x - aside, north, east: middle.x + aside, south };
}

export function isWithin({ x, y }: WorldPoint, { west, north, east, south }: WorldBox): boolean {
  return x >= west && x <= east && y >= north && y <= south;
}

/** Whether a point lies in the polygon of these corners, by the even-odd rule; its edges belong to it. A corner more to close it is not needed. */
export function isInPolygon(point: WorldPoint, corners: readonly WorldPoint[]): boolean {
  const { x, y } = point;
  let inside = false;
  let before = corners.at(-1);
  for (const corner of corners) {
    if (before && isOnEdge(point, before, corner)) return true;
    if (
      before &&
      corner.y > y !== before.y > y &&
      x < ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
    )
      inside = !inside;
    before = corner;
  }
  return inside;
}

function isOnEdge({ x, y }: WorldPoint, from: WorldPoint, to: WorldPoint): boolean {
  return (
    (to.x - from.x) * (y - from.y) === (to.y - from.y) * (x - from.x) &&
    Math.min(from.x, to.x) <= x &&
    x <= Math.max(from.x, to.x) &&
    Math.min(from.y, to.y) <= y &&
    y <= Math.max(from.y, to.y)
  );
}
