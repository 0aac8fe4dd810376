// A layer of the size that offices are sent: read feature by feature, and refused with its line where one is wrong.
import { beforeAll, describe, expect, it } from 'vitest';
import { ImportRefusal } from '../refusal.ts';
import { readGeoJson } from './read-geojson.ts';
import type { TableColumn, TableKind } from './table-kind.ts';

const column = (id: string, title: string, type: TableColumn['type']): TableColumn => ({
  id,
  title,
  type,
  required: false,
  most: null,
  codes: null,
  minimum: null,
  maximum: null,
});
const kind: TableKind = {
  id: 'parcels',
  title: 'Shapes of properties',
  version: 1,
  name: null,
  record: null,
  bare: false,
  delimiters: [],
  trailing: false,
  windows: false,
  columns: [column('propid', 'PID', 'integer'), column('shape', 'Shape', 'shape')],
};

const megabytes = 50;
const pad = 'A LONG STREET NAME '.repeat(20);
const feature = (id: number, side = 0.0004) => {
  const [lon, lat] = [149 + (id % 1000) * 0.001, -33 + Math.floor(id / 1000) * 0.001];
  const ring = [
    [lon, lat],
    [lon + side, lat],
    [lon + side, lat + side],
    [lon, lat + side],
    [lon, lat],
  ];
  return JSON.stringify({
    type: 'Feature',
    properties: { propid: id, address: `${id} ${pad}` },
    geometry: { type: 'Polygon', coordinates: [ring] },
  });
};
const head =
  '{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::7844"}},"features":[';
const features: string[] = [];
beforeAll(() => {
  for (let bytes = 0; bytes < megabytes * 1024 * 1024; bytes += features.at(-1)?.length ?? 0)
    features.push(feature(features.length + 1));
});
const refusalOf = (text: string) => {
  try {
    readGeoJson(text, kind);
  } catch (error) {
    if (error instanceof ImportRefusal) return { line: error.line, message: error.message };
    throw error;
  }
  return null;
};

describe('a layer of fifty megabytes', () => {
  it('is read to its last feature', () => {
    const { json, count } = readGeoJson(`${head}${features.join()}]}`, kind);
    expect(count).toBe(features.length);
    expect(count).toBeGreaterThan(50_000);
    const rows = JSON.parse(json) as readonly { readonly line: number; readonly propid: number }[];
    expect([rows.length, rows.at(-1)?.line, rows.at(-1)?.propid]).toEqual([count, count, count]);
  });

  it('is refused with the line of what is wrong at its end, and where it is cut off', () => {
    const wrong = refusalOf(`${head}${features.join()},${feature(7, 40)}]}`);
    expect(wrong).toEqual({
      line: features.length + 1,
      message: expect.stringContaining('The shape lies outside New South Wales'),
    });
    expect(refusalOf(`${head}${features.join()}`)?.message).toContain('Perhaps the file is cut off.');
  });
});
