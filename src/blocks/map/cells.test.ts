import { describe, expect, it } from 'vitest';
import { isInRings, ringArea } from '#src/core/rings.ts';
import { areaOf } from './cells.ts';

/** Zoom 2 has four cells a side, so that corners are quarters. */
const area = (...cells: string[]) => areaOf(`2 ${cells.join(' ')}`);
const corners = (found: ReturnType<typeof areaOf>) => found?.rings.map((ring) => ring.length / 2);

describe('an area of cells', () => {
  it('is one ring around cells that touch by a side, without corners along it', () => {
    const found = area('1,1', '2,1');
    expect(found?.rings).toEqual([[0.25, 0.25, 0.75, 0.25, 0.75, 0.5, 0.25, 0.5]]);
    expect(found?.bounds).toEqual({ minX: 0.25, minY: 0.25, maxX: 0.75, maxY: 0.5 });
  });

  it('has a ring for each part, also where two cells touch by a corner alone', () => {
    for (const cells of [
      ['0,0', '2,2'],
      ['0,0', '1,1'],
      ['1,0', '0,1'],
    ])
      expect(corners(area(...cells))).toEqual([4, 4]);
  });

  it('leaves a hole out, turned against what lies around it', () => {
    const around = ['0,0', '1,0', '2,0', '0,1', '2,1', '0,2', '1,2', '2,2'];
    const found = area(...around);
    expect(corners(found)).toEqual([4, 4]);
    const areas = found?.rings.map(ringArea) ?? [];
    expect(areas.reduce((sum, one) => sum + one, 0)).toBeCloseTo(8 / 16, 12);
    expect(Math.min(...areas)).toBeLessThan(0);
    expect(isInRings(found?.rings ?? [], 1.5 / 4, 1.5 / 4)).toBe(false);
    expect(isInRings(found?.rings ?? [], 0.5 / 4, 1.5 / 4)).toBe(true);
  });

  it('covers just its cells, whatever they are', () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    for (let round = 0; round < 200; round++) {
      const cells = Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8)] as const).filter(
        () => random() < 0.5,
      );
      const found = areaOf(`3 ${cells.map((cell) => cell.join()).join(' ')}`);
      const covered = (found?.rings ?? []).map(ringArea).reduce((sum, one) => sum + one, 0);
      expect(covered * 64).toBeCloseTo(cells.length, 9);
      for (let i = 0; i < 64; i++) {
        const [x, y] = [i % 8, Math.floor(i / 8)];
        const inside = isInRings(found?.rings ?? [], (x + 0.5) / 8, (y + 0.5) / 8);
        expect(inside).toBe(cells.some((cell) => cell[0] === x && cell[1] === y));
      }
    }
  });

  it('has its name in the cell nearest to the middle of all, and never beside it', () => {
    expect(area('0,0', '2,0')?.middle).toEqual({ x: 0.125, y: 0.125 });
  });

  it('is nothing where the text is no area', () => {
    for (const text of ['', '15', 'x 1,1', '2 4,0', '2 -1,0', '2 1', '2 1,1.5', '21 1,1', null, 7])
      expect(areaOf(text)).toBeNull();
  });
});
