import { describe, expect, it } from 'vitest';
import { traceRings } from './trace-rings.ts';

/** A square with so many corners on its edge, at a place. */
const shape = (corners: number, at: number) => [
  Float64Array.from({ length: 2 * corners }, (_, i) => at + (i % 2 === 0 ? i : 1)),
];

function parts(shapes: readonly (readonly Float64Array[])[], most?: number): readonly number[] {
  const corners: number[] = [];
  let path = 0;
  const brush = {
    beginPath: () => {
      path = 0;
    },
    moveTo: () => void path++,
    lineTo: () => void path++,
    closePath: () => {},
  };
  traceRings(brush, shapes, { west: 0, north: 0 }, 1, () => void corners.push(path), most);
  return corners;
}

describe('shapes that are traced', () => {
  it('are paths of 128 corners at most, so that 2,000 lots of a tile are not held against each other', () => {
    const tile = parts(Array.from({ length: 2000 }, (_, i) => shape(8, i)));
    expect(tile).toHaveLength(125);
    expect(new Set(tile)).toEqual(new Set([128]));
  });

  it('are never cut: one of more corners is a path alone, and none is left out', () => {
    expect(parts([shape(5, 0), shape(300, 1), shape(7, 2), shape(121, 3), shape(1, 4)])).toEqual([
      5, 300, 128, 1,
    ]);
    expect(parts([])).toEqual([]);
    expect(parts([[]])).toEqual([]);
  });

  it('are each a path of its own where that is asked', () => {
    expect(parts([shape(4, 0), shape(4, 1)], 0)).toEqual([4, 4]);
  });

  it('lie where the tile has them', () => {
    const to: number[][] = [];
    const add = (x: number, y: number) => void to.push([x, y]);
    const brush = { beginPath: () => {}, moveTo: add, lineTo: add, closePath: () => {} };
    traceRings(brush, [[Float64Array.from([11, 22, 13, 22, 13, 25])]], { west: 10, north: 20 }, 4, () => {});
    expect(to).toEqual([
      [4, 8],
      [12, 8],
      [12, 20],
    ]);
  });
});
