import { describe, expect, it } from 'vitest';
import { centimetresOf, worldOfCentimetres, worldPoint } from './mercator.ts';
import {
  boundsOfRings,
  crossingOf,
  decodeRings,
  encodeRings,
  isInRings,
  ringArea,
  ringsArea,
  ringsMeet,
  turned,
} from './rings.ts';

/** A lot of 20 by 30, against the clock. */
const lot = [100, 50, 120, 50, 120, 80, 100, 80];
/** In it, 4 by 5, with the clock. */
const pond = [105, 60, 105, 65, 109, 65, 109, 60];
/** A triangle apart from it: 10 × 6 / 2. */
const paddock = [200, 0, 210, 0, 200, 6];
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side];

describe('a shape of land', () => {
  it('has the area of its parts less its holes', () => {
    expect(ringArea(lot)).toBe(600);
    expect(ringArea(pond)).toBe(-20);
    expect(ringsArea([lot, pond, paddock])).toBe(610);
    // Far from the middle of the plane, as lots lie.
    const far = lot.map((at, i) => at + (i % 2 === 0 ? 1_683_000_000 : -386_000_000));
    expect(ringArea(far)).toBe(600);
  });

  it('is turned so that holes run with the clock', () => {
    expect(ringArea(turned(pond, false))).toBe(20);
    expect(turned(pond, true)).toBe(pond);
    expect(turned([0, 0, 0, 4, 4, 4], false)).toEqual([4, 4, 0, 4, 0, 0]);
  });

  it('holds points of its parts, and none of its holes', () => {
    const shape = [lot, pond, paddock];
    expect(isInRings(shape, 101, 51)).toBe(true);
    expect(isInRings(shape, 107, 62)).toBe(false);
    expect(isInRings(shape, 201, 1)).toBe(true);
    expect(isInRings(shape, 150, 40)).toBe(false);
    expect(boundsOfRings(shape)).toEqual({ minX: 100, minY: 0, maxX: 210, maxY: 80 });
  });

  it('meets what it crosses, holds, lies in or touches, and not what lies in its hole', () => {
    const shape = [lot, pond];
    for (const [met, other] of [
      [true, square(115, 75, 20)],
      [true, square(101, 51, 2)],
      [true, square(0, 0, 500)],
      [true, square(120, 80, 5)],
      [false, square(106, 61, 2)],
      [false, square(121, 50, 5)],
      // Beside it, though the boxes around both overlap.
      [false, [121, 40, 140, 90, 140, 40]],
    ] as const)
      expect([ringsMeet(shape, [other]), ringsMeet([other], shape), other]).toEqual([met, met, other]);
  });

  it('that crosses itself is found with the place; one that touches itself is not', () => {
    expect(crossingOf([[0, 0, 10, 10, 10, 0, 0, 10]], 0)).toEqual({ x: 5, y: 5 });
    // A hole that runs out of the land.
    expect(crossingOf([square(0, 0, 10), [5, 5, 15, 6, 15, 5]], 0)).not.toBeNull();
    expect(crossingOf([lot, pond, paddock], 0)).toBeNull();
    // A hole that touches the edge with a corner, and one that is over it by less than what is let pass.
    expect(crossingOf([square(0, 0, 10), [10, 5, 8, 6, 8, 4]], 0)).toBeNull();
    expect(crossingOf([square(0, 0, 10), [11, 5, 8, 6, 8, 4]], 2)).toBeNull();
  });

  it('comes back from its bytes, a usual lot in under thirty', () => {
    const whole = [lot, pond, paddock.map((at) => 7 - at * 10_000_000)];
    expect(decodeRings(encodeRings(whole)).map((ring) => [...ring])).toEqual(whole);
    // One ring, four corners: two bytes; the first corner up to ten; three steps of up to 30 m in centimetres two each way.
    const at = centimetresOf(worldPoint(-32.83, 151.36));
    const street = [0, 0, 1_800, 0, 1_800, 3_600, 0, 3_600].map((step, i) => step + (at[i % 2] ?? 0));
    expect(encodeRings([street]).length).toBeLessThan(30);
    expect(() => decodeRings(encodeRings([street]).subarray(0, 8))).toThrow('cut off');
    // From the bytes in the unit that is drawn.
    const [ring] = decodeRings(encodeRings([street]), (x, y) => {
      const { x: east, y: south } = worldOfCentimetres(x, y);
      return [east, south];
    });
    const { x, y } = worldPoint(-32.83, 151.36);
    expect(ring?.[0]).toBeCloseTo(x, 9);
    expect(ring?.[1]).toBeCloseTo(y, 9);
  });
});
