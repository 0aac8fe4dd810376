import { describe, expect, it } from 'vitest';
import { centimetresOf, worldOfCentimetres, worldPoint } from '#src/core/mercator.ts';
import { encodeRings } from '#src/core/rings.ts';
import type { Look } from './look.ts';
import { tileBox } from './paint.ts';
import { paintParcels } from './paint-parcels.ts';
import { ParcelTiles } from './parcel-tiles.ts';
import { type Parcel, parcelsAt, parcelsMeeting, parcelsOf, rowsByProperty } from './parcels.ts';
import { placesOf } from './places.ts';
import { isOutOfSight } from './shaped-places.ts';

const zoom = 17;
const corner = worldPoint(-33, 151);
const [column, row] = [Math.floor(corner.x * 2 ** zoom), Math.floor(corner.y * 2 ** zoom)];
const tile = tileBox(column, row, zoom);
const [west, north] = centimetresOf({ x: tile.west, y: tile.north });
/** A square in metres from the tile's corner; the tile is 306 m wide. */
const square = (east: number, south: number, side: number) => {
  const [x, y] = [west + east * 100, north - south * 100];
  return [x, y, x, y - side * 100, x + side * 100, y - side * 100, x + side * 100, y];
};
const at = (east: number, south: number) => worldOfCentimetres(west + east * 100, north - south * 100);
const base64 = (...rings: number[][]) => Buffer.from(encodeRings(rings)).toString('base64');

/** Two lots beside each other, the second with a hole; one far away; one that no row is of. */
const answer = {
  ids: [1, 2, 3, 4],
  rings: [
    base64(square(10, 10, 40)),
    base64(
      square(50, 10, 40),
      [...square(60, 20, 10)].reverse().flatMap((_, i, all) => (i % 2 ? [] : [all[i + 1] ?? 0, all[i] ?? 0])),
    ),
    base64(square(5_000, 10, 40)),
    base64(square(100, 100, 40)),
  ],
};
const parcels = parcelsOf(answer);
const rows = [
  { pid: 1, lat: -33, lon: 151 },
  { pid: 2, lat: -33, lon: 151.0001 },
  { pid: 2, lat: -33, lon: 151.0002 },
];
const places = placesOf(rows, 'lat', 'lon');
const rowsOf = rowsByProperty(places, 'pid');
const idsOf = (found: readonly Parcel[]) => found.map(({ id }) => id);

describe('shapes', () => {
  it('are found at a point, and by a polygon that touches them', () => {
    expect(idsOf(parcelsAt(parcels, at(11, 11)))).toEqual([1]);
    // In the hole.
    expect(idsOf(parcelsAt(parcels, at(65, 25)))).toEqual([]);
    expect(idsOf(parcelsMeeting(parcels, [at(45, 45), at(55, 45), at(55, 48), at(45, 48)]))).toEqual([1, 2]);
    expect(idsOf(parcelsMeeting(parcels, [at(0, 0), at(9, 0), at(0, 9)]))).toEqual([]);
    expect(idsOf(parcelsMeeting(parcels, [at(0, 0), at(200, 0), at(200, 200), at(0, 200)]))).toEqual([
      1, 2, 4,
    ]);
  });

  it('are in sight where one of a row reaches into the view, and places where one lies in it', () => {
    const box = (east: number, south: number, side: number) => {
      const [from, to] = [at(east, south), at(east + side, south + side)];
      return { west: from.x, north: from.y, east: to.x, south: to.y };
    };
    const tiles = { drawn: true, at: () => parcels, has: () => true, all: () => parcels };
    const placesOf = (found: readonly Parcel[]) => found.flatMap(({ id }) => rowsOf.get(id) ?? []);
    const shaped = { places, parcels: { tiles, rowsOf, shows: () => true, placesOf } };
    // Shape 1 lies from 10 to 50 m, its row's place outside the tile; shape 4 from 100 to 140 m has no row.
    expect(isOutOfSight(shaped, box(20, 20, 5))).toBe(false);
    expect(isOutOfSight(shaped, box(105, 105, 5))).toBe(true);
    const far = { ...shaped, parcels: { ...shaped.parcels, tiles: { ...tiles, drawn: false } } };
    expect(isOutOfSight(far, box(20, 20, 5))).toBe(true);
    const spot = worldPoint(-33, 151);
    const around = (reach: number) => ({
      west: spot.x - reach,
      north: spot.y - reach,
      east: spot.x + reach,
      south: spot.y + reach,
    });
    expect(isOutOfSight({ places, parcels: null }, around(1e-9))).toBe(false);
    expect(
      isOutOfSight({ places: { ...places, xs: new Float64Array(), rows: [] }, parcels: null }, around(1)),
    ).toBe(false);
  });

  it('of a property are all its rows’', () => {
    expect([rowsOf.get(1), rowsOf.get(2), rowsOf.get(4)]).toEqual([[0], [1, 2], undefined]);
  });

  it('are filled as their row is coloured, one fill for all alike, and lined where no row is of them', () => {
    const drawn = paint({});
    // Two fills: a class each; then lines, those of no row apart.
    expect(drawn.map(({ what, style, corners, alpha }) => [what, style, corners, alpha])).toEqual([
      ['fill', 'blue', 4, 1],
      ['fill', 'red', 8, 1],
      ['stroke', 'ring', 4, 1],
      ['stroke', 'edge', 12, 1],
    ]);
    expect(drawn[0]?.first.map(Math.round)).toEqual([8, 8]);
  });

  it('are left without fill where the legend leaves their class out, faint where their row is, and ringed where chosen', () => {
    expect(paint({ off: new Set([1]) }).map(({ what, style }) => `${what} ${style}`)).toEqual([
      'fill blue',
      'stroke ring',
      'stroke edge',
    ]);
    expect(paint({ faint: new Set([0]) })[0]).toMatchObject({ style: 'blue', alpha: 0.35 });
    expect(paint({ chosen: new Set([0]), picked: 2 }).slice(-2)).toMatchObject([
      { what: 'stroke', style: 'accent', corners: 4, width: 2.5 },
      { what: 'stroke', style: 'accent', corners: 8, width: 4 },
    ]);
  });

  it('are asked for once a tile, from a street’s distance on, and again where that failed', async () => {
    const asked: string[] = [];
    const failures: unknown[] = [];
    let fails = true;
    let told = 0;
    const tiles = new ParcelTiles(
      (x, y) => {
        asked.push(`${x}/${y}`);
        return fails ? Promise.reject(new Error('away')) : Promise.resolve(parcelsOf(answer));
      },
      () => told++,
      (thrown) => failures.push(thrown),
    );
    expect([tiles.at(14, 8, 8), tiles.drawn, asked]).toEqual([[], false, []]);
    tiles.at(17, 8, 8);
    await Promise.resolve();
    await Promise.resolve();
    expect([failures.length, told]).toEqual([1, 0]);
    fails = false;
    tiles.at(17, 8, 8);
    tiles.at(17, 15, 15);
    await Promise.resolve();
    await Promise.resolve();
    expect([asked, told, tiles.has(4), tiles.drawn]).toEqual([['1/1', '1/1'], 1, true, true]);
    expect(idsOf(tiles.at(17, 15, 15))).toEqual([1, 2, 3, 4]);
    // Its neighbour brings the same shapes: each is there once.
    tiles.at(17, 16, 15);
    await Promise.resolve();
    await Promise.resolve();
    expect([...tiles.all()]).toHaveLength(4);
  });
});

function paint(more: Partial<Look>) {
  const drawn: {
    what: string;
    style: string;
    corners: number;
    alpha: number;
    width: number;
    first: readonly number[];
  }[] = [];
  let path: (readonly [number, number])[] = [];
  const done = (what: string, style: string) =>
    drawn.push({
      what,
      style,
      corners: path.length,
      alpha: brush.globalAlpha,
      width: brush.lineWidth,
      first: path[0] ?? [],
    });
  const brush = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number, y: number) => void path.push([x, y]),
    lineTo: (x: number, y: number) => void path.push([x, y]),
    closePath: () => {},
    fill: () => void done('fill', brush.fillStyle),
    stroke: () => void done('stroke', brush.strokeStyle),
  };
  const look: Look = {
    places,
    classes: { classes: [], of: Uint16Array.from(places.rows, ({ pid }) => (pid === 2 ? 1 : 0)) },
    off: new Set(),
    fills: ['blue', 'red'],
    edge: 'edge',
    ring: 'ring',
    accent: 'accent',
    ink: 'ink',
    paper: 'paper',
    faint: new Set(),
    chosen: new Set(),
    picked: null,
    clustersBelow: 0,
    label: null,
    shortLabel: null,
    layers: [],
    areas: null,
    labelsFrom: 17,
    ...more,
  };
  paintParcels(brush, look, parcels, rowsOf, tile, 256);
  return drawn;
}
