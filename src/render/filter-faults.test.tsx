// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testParam, testScreen } from '#tests/support/block-props.tsx';
import { FilterFaults } from './filter-faults.tsx';
import { type ApiPort, PortsProvider } from './ports.tsx';

afterEach(cleanup);

const api: ApiPort = {
  base: '/api',
  call: async () => ({ shelves: [{ id: 1, code: 'A', name: 'North wall' }] }),
  upload: () => Promise.reject(new Error('not here')),
  file: () => Promise.reject(new Error('not here')),
};

function draw(query: { readonly [id: string]: readonly string[] }) {
  const onClear = vi.fn();
  const params = [
    testParam('year', { type: 'integer', format: 'baseYear', title: 'Year' }),
    testParam('shelves', { list: 'shelves', many: true, title: 'Shelves' }),
  ];
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider api={api}>
        <FilterFaults screen={testScreen({ params })} sources={{}} query={query} onClear={onClear} />
      </PortsProvider>
    </SWRConfig>,
  );
  return onClear;
}

describe('a filter value that is no choice', () => {
  it('is said, and cleared by one button', async () => {
    const onClear = draw({ year: ['99999'] });
    expect(screen.getByRole('alert').textContent).toContain('Year: “99999” is no year from 1900 to 2100.');
    await userEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'year' }), ['99999']);
  });

  it('is known of a list when its choices have come; the others stay', async () => {
    const onClear = draw({ shelves: ['A', 'NOPE'] });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Shelves: “NOPE” is none of the choices, so nothing is found by it.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear this filter' }));
    expect(onClear).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'shelves' }), ['NOPE']);
  });

  it('is nothing for what is one', () => {
    draw({ year: ['2020'], other: ['x'] });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
