import { describe, expect, it } from 'vitest';
import { worldPoint } from '#src/core/mercator.ts';
import { type Brush, type Look, radiusAt } from './look.ts';
import { paintTile, tileBox } from './paint.ts';
import { placesOf } from './places.ts';

const zoom = 14;
const rows = [
  { id: 1, lat: -33, lon: 151 },
  { id: 2, lat: -33.001, lon: 151.001 },
  { id: 3, lat: -35, lon: 149 },
];
const places = placesOf(rows, 'lat', 'lon');
const placeOf = (id: number) => places.rows.findIndex((row) => row.id === id);

function painted(more: Partial<Look> = {}) {
  const drawn: {
    x: number;
    y: number;
    radius: number;
    fill: string | null;
    line: string | null;
    alpha: number;
  }[] = [];
  const written: string[] = [];
  const brush = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    font: '',
    textAlign: 'start' as const,
    textBaseline: 'top' as const,
    fillText: (text: string) => void written.push(text),
    beginPath: () => {},
    arc: (x: number, y: number, radius: number) =>
      void drawn.push({ x, y, radius, fill: null, line: null, alpha: brush.globalAlpha }),
    fill: () => Object.assign(drawn.at(-1) ?? {}, { fill: brush.fillStyle }),
    stroke: () => Object.assign(drawn.at(-1) ?? {}, { line: brush.strokeStyle }),
  };
  const { x, y } = worldPoint(-33, 151);
  const tile = tileBox(Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom), zoom);
  const look: Look = {
    places,
    classes: { classes: [], of: Uint16Array.from(places.rows, ({ id }) => (id === 2 ? 1 : 0)) },
    off: new Set(),
    fills: ['red', 'blue'],
    edge: 'black',
    ring: 'grey',
    accent: 'gold',
    ink: 'black',
    paper: 'white',
    faint: new Set(),
    chosen: new Set(),
    picked: null,
    clustersBelow: 0,
    label: null,
    shortLabel: null,
    areas: null,
    labelsFrom: 17,
    layers: [],
    ...more,
  };
  paintTile(brush as unknown as Brush, look, tile, 256, zoom);
  return { drawn, tile, written };
}

describe('a tile of the map', () => {
  it('has what lies in it at its pixel, and nothing from elsewhere', () => {
    const { drawn, tile } = painted();
    const { x, y } = worldPoint(-33, 151);
    expect(drawn).toHaveLength(2);
    expect(drawn[0]).toMatchObject({ radius: radiusAt(zoom), line: 'black', alpha: 1 });
    expect(drawn[0]?.x).toBeCloseTo((x - tile.west) * 2 ** zoom * 256, 6);
    expect(drawn[0]?.y).toBeCloseTo((y - tile.north) * 2 ** zoom * 256, 6);
  });

  it('leaves out a class that is off, draws faint rows faintly and rings round what is chosen or picked', () => {
    expect(painted().drawn.map(({ fill }) => fill)).toEqual(['red', 'blue']);
    expect(painted({ off: new Set([1]) }).drawn.map(({ fill }) => fill)).toEqual(['red']);
    expect(painted({ faint: new Set([placeOf(1)]) }).drawn.map(({ alpha }) => alpha)).toContain(0.35);
    const ringed = painted({ chosen: new Set([placeOf(2)]), picked: placeOf(1) }).drawn;
    expect(ringed.filter(({ line }) => line === 'gold')).toHaveLength(2);
  });

  it('counts together what would fall on each other, as long as that is wanted at the zoom', () => {
    // At zoom 14 the two lie 12 pixels apart, within one cell.
    const { drawn, written } = painted({ clustersBelow: zoom + 1, chosen: new Set([placeOf(2)]) });
    expect(written).toEqual(['2']);
    // The paper, a half of the ring for each class, and the edge, which tells that one of them is chosen.
    expect(drawn.map(({ fill, line }) => fill ?? line)).toEqual(['white', 'red', 'blue', 'gold']);
    expect(painted({ clustersBelow: zoom }).written).toEqual([]);
    expect(painted({ clustersBelow: zoom + 1, off: new Set([1]) }).written).toEqual([]);
  });

  it('draws rows without a value as rings', () => {
    const { drawn } = painted({ fills: [null, null] });
    expect(drawn.every(({ fill, line }) => fill === null && line === 'grey')).toBe(true);
  });
});
