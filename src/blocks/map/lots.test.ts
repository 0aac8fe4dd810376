import { describe, expect, it } from 'vitest';
import { centimetresOf, worldOfCentimetres, worldPoint } from '#src/core/mercator.ts';
import { encodeRings } from '#src/core/rings.ts';
import { lotsAt, lotsOf, stratumText } from './lots.ts';
import { paintLots } from './paint-lots.ts';

const [west, north] = centimetresOf(worldPoint(-33, 151));
const base64 = (east: number, side: number) => {
  const x = west + east * 100;
  const ring = [x, north, x, north - side * 100, x + side * 100, north - side * 100, x + side * 100, north];
  return Buffer.from(encodeRings([ring])).toString('base64');
};
const at = (east: number, south: number) => worldOfCentimetres(west + east * 100, north - south * 100);
/** A lot, a stratum on each of two levels over its first ten metres, one without a level below, and a lot beside it. */
const lots = lotsOf({
  ids: [1, 2, 3, 4, 5],
  properties: [7, 8, 9, 7, 10],
  labels: ['1//DP5', '102//SP9', '101//SP9', '11//DP6', '2//DP5'],
  strata: [false, true, true, true, false],
  levels: [null, 2, 1, null, null],
  rings: [base64(0, 40), base64(0, 10), base64(0, 10), base64(0, 10), base64(40, 40)],
});

describe('lots', () => {
  it('that lie over one another are all found, the ground first, then level by level', () => {
    expect(lotsAt(lots, at(5, 5)).map(({ label }) => label)).toEqual([
      '1//DP5',
      '11//DP6',
      '101//SP9',
      '102//SP9',
    ]);
    expect(lotsAt(lots, at(20, 20)).map(({ label, property }) => [label, property])).toEqual([['1//DP5', 7]]);
    expect(lotsAt(lots, at(60, 20)).map(({ property }) => property)).toEqual([10]);
  });

  it('say what they are', () => {
    expect(lots.map(stratumText)).toEqual(['', 'Stratum, level 2', 'Stratum, level 1', 'Stratum', '']);
  });

  it('are fine lines on the ground, and broken ones with a fill each where they are strata', () => {
    const drawn: string[] = [];
    let dash: readonly number[] = [];
    const brush = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 0,
      globalAlpha: 1,
      beginPath: () => {},
      moveTo: () => {},
      lineTo: () => {},
      closePath: () => {},
      setLineDash: (next: number[]) => {
        dash = next;
      },
      fill: () => void drawn.push(`fill ${brush.fillStyle} ${brush.globalAlpha}`),
      stroke: () => void drawn.push(`line ${brush.strokeStyle} ${dash.join()}`),
    };
    const [from, to] = [at(0, 0), at(300, 300)];
    const tile = { west: from.x, north: from.y, east: to.x, south: to.y };
    paintLots(brush, { ink: 'ink', accent: 'accent' }, lots, tile, 256);
    expect(drawn).toEqual([
      'line ink 1,3',
      'fill accent 0.12',
      'fill accent 0.12',
      'fill accent 0.12',
      'line accent 7,4',
    ]);
    expect(dash).toEqual([]);
    drawn.length = 0;
    const [west2, east2] = [at(1_000, 0), at(1_300, 300)];
    paintLots(
      brush,
      { ink: '', accent: '' },
      lots,
      { west: west2.x, north: west2.y, east: east2.x, south: east2.y },
      256,
    );
    expect(drawn).toEqual([]);
  });
});
