import { describe, expect, it } from 'vitest';
import { worldPoint } from '#src/core/mercator.ts';
import { eachWithin, placesAround, placesInPolygon, placesNear, placesOf, rowsAt } from './places.ts';

// A grid of hundredths of a degree: 151.00 to 151.09 east, 33.00 to 33.09 south.
const rows = Array.from({ length: 100 }, (_, i) => ({
  id: i,
  lat: -33 - Math.floor(i / 10) / 100,
  lon: String(151 + (i % 10) / 100),
}));
const places = placesOf(rows, 'lat', 'lon');
const ids = (found: readonly number[]) =>
  rowsAt(places, found)
    .map(({ id }) => Number(id))
    .sort((a, b) => a - b);
const at = (lat: number, lon: number) => worldPoint(lat, lon);

describe('places of rows', () => {
  it('are those with degrees on earth; the others are told apart', () => {
    const odd = placesOf(
      [
        { id: 1, lat: null, lon: 151 },
        { id: 2, lat: -33, lon: '' },
        { id: 3, lat: 0, lon: 0 },
        { id: 4, lat: 91, lon: 151 },
        { id: 5, lat: '-33.5', lon: 151 },
        { id: 6, lat: 'north', lon: 151 },
      ],
      'lat',
      'lon',
    );
    expect(odd.rows.map(({ id }) => id)).toEqual([5]);
    expect(odd.without.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6]);
    expect(placesOf([], 'lat', 'lon').bounds).toBeNull();
  });

  it('have bounds that hold them all', () => {
    const [corner, other] = [at(-33, 151), at(-33.09, 151.09)];
    expect(places.bounds?.west).toBeCloseTo(corner.x, 12);
    expect(places.bounds?.north).toBeCloseTo(corner.y, 12);
    expect(places.bounds?.east).toBeCloseTo(other.x, 12);
    expect(places.bounds?.south).toBeCloseTo(other.y, 12);
  });

  it('are found by a box, its edges too', () => {
    const [from, to] = [at(-33.02, 151.03), at(-33.045, 151.05)];
    const found: number[] = [];
    eachWithin(places, { west: from.x, north: from.y, east: to.x, south: to.y }, (place) =>
      found.push(place),
    );
    expect(ids(found)).toEqual([23, 24, 25, 33, 34, 35, 43, 44, 45]);
  });

  it('are found near a point, the nearest first', () => {
    const reach = at(-33, 151.011).x - at(-33, 151).x;
    const near = placesNear(places, at(-33.0501, 151.05), reach);
    expect(rowsAt(places, near)[0]).toMatchObject({ id: 55 });
    // A hundredth of latitude is 0.0119 of the plane's degrees here, further than the reach.
    expect(ids(near)).toEqual([54, 55, 56]);
    expect(placesNear(places, at(-34, 150), reach)).toEqual([]);
  });

  it('are found around a point by metres over the earth', () => {
    // A hundredth of a degree is 1,112.0 m to the north and, at 33.05 south, 932.0 m to the east.
    const middle = at(-33.05, 151.05);
    expect(ids(placesAround(places, middle, 931))).toEqual([55]);
    expect(ids(placesAround(places, middle, 933))).toEqual([54, 55, 56]);
    expect(ids(placesAround(places, middle, 1_111))).toEqual([54, 55, 56]);
    expect(ids(placesAround(places, middle, 1_113))).toEqual([45, 54, 55, 56, 65]);
  });

  it('are found in a polygon, as the same test over all rows finds them', () => {
    const triangle = [at(-33.005, 150.995), at(-33.005, 151.05), at(-33.06, 150.995)];
    // Below the side from 151.05 in the north to 33.06 in the south: in plain degrees, east + south < 5.5 hundredths.
    const expected = rows
      .filter(({ id }) => id >= 10 && (id % 10) + Math.floor(id / 10) < 5.5)
      .map(({ id }) => id);
    expect(ids(placesInPolygon(places, triangle))).toEqual(expected);
    expect(placesInPolygon(places, triangle.slice(0, 2))).toEqual([]);
  });
});
