// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { Row } from '#src/core/values.ts';
import { testBlock, testField, testProps, testSource } from '#tests/support/block-props.tsx';
import { type LinkedMap, link } from './link.ts';
import { placesOf } from './places.ts';
import { useDrawn } from './use-drawn.ts';

afterEach(cleanup);

const fields = [
  testField('lat', 'number'),
  testField('lon', 'number'),
  testField('house', 'integer'),
  testField('median', 'number', { format: 'ratio' }),
  testField('mark', 'text'),
];

const template = (...parts: readonly string[]) => ({
  $text: parts.map((part) => (part.startsWith(' ') ? part : { path: ['row', part] })),
});

function labels(rows: readonly Row[], more: object) {
  const map = link(
    testBlock('map', { themes: [], facts: [], layers: [], toolbar: [], rowKey: 'house', ...more }),
    {
      source: { kind: 'query', rowKey: 'house', fields },
      report: () => undefined,
      fieldsOf: () => fields,
    } as unknown as BlockLinkContext,
  ) as LinkedMap;
  const places = placesOf(rows, 'lat', 'lon');
  const layers = map.layers.map((layer) => ({ layer, places, areas: null, classes: null }));
  const props = testProps(map, { source: testSource({}), evaluate: () => false });
  const { result } = renderHook(() =>
    useDrawn(
      {
        map,
        places,
        layers,
        areas: null,
        colours: { classes: { classes: [], of: new Uint16Array(rows.length) }, off: new Set() },
        chosen: new Set(),
        picked: null,
        parcels: null,
        lots: null,
        visits: [],
        clustersBelow: 0,
      } as unknown as Parameters<typeof useDrawn>[0],
      props,
    ),
  );
  const { drawn } = result.current;
  const each = (label: ((place: number) => string) | null | undefined) =>
    places.rows.map((_, i) => label?.(i));
  return { own: each(drawn.label), short: each(drawn.shortLabel), layer: each(drawn.layers[0]?.label) };
}

const rows = [
  { lat: -33, lon: 151, house: 1024, median: 1.0701754385964912, mark: ' ▲' },
  { lat: -33, lon: 152, house: 7, median: null, mark: '' },
];

it('labels write measured numbers as grids do, house numbers as they are, and nothing where nothing is known', () => {
  const written = labels(rows, {
    label: template('median', 'mark'),
    shortLabel: template('median'),
    layers: [{ id: 'near', data: 'near', facts: [], label: template('house', ' · ', 'median') }],
  });
  expect(written).toEqual({ own: ['1.070 ▲', ''], short: ['1.070', ''], layer: ['1024 · 1.070', '7 · '] });
});
