// @vitest-environment jsdom
// What is listed beside and below the map: lots that lie over one another, and an order of visit.
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Text } from '#src/core/linked.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { testBlock, testPage, testProps } from '#tests/support/block-props.tsx';
import type { LinkedMap } from './link.ts';
import { LotsHere } from './lots-here.tsx';
import { VisitList } from './visit-list.tsx';
import { stopsOf } from './visits.ts';

afterEach(cleanup);

const ofRow = (field: string, before = ''): Text => ({
  $text: [before, { path: ['row', field] }],
  over: 'row',
});
const block = {
  ...testBlock('map'),
  shapes: 'id',
  key: 'id',
  heading: ofRow('name'),
  link: ofRow('id', '/prop/'),
  latitude: 'lat',
  longitude: 'lon',
  lines: [],
  noun: 'properties',
} as unknown as LinkedMap;
const props = testProps(block);
const never = () => Promise.reject(new Error('Nothing is asked for.'));
const api: ApiPort = { base: '/api', call: never, upload: never, file: never };
const draw = (what: ReactNode) =>
  render(
    <PortsProvider api={api} manifest={[testPage('/prop/:id')]}>
      <MemoryRouter>{what}</MemoryRouter>
    </PortsProvider>,
  );

describe('lots where was clicked', () => {
  const lots = [
    { id: 1, label: '1//DP5', property: 7, stratum: false, level: null },
    { id: 2, label: '101/4/DP9', property: 8, stratum: true, level: 2 },
  ];

  it('are all offered, strata marked; one of the map is picked there, another leads to its record', () => {
    const onProperty = vi.fn();
    draw(
      <LotsHere
        {...props}
        map={block}
        lots={lots}
        isOnMap={(property) => property === 7}
        onProperty={onProperty}
        onClose={() => {}}
      />,
    );
    const list = screen.getByRole('region', { name: '2 lots over one another' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lot 1 DP 5', 'Lot 101 Sec 4 DP 9Stratum, level 2']);
    fireEvent.click(within(list).getByRole('button', { name: 'Lot 1 DP 5' }));
    expect(onProperty).toHaveBeenCalledWith(7);
    expect(within(list).getByRole('link').getAttribute('href')).toBe('/prop/8');
  });

  it('are no list where there are none', () => {
    const { container } = draw(
      <LotsHere
        {...props}
        map={block}
        lots={[]}
        isOnMap={() => false}
        onProperty={() => {}}
        onClose={() => {}}
      />,
    );
    expect(container.innerHTML).toBe('');
  });
});

describe('an order of visit', () => {
  const rows = [
    { id: 7, name: 'C ST', lat: -33, lon: 151.002 },
    { id: 8, name: 'A ST', lat: -33, lon: 151 },
    { id: 9, name: 'B ST', lat: -33, lon: 151.001 },
  ];
  const stops = stopsOf({ rows, first: rows[1] ?? {} }, 'lat', 'lon');

  it('is listed with its way, says that it is as the crow flies, and begins where it is told to', () => {
    const onFirst = vi.fn();
    draw(<VisitList {...props} map={block} stops={stops} without={1} onFirst={onFirst} onClose={() => {}} />);
    expect(screen.getByRole('status').textContent).toBe(
      '3 stops, 187 m as the crow flies; 1 property without a place left out.',
    );
    const lines = screen.getAllByRole('row').slice(1);
    expect(lines.map((line) => [...line.children].map(({ textContent }) => textContent))).toEqual([
      ['1', '8', 'A ST', '–', '–'],
      ['2', '9', 'B ST', '93 m', '93 m'],
      ['3', '7', 'C ST', '93 m', '187 m'],
    ]);
    expect(screen.getByRole('link', { name: 'B ST' }).getAttribute('href')).toBe('/prop/9');
    fireEvent.change(screen.getByRole('combobox', { name: 'Begin at' }), { target: { value: '2' } });
    expect(onFirst).toHaveBeenCalledWith(rows[0]);
  });
});
