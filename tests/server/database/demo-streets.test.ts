// The demo's land: each property in its own shape, along its street, beside its neighbours and over none of them.
import { describe, expect, it } from 'vitest';
import { generateDemo } from '#server/database/demo/generate.ts';
import { grouped } from '#server/database/demo/grouped.ts';
import type { PropertyRow } from '#server/database/demo/rows.ts';
import { centimetresOf, stretchAt, worldPoint } from '#src/core/mercator.ts';
import { boundsMeet, boundsOfRings, decodeRings, isInRings, type Rings, ringsArea } from '#src/core/rings.ts';

const demo = generateDemo(
  { properties: 2_000, sales: 200, analyses: 100, analysedSince: '2024-07-01' },
  '2026-11-26',
);
const shapes = new Map<number, Rings>(
  demo.parcels.map(({ property_id, rings }) => [
    property_id,
    decodeRings(Buffer.from(rings.slice(2), 'hex')),
  ]),
);
const shapeOf = ({ id }: PropertyRow) => shapes.get(id) ?? [];

describe('the land of the demo', () => {
  it('has a shape for every property, in which its place lies and whose area is its own', () => {
    expect(shapes.size).toBe(demo.properties.length);
    const wrong = demo.properties.filter((property) => {
      const shape = shapeOf(property);
      const area = ringsArea(shape) / 10_000 / stretchAt(property.lat) ** 2;
      return (
        !isInRings(shape, ...centimetresOf(worldPoint(property.lat, property.lon))) ||
        // Corners are whole centimetres, and the plane stretches a little otherwise at each end of a suburb.
        (property.area !== null && Math.abs(area / property.area - 1) > 0.01)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('lies beside each other and never over each other', () => {
    const boxes = demo.properties
      .map((property) => ({ property, ...boundsOfRings(shapeOf(property)) }))
      .sort((one, other) => one.minX - other.minX);
    const over: (readonly [number, number])[] = [];
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1)) {
        if (other.minX > one.maxX) break;
        if (!boundsMeet(one, other)) continue;
        const inside = (a: PropertyRow, b: PropertyRow) =>
          isInRings(shapeOf(b), ...centimetresOf(worldPoint(a.lat, a.lon)));
        if (inside(one.property, other.property) || inside(other.property, one.property))
          over.push([one.property.id, other.property.id]);
      }
    expect(over).toEqual([]);
  });

  it('stands along its street in the order of its numbers', () => {
    const [street] = [...grouped(demo.properties, (one) => `${one.suburb} ${one.street_name}`).values()]
      .map((all) =>
        all
          .filter(({ hnum1, area }) => hnum1 !== null && hnum1 % 2 === 0 && (area ?? 0) < 2_000)
          .sort((one, other) => (one.hnum1 ?? 0) - (other.hnum1 ?? 0)),
      )
      .sort((one, other) => other.length - one.length);
    if (!street || street.length < 4) throw new Error('No street is long enough to be told in order.');
    // From the first to the last, each lies further along, and two neighbours share an edge: a corner of one is a corner of the next.
    const [first, last] = [street[0], street.at(-1)];
    if (!first || !last) throw new Error('The street is empty.');
    const along = street.map(
      ({ lat, lon }) =>
        (lon - first.lon) * (last.lon - first.lon) + (lat - first.lat) * (last.lat - first.lat),
    );
    expect(along).toEqual([...along].sort((a, b) => a - b));
    const corners = (property: PropertyRow) => {
      const [ring] = shapeOf(property);
      return Array.from({ length: (ring?.length ?? 0) / 2 }, (_, i) => [
        ring?.[2 * i] ?? 0,
        ring?.[2 * i + 1] ?? 0,
      ]);
    };
    for (const [i, property] of street.slice(1).entries()) {
      const before = street[i];
      const shared = corners(property).some(([x = 0, y = 0]) =>
        corners(before ?? property).some(([u = 0, v = 0]) => Math.hypot(x - u, y - v) <= 2),
      );
      expect([property.id, shared]).toEqual([property.id, true]);
    }
  });
});
