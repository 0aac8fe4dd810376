import { describe, expect, it } from 'vitest';
import { worldPoint } from '#src/core/mercator.ts';
import type { LinkedLayer } from './link.ts';
import type { Brush } from './look.ts';
import { tileBox } from './paint.ts';
import { endsOf, paintLayer } from './paint-layers.ts';
import { placesOf } from './places.ts';

const zoom = 14;
const layer: LinkedLayer = {
  id: 'sales',
  title: 'Sales',
  data: 'sales',
  of: 'property_id',
  latitude: 'lat',
  longitude: 'lon',
  mark: 'square',
  lineTo: { latitude: 'to_lat', longitude: 'to_lon' },
  heading: 'Sale',
  lines: [],
  colour: null,
  written: [],
};
const rows = [
  { id: 1, lat: -33, lon: 151, to_lat: -33.001, to_lon: 151.001 },
  { id: 2, lat: -33.001, lon: 151.001, to_lat: null, to_lon: null },
  { id: 3, lat: -35, lon: 149, to_lat: -36, to_lon: 149 },
];
const places = placesOf(rows, 'lat', 'lon');

function painted(picked: number | null = null) {
  const done: string[] = [];
  const brush = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    beginPath: () => {},
    closePath: () => void done.push('closed'),
    moveTo: () => void done.push('from'),
    lineTo: () => void done.push('to'),
    fill: () => void done.push(`filled ${brush.fillStyle}`),
    stroke: () => void done.push(`drawn ${brush.strokeStyle}`),
  };
  const { x, y } = worldPoint(-33, 151);
  const tile = tileBox(Math.floor(x * 2 ** zoom), Math.floor(y * 2 ** zoom), zoom);
  const classes = { classes: [], of: Uint16Array.from(places.rows, () => 0) };
  const look = {
    layer,
    places,
    classes,
    ends: endsOf(layer, places.rows),
    areas: null,
    label: null,
    fills: ['red'],
    picked,
  };
  const colours = { edge: 'black', ring: 'grey', accent: 'gold' };
  paintLayer(brush as unknown as Brush, look, tile, zoom, (at) => [at.x, at.y], colours);
  return done;
}

describe('a layer of the map', () => {
  it('has its marks and the lines that cross the tile, and nothing from elsewhere', () => {
    const square = ['from', 'to', 'to', 'to', 'closed', 'filled red', 'drawn black'];
    expect(painted()).toEqual(['from', 'to', 'drawn red', ...square, ...square]);
  });

  it('shows which one is picked, and its line', () => {
    const one = places.rows.findIndex(({ id }) => id === 1);
    expect(painted(one).filter((what) => what === 'drawn gold')).toHaveLength(2);
  });

  it('has no lines without another end', () => {
    const { lineTo: _, ...plain } = layer;
    expect(endsOf(plain, rows)).toEqual([]);
    expect(endsOf(layer, rows).map((end) => end !== null)).toEqual([true, false, true]);
  });
});
