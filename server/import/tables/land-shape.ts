// A geometry of GeoJSON as shapes are kept, or what is wrong with it, in words.
import { centimetresOf, degreesOf, worldOfCentimetres, worldPoint } from '#src/core/mercator.ts';
import {
  boundsOfRings,
  crossingOf,
  encodeRings,
  isInRings,
  type Rings,
  ringArea,
  turned,
} from '#src/core/rings.ts';
import { shapeArea } from '#src/core/shape-area.ts';
import { isJsonObject } from '#src/core/values.ts';

export interface LandShape {
  /** As the database writes a box, in metres of EPSG:3857. */
  readonly bounds: string;
  /** Bytes in hex, as the database writes them. */
  readonly rings: string;
  /** Square metres of the ground. */
  readonly area: number;
  /** A place within it, in degrees. */
  readonly lat: number;
  readonly lon: number;
}

/** New South Wales with Lord Howe Island, in degrees. */
const state = { south: -37.6, north: -28.1, west: 140.9, east: 159.3 } as const;
/** Centimetres that edges may cross each other by: corners are rounded to one. */
const slack = 2;
const mostCorners = 100_000;

type Fault = { readonly fault: string };

/** A fault is a sentence about the shape. */
export function landShape(geometry: unknown): LandShape | Fault {
  if (geometry === null || geometry === undefined) return { fault: 'The feature has no shape.' };
  const { type, coordinates } = isJsonObject(geometry) ? geometry : {};
  if (type !== 'Polygon' && type !== 'MultiPolygon')
    return {
      fault: `The shape is a ${String(type).slice(0, 30)}. The shape of a property is a Polygon or a MultiPolygon.`,
    };
  const parts: unknown = type === 'Polygon' ? [coordinates] : coordinates;
  const rings: (readonly number[])[] = [];
  for (const part of listOf(parts))
    for (const [i, written] of listOf(part).entries()) {
      const ring = ringOf(written);
      if ('fault' in ring) return ring;
      if (ring.corners.length < 6) return { fault: 'A ring of the shape has fewer than three corners.' };
      rings.push(turned(ring.corners, i > 0));
    }
  if (rings.length === 0) return { fault: 'The shape is empty.' };
  if (rings.reduce((sum, { length }) => sum + length / 2, 0) > mostCorners)
    return { fault: `The shape has more than ${mostCorners.toLocaleString('en-AU')} corners.` };
  const crossing = crossingOf(rings, slack);
  if (crossing) return { fault: `The shape crosses itself at ${degreesText(crossing.x, crossing.y)}.` };
  if (rings.some((ring) => ringArea(ring) === 0)) return { fault: 'A ring of the shape has no area.' };
  const { minX, minY, maxX, maxY } = boundsOfRings(rings);
  const { latitude, longitude } = degreesOf(worldOfCentimetres(...within(rings)));
  return {
    bounds: `(${maxX / 100},${maxY / 100}),(${minX / 100},${minY / 100})`,
    rings: `\\x${Buffer.from(encodeRings(rings)).toString('hex')}`,
    area: shapeArea(rings),
    lat: Number(latitude.toFixed(6)),
    lon: Number(longitude.toFixed(6)),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Heights are dropped, and corners that come twice. */
function ringOf(written: unknown): { readonly corners: readonly number[] } | Fault {
  const corners: number[] = [];
  for (const position of listOf(written)) {
    const [lon, lat]: readonly unknown[] = listOf(position);
    if (typeof lon !== 'number' || typeof lat !== 'number')
      return { fault: 'A corner of the shape is no pair of numbers.' };
    if (!isInState(lat, lon))
      return {
        fault: isInState(lon, lat)
          ? 'Latitude and longitude of the shape are exchanged. In GeoJSON the longitude stands first.'
          : `The shape lies outside New South Wales: it has a corner at longitude ${lon}, latitude ${lat}.`,
      };
    const [x, y] = centimetresOf(worldPoint(lat, lon));
    if (x !== corners.at(-2) || y !== corners.at(-1)) corners.push(x, y);
  }
  if (corners.length > 2 && corners[0] === corners.at(-2) && corners[1] === corners.at(-1))
    corners.splice(-2);
  return { corners };
}

function isInState(lat: number, lon: number): boolean {
  return lat >= state.south && lat <= state.north && lon >= state.west && lon <= state.east;
}

function degreesText(x: number, y: number): string {
  const { latitude, longitude } = degreesOf(worldOfCentimetres(x, y));
  return `longitude ${longitude.toFixed(6)}, latitude ${latitude.toFixed(6)}`;
}

/** A point of the land: the middle of its box, or of the widest piece of land on the line through it. */
function within(rings: Rings): readonly [number, number] {
  const { minX, minY, maxX, maxY } = boundsOfRings(rings);
  const middle = [(minX + maxX) / 2, (minY + maxY) / 2] as const;
  if (isInRings(rings, ...middle)) return middle;
  for (const share of [0.5, 0.37, 0.63, 0.21, 0.79, 0.11, 0.89]) {
    const y = minY + (maxY - minY) * share + 0.5;
    const at = crossingsAt(rings, y);
    let best: readonly [number, number] | null = null;
    for (let i = 0; i + 1 < at.length; i += 2) {
      const [from, to] = [at[i] ?? 0, at[i + 1] ?? 0];
      if (!best || to - from > best[1] - best[0]) best = [from, to];
    }
    if (best && best[1] > best[0]) return [(best[0] + best[1]) / 2, y];
  }
  return middle;
}

/** Where edges cross a line from west to east. */
function crossingsAt(rings: Rings, y: number): readonly number[] {
  const found: number[] = [];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      const [ax, ay] = [ring[i] ?? 0, ring[i + 1] ?? 0];
      const next = (i + 2) % ring.length;
      const [bx, by] = [ring[next] ?? 0, ring[next + 1] ?? 0];
      if (ay > y !== by > y) found.push(ax + ((bx - ax) * (y - ay)) / (by - ay));
    }
  return found.sort((one, other) => one - other);
}
