import { describe, expect, it } from 'vitest';
import { lengthOf, type WorldPoint, worldPoint } from './mercator.ts';
import { visitOrder } from './visit-order.ts';

/** In steps of 0.001 degrees from a corner in New South Wales. */
const at = (x: number, y: number) => worldPoint(-33 + y / 1000, 151 + x / 1000);
const wayOf = (points: readonly WorldPoint[], order: readonly number[]) =>
  lengthOf(order.flatMap((i) => points[i] ?? []));

function* orders(rest: readonly number[]): Generator<readonly number[]> {
  if (rest.length === 0) yield [];
  for (const one of rest)
    for (const more of orders(rest.filter((other) => other !== one))) yield [one, ...more];
}

describe('an order of visit', () => {
  it('goes along a street from its end, and begins where it is told to', () => {
    const street = [3, 0, 4, 1, 2].map((x) => at(x, 0));
    expect(visitOrder(street, 1)).toEqual([1, 3, 4, 0, 2]);
    expect(visitOrder(street, 2)).toEqual([2, 0, 4, 3, 1]);
    expect(visitOrder(street, 4)[0]).toBe(4);
  });

  it('takes out the detour that always going to the nearest one makes', () => {
    // From 0 the nearest is at 1, then −1.5 to the west, and all the way back to 4: 1 + 2.5 + 5.5 = 9 steps. West first: 1.5 + 5.5 = 7.
    const points = [at(0, 0), at(1, 0), at(-1.5, 0), at(4, 0)];
    const order = visitOrder(points, 0);
    expect(order).toEqual([0, 2, 1, 3]);
    // A thousandth of a degree of longitude is 93.26 m on the sphere at 33 degrees south.
    expect(wayOf(points, order)).toBeCloseTo(7 * 93.256, 0);
  });

  it('is mostly the shortest there is, and little longer where it is not', () => {
    const longer = Array.from({ length: 8 }, (_, set) => {
      const points = Array.from({ length: 7 }, (_, i) =>
        at(((i + 1) * (set * 7 + 3) * 13) % 17, ((i + 2) * (set * 5 + 1) * 11) % 19),
      );
      const shortest = Math.min(
        ...[...orders([1, 2, 3, 4, 5, 6])].map((rest) => wayOf(points, [0, ...rest])),
      );
      return wayOf(points, visitOrder(points, 0)) / shortest;
    });
    expect(longer.filter((one) => one < 1.001)).toHaveLength(7);
    expect(Math.max(...longer)).toBeLessThan(1.13);
  });

  it('visits each once, whatever there is', () => {
    expect(visitOrder([], 0)).toEqual([]);
    expect(visitOrder([at(0, 0)], 7)).toEqual([0]);
    const many = Array.from({ length: 300 }, (_, i) => at((i * 37) % 101, (i * 53) % 89));
    const order = visitOrder([...many, ...many.slice(0, 5)], 9);
    expect(order[0]).toBe(9);
    expect([...order].sort((one, other) => one - other)).toEqual(Array.from({ length: 305 }, (_, i) => i));
  });
});
