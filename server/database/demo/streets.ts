// Lots along streets: where each property of the demo lies, and its shape. Every suburb is a square of its own, in which its
// streets lie side by side, even numbers on one side and odd ones on the other.
import { centimetresOf, degreesOf, stretchAt, worldOfCentimetres, worldPoint } from '#src/core/mercator.ts';
import { boundsOfRings, encodeRings, type Ring } from '#src/core/rings.ts';
import { shapeArea } from '#src/core/shape-area.ts';
import { grouped } from './grouped.ts';
import type { Lot } from './lot.ts';
import type { ParcelRow } from './rows.ts';

/** Metres; from here on land is laid along country roads, apart from the streets of a town. */
const roomy = 2_000;
const road = { town: 18, country: 30 } as const;
/** Metres between the backs of two streets' lots, and around a suburb. */
const lane = 4;
const margin = 60;
/** Of a lot whose area is unknown: a strata plan. */
const plan = { width: 24, depth: 34 } as const;

export interface SuburbPlace {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

/** A square of ground that a suburb has taken, in metres of the plane. */
export interface Ground {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

export interface LaidOut {
  readonly lots: readonly Lot[];
  readonly parcels: readonly ParcelRow[];
}

/** A lot's rectangle in metres of the ground, before its suburb is turned and put in its place. */
interface Laid {
  readonly lot: Lot;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
}

interface Strip {
  readonly laid: readonly Laid[];
  readonly length: number;
  readonly depth: number;
}

/** `taken` grows by the ground of each suburb. */
export function layOut(lots: readonly Lot[], suburbs: readonly SuburbPlace[], taken: Ground[]): LaidOut {
  const shapes = new Map<number, ReturnType<typeof shapeOf>>();
  const own = grouped(lots, ({ row }) => row.suburb);
  // Large ones first: small ones find room between them.
  const blocks = suburbs
    .map((suburb, i) => ({
      suburb,
      turn: (((i * 37) % 50) - 25) * (Math.PI / 180),
      ...blockOf(own.get(suburb.name) ?? []),
    }))
    .sort((one, other) => other.half - one.half);
  for (const { suburb, turn, laid, half } of blocks) {
    if (laid.length === 0) continue;
    const stretch = stretchAt(suburb.lat);
    const [x, y] = centimetresOf(worldPoint(suburb.lat, suburb.lon));
    const ground = roomNear(x / 100, y / 100, half * stretch, taken);
    taken.push(ground);
    for (const one of laid) shapes.set(one.lot.row.id, shapeOf(one, ground, turn, stretch));
  }
  return {
    lots: lots.map((lot) => {
      const shape = shapes.get(lot.row.id);
      return shape ? { ...lot, row: { ...lot.row, lat: shape.lat, lon: shape.lon } } : lot;
    }),
    parcels: lots.flatMap(({ row }) => {
      const shape = shapes.get(row.id);
      return shape
        ? [{ property_id: row.id, district_code: row.district_code, ...shapeColumns(shape.ring) }]
        : [];
    }),
  };
}

/** The streets of a suburb side by side, around its middle. */
function blockOf(lots: readonly Lot[]): { readonly laid: readonly Laid[]; readonly half: number } {
  const streets = [...grouped(lots, ({ row }) => row.street_name).values()];
  const strips = [
    ...streets.map((street) =>
      stripOf(
        street.filter((lot) => areaOf(lot) < roomy),
        road.town,
      ),
    ),
    ...streets.map((street) =>
      stripOf(
        street.filter((lot) => areaOf(lot) >= roomy),
        road.country,
      ),
    ),
  ].filter(({ laid }) => laid.length > 0);
  const ground = strips.reduce((sum, { length, depth }) => sum + length * depth, 0);
  const width = Math.max(Math.sqrt(ground), ...strips.map(({ length }) => length));
  const laid: Laid[] = [];
  let [x, y, deepest] = [0, 0, 0];
  for (const strip of strips) {
    if (x > 0 && x + strip.length > width) [x, y, deepest] = [0, y + deepest + lane, 0];
    for (const one of strip.laid) laid.push({ ...one, x: one.x + x, y: one.y + y });
    x += strip.length + road.town;
    deepest = Math.max(deepest, strip.depth);
  }
  const [middleX, middleY] = [width / 2, (y + deepest) / 2];
  return {
    laid: laid.map((one) => ({ ...one, x: one.x - middleX, y: one.y - middleY })),
    half: Math.hypot(middleX, middleY) + margin,
  };
}

function areaOf({ row }: Lot): number {
  return row.area ?? plan.width * plan.depth;
}

/** A street with its lots in the order of their numbers: even ones below it, odd ones above. */
function stripOf(lots: readonly Lot[], width: number): Strip {
  const sorted = [...lots].sort(
    ({ row: one }, { row: other }) =>
      (one.hnum1 ?? Infinity) - (other.hnum1 ?? Infinity) ||
      (one.hnum1_suffix ?? '').localeCompare(other.hnum1_suffix ?? '') ||
      one.id - other.id ||
      0,
  );
  const sides: [Laid[], Laid[]] = [[], []];
  const ends: [number, number] = [0, 0];
  const depths = sorted.map((lot) => areaOf(lot) / frontageOf(lot));
  const below = Math.max(0, ...depths);
  for (const [i, lot] of sorted.entries()) {
    const side = (lot.row.hnum1 ?? i) % 2 === 0 ? 0 : 1;
    const [frontage, depth] = [frontageOf(lot), depths[i] ?? 0];
    const y = side === 0 ? below - depth : below + width;
    sides[side].push({ lot, x: ends[side], y, width: frontage, depth });
    ends[side] += frontage;
  }
  const above = Math.max(0, ...sides[1].map(({ depth }) => depth));
  return { laid: sides.flat(), length: Math.max(...ends), depth: below + width + above };
}

function frontageOf(lot: Lot): number {
  return lot.row.frontage ?? (lot.row.area === null ? plan.width : Math.sqrt(areaOf(lot)));
}

/** The nearest square to a place that nobody has taken, looked for along a spiral. */
function roomNear(x: number, y: number, half: number, taken: readonly Ground[]): Ground {
  const step = 400;
  for (let n = 0; ; n++) {
    const [angle, far] = [n * 2.4, step * Math.sqrt(n)];
    const at = { x: x + far * Math.cos(angle), y: y + far * Math.sin(angle), half };
    const free = taken.every(
      (other) => Math.abs(other.x - at.x) > other.half + half || Math.abs(other.y - at.y) > other.half + half,
    );
    if (free) return at;
  }
}

function shapeOf({ x, y, width, depth }: Laid, ground: Ground, turn: number, stretch: number) {
  const [cosine, sine] = [Math.cos(turn) * stretch * 100, Math.sin(turn) * stretch * 100];
  const at = (east: number, north: number): readonly [number, number] => [
    Math.round(ground.x * 100 + east * cosine - north * sine),
    Math.round(ground.y * 100 + east * sine + north * cosine),
  ];
  const ring = [at(x, y), at(x + width, y), at(x + width, y + depth), at(x, y + depth)].flat();
  const { latitude, longitude } = degreesOf(worldOfCentimetres(...at(x + width / 2, y + depth / 2)));
  return { ring, lat: Math.round(latitude * 1e6) / 1e6, lon: Math.round(longitude * 1e6) / 1e6 };
}

/** A shape of one ring as its table keeps it. */
export function shapeColumns(ring: Ring): Pick<ParcelRow, 'bounds' | 'rings' | 'area'> {
  const { minX, minY, maxX, maxY } = boundsOfRings([ring]);
  return {
    bounds: `(${maxX / 100},${maxY / 100}),(${minX / 100},${minY / 100})`,
    rings: `\\x${Buffer.from(encodeRings([ring])).toString('hex')}`,
    area: shapeArea([ring]),
  };
}
