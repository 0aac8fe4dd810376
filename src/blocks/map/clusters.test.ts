import { describe, expect, it } from 'vitest';
import type { WorldBox } from '#src/core/mercator.ts';
import { worldPoint } from '#src/core/mercator.ts';
import { boxOfCluster, clusterAt, clustersIn, countText, sharesOf } from './clusters.ts';
import { placesOf } from './places.ts';

// At zoom 10 a pixel is 360 / (256 · 1024) = 0.00137 degrees of longitude, a cell of 48 of them 0.0659.
const zoom = 10;
const rows = [
  ...Array.from({ length: 12 }, (_, i) => ({ id: i, lat: -33, lon: 151 + i / 10_000 })),
  { id: 20, lat: -33, lon: 153 },
  { id: 30, lat: -34, lon: 151 },
  { id: 31, lat: -34, lon: 151 },
];
const places = placesOf(rows, 'lat', 'lon');
const all: WorldBox = { west: 0, north: 0, east: 1, south: 1 };
const everything = () => true;
const sizes = (box: WorldBox, seen = everything) =>
  clustersIn(places, box, zoom, seen)
    .clusters.map((one) => one.places.length)
    .sort((a, b) => a - b);

describe('clusters of places', () => {
  it('count what would fall on each other, and leave alone what does not', () => {
    expect(sizes(all)).toEqual([2, 12]);
    const { alone } = clustersIn(places, all, zoom, everything);
    expect(alone.map((place) => places.rows[place]?.id)).toEqual([20]);
    // Nearer, they come apart.
    expect(clustersIn(places, all, 20, everything).clusters.map((one) => one.places.length)).toEqual([2]);
  });

  it('are the same whichever part of the plane is drawn, and lie in their cells', () => {
    const [one] = clustersIn(places, all, zoom, everything).clusters.filter(
      ({ places: held }) => held.length === 12,
    );
    const at = worldPoint(-33, 151);
    const part = clustersIn(places, { west: at.x, north: at.y, east: at.x, south: at.y }, zoom, everything);
    expect(part.clusters).toEqual([one]);
    const cell = 48 / (256 * 2 ** zoom);
    const radius = ((one?.radius ?? 0) / 48) * cell;
    for (const middle of [one?.x ?? 0, one?.y ?? 0]) {
      const within = middle % cell;
      expect(within).toBeGreaterThanOrEqual(radius - 1e-12);
      expect(within).toBeLessThanOrEqual(cell - radius + 1e-12);
    }
  });

  it('leave out what the legend leaves out', () => {
    expect(sizes(all, ((place: number) => places.rows[place]?.id !== 31) as typeof everything)).toEqual([12]);
  });

  it('are hit within their circle; those at one place have no box to open', () => {
    const { clusters } = clustersIn(places, all, zoom, everything);
    const twelve = clusters.find((one) => one.places.length === 12);
    const two = clusters.find((one) => one.places.length === 2);
    if (!twelve || !two) throw new Error('There are two clusters.');
    expect(clusterAt(places, twelve, zoom, everything)?.places).toHaveLength(12);
    expect(clusterAt(places, { x: twelve.x + 0.01, y: twelve.y }, zoom, everything)).toBeNull();
    expect(boxOfCluster(places, two)).toBeNull();
    expect(boxOfCluster(places, twelve)?.west).toBeCloseTo(worldPoint(-33, 151).x, 12);
  });

  it('say how much of them each class has, and how many they are in little room', () => {
    const of = Uint16Array.from(places.rows, ({ id }) => (Number(id) < 9 ? 1 : 0));
    const twelve = clustersIn(places, all, zoom, everything).clusters.find((one) => one.places.length === 12);
    expect(twelve && sharesOf({ classes: [], of }, twelve)).toEqual([
      [0, 0.25],
      [1, 0.75],
    ]);
    expect([48, 999, 1_234, 20_000].map(countText)).toEqual(['48', '999', '1.2k', '20k']);
  });
});
