import { describe, expect, it } from 'vitest';
import { type WorldBox, type WorldPoint, worldPoint } from '#src/core/mercator.ts';
import { clustersIn } from './clusters.ts';
import { type Look, radiusAt } from './look.ts';
import { paintLabels } from './paint-labels.ts';
import { placesOf } from './places.ts';

const zoom = 18;
const scale = 256 * 2 ** zoom;
const middle = worldPoint(-33, 151);
/** Degrees of longitude in a pixel. */
const pixel = 360 / scale;
const box: WorldBox = {
  west: middle.x - 500 / scale,
  north: middle.y - 400 / scale,
  east: middle.x + 500 / scale,
  south: middle.y + 400 / scale,
};

/** Names in a line from west to east, each so many pixels to the right of the middle; of ten pixels a letter. */
function written(
  names: readonly (readonly [name: string, right: number])[],
  {
    stops = [],
    shaped,
    ...more
  }: Partial<Look> & {
    readonly stops?: readonly WorldPoint[];
    readonly shaped?: (place: number) => boolean;
  } = {},
) {
  const places = placesOf(
    names.map(([name, right]) => ({ name, lat: -33, lon: 151 + right * pixel })),
    'lat',
    'lon',
  );
  const look: Look = {
    places,
    classes: { classes: [], of: new Uint16Array(places.rows.length) },
    off: new Set(),
    fills: ['red'],
    edge: 'black',
    ring: 'grey',
    accent: 'gold',
    ink: 'ink',
    paper: 'paper',
    faint: new Set(),
    chosen: new Set(),
    picked: null,
    clustersBelow: 0,
    label: (place) => String(places.rows[place]?.name),
    shortLabel: null,
    labelsFrom: 17,
    areas: null,
    layers: [],
    ...more,
  };
  const done: (readonly [how: string, text: string, x: number, y: number])[] = [];
  const say = (how: 'fill' | 'stroke') => (text: string, x: number, y: number) =>
    done.push([`${how} ${how === 'fill' ? brush.fillStyle : brush.strokeStyle}`, text, x, y]);
  const brush = {
    font: '',
    textBaseline: 'top',
    lineJoin: 'miter',
    lineWidth: 1,
    strokeStyle: '',
    fillStyle: '',
    measureText: (text: string) => ({ width: [...text].length * 10 }),
    strokeText: say('stroke'),
    fillText: say('fill'),
  };
  return {
    at: (closer: number) => {
      paintLabels(brush as unknown as CanvasRenderingContext2D, look, stops, box, closer, shaped);
      return done;
    },
    texts: (closer = zoom) => {
      paintLabels(brush as unknown as CanvasRenderingContext2D, look, stops, box, closer, shaped);
      return done.filter(([how]) => how.startsWith('fill')).map(([, text]) => text);
    },
  };
}

const street = [
  ['one', 0],
  // Within the first one's letters.
  ['two', 20],
  ['three', 45],
] as const;

describe('labels on the picture', () => {
  it('are written beside their place, over an edge of the paper', () => {
    const done = written([['one', 0]]).at(zoom);
    expect(done.map(([how, text]) => [how, text])).toEqual([
      ['stroke paper', 'one'],
      ['fill ink', 'one'],
    ]);
    for (const [, , x, y] of done) {
      expect(x).toBeCloseTo(500 + radiusAt(zoom) + 3, 4);
      expect(y).toBeCloseTo(400, 4);
    }
  });

  it('stand in the middle of a place that is drawn as a shape, below the number of a stop that lies there', () => {
    const shaped = (place: number) => place === 1;
    const marks = [
      ['one', 0],
      ['two', 200],
    ] as const;
    const filled = (stops: readonly WorldPoint[]) =>
      written(marks, { shaped, stops })
        .at(zoom)
        .filter(([how]) => how === 'fill ink')
        .map(([, text, x, y]) => [text, Math.round(x), Math.round(y)]);
    // Three letters of ten pixels each, on both sides of the middle.
    expect(filled([])).toEqual([
      ['one', 500 + radiusAt(zoom) + 3, 400],
      ['two', 700 - 15, 400],
    ]);
    const [, [text, x, y] = []] = filled([worldPoint(-33, 151 + 200 * pixel)]);
    expect([text, x]).toEqual(['two', 685]);
    expect(Number(y)).toBeGreaterThan(400 + 9 + 6);
    // Numbers of lots beside each other, of which none has a dot.
    const lots = { shaped: () => true };
    const narrow = [0, 36, 72].map((right, i) => [`10${i}`, right] as const);
    expect(written(narrow, lots).texts()).toEqual(['100', '101', '102']);
    expect(written(narrow).texts()).toEqual(['100', '102']);
  });

  it('that fall on another are left out: the picked one is written first, then those that are chosen', () => {
    expect(written(street).texts()).toEqual(['one', 'three']);
    expect(written(street, { chosen: new Set([1]) }).texts()).toEqual(['two']);
    expect(written(street, { chosen: new Set([1]), picked: 2 }).texts()).toEqual(['three', 'one']);
  });

  it('are of what is on the picture and in the legend, from their zoom on', () => {
    expect(written([...street, ['far', 600]]).texts()).toEqual(['one', 'three']);
    expect(
      written(street, {
        classes: { classes: [], of: Uint16Array.of(1, 0, 0) },
        off: new Set([1]),
      }).texts(),
    ).toEqual(['two']);
    expect(written(street).texts(16)).toEqual([]);
    expect(written(street, { label: null }).texts()).toEqual([]);
  });

  it('stand beside the number of a stop, and are left out where they would hide another’s', () => {
    const stopAt = (right: number) => worldPoint(-33, 151 + right * pixel);
    const [, name] = written([['one', 0]], { stops: [stopAt(0)] }).at(zoom);
    // A number is nine pixels to each side, and its edge one more.
    expect(name?.[2]).toBeGreaterThanOrEqual(500 + 14);
    const beside = { stops: [stopAt(0), stopAt(30)] };
    expect(written([['one', 0]], beside).texts()).toEqual([]);
    expect(written([['one', 0]], { stops: [stopAt(0), stopAt(100)] }).texts()).toEqual(['one']);
    // Of a hundred stops the last one's number has three figures.
    const hundred = { stops: Array.from({ length: 100 }, () => stopAt(0)) };
    expect(written([['one', 0]], hundred).at(zoom)[1]?.[2]).toBeGreaterThanOrEqual(500 + 20);
  });

  it('are none where there are too many to be read', () => {
    const crowd = (count: number) => Array.from({ length: count }, (_, i) => [`${i}`, i / 4] as const);
    expect(written(crowd(1_500)).texts().length).toBeGreaterThan(5);
    expect(written(crowd(1_501)).texts()).toEqual([]);
  });

  it('are the letters of a name, whatever it has; a long one loses its end', () => {
    const tag = '<img src=x onerror=alert(1)>';
    expect(written([[tag, 0]]).texts()).toEqual([tag]);
    expect(written([['THE OLD CHURCH ROAD NEAR THE RIVER', 0]]).texts()).toEqual([
      'THE OLD CHURCH ROAD NEAR THE RI…',
    ]);
  });

  it('of an area that has no room for its own are short ones, of which only those are written that have room', () => {
    const areaOf = (id: number, width: number) => ({
      id,
      rings: [],
      bounds: {
        minX: middle.x,
        minY: middle.y,
        maxX: middle.x + width / scale,
        maxY: middle.y + width / scale,
      },
    });
    // Four letters are forty pixels wide, one is ten, and three are left free on each side.
    const cells = [
      ['0.93', 0],
      ['0.94', 100],
      ['0.95', 200],
    ] as const;
    const areas = [areaOf(0, 46), areaOf(1, 45), areaOf(2, 15)];
    const short = { areas, shortLabel: (place: number) => ['a', 'b', 'c'][place] ?? '' };
    expect(written(cells, { areas }).texts()).toEqual(['0.93']);
    expect(written(cells, short).texts()).toEqual(['0.93', 'b']);
  });

  it('of an area hide no number of places that lie close, but stand below it', () => {
    const area = placesOf([{ lat: -33, lon: 151 }], 'lat', 'lon');
    const bounds = { minX: box.west, minY: box.north, maxX: box.east, maxY: box.south };
    const layers = [{ areas: [{ id: 0, rings: [], bounds }], places: area, label: () => 'BAC' }] as never;
    const yOf = (more: Partial<Look>) =>
      written(street, { label: null, layers, ...more })
        .at(zoom)[0]
        ?.slice(1, 4) ?? [];
    const [text, , apart] = yOf({});
    expect([text, Math.round(Number(apart))]).toEqual(['BAC', 400]);
    const [{ y, radius }] = clustersIn(
      placesOf(
        street.map(([, right]) => ({ lat: -33, lon: 151 + right * pixel })),
        'lat',
        'lon',
      ),
      box,
      zoom,
      () => true,
    ).clusters as never as [{ y: number; radius: number }];
    const below = Number(yOf({ clustersBelow: zoom + 1 })[2]);
    expect(below).toBeGreaterThanOrEqual((y - box.north) * scale + radius + 6);
  });
});
