// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { testField } from '#tests/support/block-props.tsx';
import { LayerList } from './layer-list.tsx';
import type { LinkedLayer } from './link.ts';
import { placesOf } from './places.ts';
import type { LayerShown } from './use-layers.ts';

afterEach(cleanup);

const rows = [1, 2, 3].map((id) => ({ id, lat: -33, lon: 151 }));

function shown(colour: LinkedLayer['colour'], labels: readonly string[]): LayerShown {
  const layer = { id: 'sales', title: 'Sales', mark: 'diamond', colour } as unknown as LinkedLayer;
  const classes = labels.map((label, category) => ({ label, colour: { category }, count: 1 }));
  return {
    layer,
    state: 'ready',
    drawn: {
      layer,
      places: placesOf(rows, 'lat', 'lon'),
      classes: { classes, of: new Uint16Array(3) },
      areas: null,
      ends: [],
    },
    turn: () => {},
  };
}

const marks = (within: Element) => within.querySelectorAll('.cad-map-mark').length;

it('a layer of one colour has its mark in its own line, and is named and counted once', () => {
  const { container } = render(<LayerList layers={[shown(null, ['All'])]} rows={3} lots={null} />);
  expect(screen.getAllByText('Sales')).toHaveLength(1);
  expect(screen.getAllByText('3')).toHaveLength(1);
  expect(screen.queryByRole('list')).toBeNull();
  expect(marks(container.querySelector('label') as Element)).toBe(1);
});

it('a layer that is coloured by a field has a line for each class', () => {
  const field = testField('kind', 'text');
  const colour = { field, title: 'Kind', format: 'text' } as unknown as LinkedLayer['colour'];
  const { container } = render(
    <LayerList layers={[shown(colour, ['Land', 'House'])]} rows={3} lots={null} />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Land1', 'House1']);
  expect(marks(container.querySelector('label') as Element)).toBe(0);
});
