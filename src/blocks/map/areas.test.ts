import { describe, expect, it } from 'vitest';
import { testField } from '#tests/support/block-props.tsx';
import { placedAreas, shapesOfAreas } from './areas.ts';
import { classesOf } from './classes.ts';
import { paintAreas } from './paint-areas.ts';
import type { ShapeBrush } from './paint-parcels.ts';
import { withShapesAt } from './shaped-places.ts';

const rows = [
  { id: 'east', cells: '2 2,1 3,1', sales: 9 },
  { id: 'west', cells: '2 0,1', sales: 4 },
  { id: 'nowhere', cells: null, sales: 2 },
];

describe('rows that are areas', () => {
  it('lie where their names stand, and are counted without a place where they have no cells', () => {
    const { places, areas } = placedAreas(rows, 'cells');
    expect(places.rows.map(({ id }) => id)).toEqual(['west', 'east']);
    expect(places.without.map(({ id }) => id)).toEqual(['nowhere']);
    expect(areas.map(({ id }) => id)).toEqual([0, 1]);
    // All of the land is in sight, not the middles alone.
    expect(places.bounds).toEqual({ west: 0, north: 0.25, east: 1, south: 0.5 });
  });

  it('are picked anywhere on their land', () => {
    const { places, areas } = placedAreas(rows, 'cells');
    const shapes = shapesOfAreas(areas);
    const at = (x: number, y: number) =>
      withShapesAt(shapes, [], { x, y }).map((place) => places.rows[place]?.id);
    expect(at(0.95, 0.45)).toEqual(['east']);
    expect(at(0.05, 0.3)).toEqual(['west']);
    expect(at(0.4, 0.3)).toEqual([]);
  });

  it('are hollow and counted by themselves where they rest on few cases', () => {
    const theme = { field: testField('id', 'text'), title: 'Name', format: 'text' } as const;
    const { classes, of } = classesOf(rows, theme, null, { field: 'sales', title: 'Sales', below: 5 });
    expect(classes.map(({ label, count, colour }) => [label, count, colour === null])).toEqual([
      ['east', 1, false],
      ['Sales: fewer than 5', 2, true],
    ]);
    expect([...of]).toEqual([0, 1, 1]);
  });

  it('let through what lies under a layer, and what is picked has a line of its own', () => {
    const { areas } = placedAreas(rows, 'cells');
    const done = painted(areas, { fills: ['red'], picked: 1 }, 256);
    expect(done).toEqual(['filled red 0.25', 'drawn grey 0.75', 'drawn gold 4']);
  });

  it('keep their colour where an edge would hide it, and hollow ones a line that is seen on any ground', () => {
    const { areas } = placedAreas(rows, 'cells');
    expect(painted(areas, { fills: ['red', null], picked: null, of: [0, 1] }, 8)).toEqual([
      'filled red 0.25',
      'drawn grey 0.75',
    ]);
    expect(painted(areas, { fills: ['red'], picked: null }, 8)).toEqual(['filled red 0.25']);
  });
});

/** What is drawn of areas on a picture of so many pixels of the whole plane. */
function painted(
  areas: ReturnType<typeof placedAreas>['areas'],
  { fills, picked, of = [0, 0] }: { fills: (string | null)[]; picked: number | null; of?: number[] },
  pixels: number,
): readonly string[] {
  const done: string[] = [];
  const brush = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    beginPath: () => {},
    closePath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    fill: () => void done.push(`filled ${brush.fillStyle} ${brush.globalAlpha}`),
    stroke: () => void done.push(`drawn ${brush.strokeStyle} ${brush.lineWidth}`),
  };
  paintAreas(
    brush as unknown as ShapeBrush,
    { areas, classes: { classes: [], of: Uint16Array.from(of) }, fills, picked } as never,
    { west: 0, north: 0, east: 1, south: 1 },
    pixels,
    { ring: 'grey', accent: 'gold' },
  );
  return done;
}
