import { describe, expect, it } from 'vitest';
import { centimetresOf, worldPoint } from './mercator.ts';
import { turned } from './rings.ts';
import { groundShare, shapeArea } from './shape-area.ts';

function ringOf(corners: readonly (readonly [number, number])[]): readonly number[] {
  return corners.flatMap(([lat, lon]) => [...centimetresOf(worldPoint(lat, lon))]);
}

describe('the ground that a shape covers', () => {
  it('is less than the plane’s, by latitude and by the ellipsoid', () => {
    // cos² 33° = 0.703368; 0.993306 ÷ (1 − 0.00669438 × 0.296632)² = 0.997263.
    expect(groundShare(-33)).toBeCloseTo(0.701443, 6);
    expect(groundShare(0)).toBeCloseTo(0.993306, 6);
  });

  it('of a thousandth of a degree squared at 33° S is 110.9045 m × 93.4532 m', () => {
    // Radii of curvature on GRS80: 6,354,357 m along the meridian and 6,384,479 m across; × π ÷ 180,000, the latter × cos 33°.
    const square = ringOf([
      [-33.0005, 151],
      [-33.0005, 151.001],
      [-32.9995, 151.001],
      [-32.9995, 151],
    ]);
    expect(Math.abs(shapeArea([turned(square, false)]) - 110.9045 * 93.4532)).toBeLessThan(2);
  });

  it('leaves holes out and counts every part', () => {
    const square = (south: number, west: number, side: number) =>
      ringOf([
        [south, west],
        [south, west + side],
        [south + side, west + side],
        [south + side, west],
      ]);
    const whole = shapeArea([turned(square(-33, 151, 0.001), false)]);
    const holed = shapeArea([
      turned(square(-33, 151, 0.001), false),
      turned(square(-32.9998, 151.0002, 0.0005), true),
    ]);
    expect(holed / whole).toBeCloseTo(0.75, 4);
    const parts = shapeArea([
      turned(square(-33, 151, 0.001), false),
      turned(square(-33, 151.002, 0.001), false),
    ]);
    expect(parts / whole).toBeCloseTo(2, 4);
  });
});
