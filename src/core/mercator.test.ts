import { describe, expect, it } from 'vitest';
import {
  boxAround,
  degreesOf,
  isInPolygon,
  isWithin,
  lengthOf,
  metresBetween,
  squareMetresOf,
  worldPoint,
} from './mercator.ts';

const sydney = worldPoint(-33.8688, 151.2093);
const newcastle = worldPoint(-32.9283, 151.7817);

describe('the plane of maps', () => {
  it('has the places where EPSG:3857 has them', () => {
    // Metres of EPSG:3857 for Sydney: 16,832,542.33 E, −4,011,197.69 N; half the square is π · 6,378,137.
    const half = Math.PI * 6_378_137;
    expect((sydney.x - 0.5) * 2 * half).toBeCloseTo(16_832_542.3, 0);
    expect((0.5 - sydney.y) * 2 * half).toBeCloseTo(-4_011_197.7, -2);
    expect(worldPoint(0, -180)).toEqual({ x: 0, y: 0.5 });
    expect(worldPoint(90, 0).y).toBeCloseTo(0, 9);
  });

  it('leads back to the same degrees', () => {
    const back = degreesOf(sydney);
    expect(back.latitude).toBeCloseTo(-33.8688, 9);
    expect(back.longitude).toBeCloseTo(151.2093, 9);
  });

  it('measures over the earth, not over the plane', () => {
    // One degree of a meridian on the mean sphere: 2π · 6,371,008.8 ÷ 360.
    expect(metresBetween(worldPoint(-33, 151), worldPoint(-34, 151))).toBeCloseTo(111_195.08, 1);
    expect(metresBetween(sydney, newcastle) / 1000).toBeCloseTo(117.4, 0);
    expect(metresBetween(sydney, sydney)).toBe(0);
  });

  it('measures lines and areas on the same sphere', () => {
    const ring = [worldPoint(0, 150), worldPoint(1, 150), worldPoint(1, 151), worldPoint(0, 151)];
    // R² · Δλ · sin 1°: 4.05897531e13 · 0.01745329252 · 0.01745240644.
    expect(squareMetresOf(ring) / 12_363_718_000).toBeCloseTo(1, 5);
    expect(squareMetresOf([...ring].reverse())).toBeCloseTo(squareMetresOf(ring), 3);
    expect(squareMetresOf([...ring, worldPoint(0, 150)])).toBeCloseTo(squareMetresOf(ring), 3);
    expect(squareMetresOf([])).toBe(0);
    expect(lengthOf(ring.slice(0, 2))).toBeCloseTo(111_195.08, 1);
    expect(lengthOf([])).toBe(0);
  });

  it('has a box around a point that leaves nothing of the circle out', () => {
    const box = boxAround(sydney, 2_000);
    for (let turn = 0; turn < 360; turn += 5) {
      const angle = (turn * Math.PI) / 180;
      const at = worldPoint(
        -33.8688 + (1_999 / 111_195) * Math.cos(angle),
        151.2093 + (1_999 / 111_195 / Math.cos((33.8688 * Math.PI) / 180)) * Math.sin(angle),
      );
      expect(isWithin(at, box), `${turn} degrees`).toBe(true);
    }
  });

  it('knows what lies in a box and in a polygon that turns inwards', () => {
    const box = { west: 0.2, north: 0.2, east: 0.4, south: 0.4 };
    expect(isWithin({ x: 0.4, y: 0.2 }, box)).toBe(true);
    expect(isWithin({ x: 0.4001, y: 0.2 }, box)).toBe(false);
    // The letter U: its gap is outside.
    const u = [
      [0, 0],
      [1, 0],
      [1, 3],
      [2, 3],
      [2, 0],
      [3, 0],
      [3, 4],
      [0, 4],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    expect(isInPolygon({ x: 0.5, y: 1 }, u)).toBe(true);
    expect(isInPolygon({ x: 1.5, y: 1 }, u)).toBe(false);
    expect(isInPolygon({ x: 1.5, y: 3.5 }, u)).toBe(true);
    expect(isInPolygon({ x: 4, y: 1 }, u)).toBe(false);
    // Its edges, whichever way they face, and its corners; not what lies in line with them.
    for (const [x, y] of [
      [0, 2],
      [3, 2],
      [1.5, 4],
      [1.5, 3],
      [0, 0],
    ] as const)
      expect([x, y, isInPolygon({ x, y }, u)]).toEqual([x, y, true]);
    expect(isInPolygon({ x: 1.5, y: 0 }, u)).toBe(false);
    expect(isInPolygon({ x: 1, y: 1 }, [])).toBe(false);
  });
});
