// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SWRConfig } from 'swr';
import { afterEach, describe, expect, it } from 'vitest';
import { testBlock, testParam, testProps, testScreen, testSource } from '#tests/support/block-props.tsx';
import { EmptyOffers } from './empty-offers.tsx';
import { PortsProvider } from './ports.tsx';

afterEach(cleanup);

const page = testScreen({
  params: [
    testParam('dst', { in: 'route', entity: 'district' }),
    testParam('year', { title: 'Year', type: 'integer', format: 'baseYear' }),
    testParam('genre', { title: 'Genre', codes: 'genre' }),
    testParam('word', { title: 'Title contains' }),
  ],
  codes: { genre: [{ code: 'N', label: 'Novel' }] },
});
const offers = [
  { params: { year: 2022, genre: 'N' }, dataset: null, rows: 1 },
  { params: { word: null }, dataset: null, rows: 1234 },
  { params: { dst: 'all' }, dataset: 'real', rows: 7 },
];

/** The offers under a source that asks for this data set, by somebody who works with synthetic data. */
function draw(dataset: string) {
  const asked: unknown[] = [];
  const chosen: string[] = [];
  const never = () => Promise.reject(new Error('Nothing of the kind is asked here.'));
  const props = testProps(testBlock('grid'), { screen: page });
  const source = testSource({
    asking: () => ({
      screen: 'test',
      source: 'rows',
      params: {},
      dataset,
      newer_than: '2022-07-01T00:00:00Z',
    }),
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <PortsProvider
        api={{
          base: '/api',
          call: async (operation, input) => {
            asked.push([operation, input]);
            return { offers };
          },
          upload: never,
          file: never,
        }}
        workspace={{
          dataset: 'synthetic',
          years: [],
          chooseDataset: (one) => void chosen.push(one),
          hiddenRows: {},
          hideRows: () => undefined,
          remember: () => undefined,
        }}
      >
        <EmptyOffers {...props} source={source} />
      </PortsProvider>
    </SWRConfig>,
  );
  return { asked, chosen, acted: props.asked };
}

const names = () => screen.getAllByRole('button').map((button) => button.textContent);

describe('a report without rows', () => {
  it('offers filters that have some, in the words of its chips, and takes one by a click', async () => {
    const { asked, acted, chosen } = draw('synthetic');
    await screen.findByRole('group', { name: 'Filters that have rows' });
    expect(asked).toEqual([
      ['query.nearest', { body: { screen: 'test', source: 'rows', params: {}, dataset: 'synthetic' } }],
    ]);
    expect(names()).toEqual([
      'Year: 2022, Genre: Novel (1 row)',
      'Without Title contains (1,234 rows)',
      'Real data, All my districts (7 rows)',
    ]);
    await userEvent.click(screen.getByRole('button', { name: /^Without/ }));
    expect(acted).toEqual([['act', [{ type: 'set', params: { word: null } }], undefined]]);
    expect(chosen).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: /^Real data/ }));
    expect(chosen).toEqual(['real']);
  });

  it('does not lead away from data that the address names', async () => {
    draw('real');
    await screen.findByRole('group', { name: 'Filters that have rows' });
    expect(names()).toHaveLength(2);
  });
});
