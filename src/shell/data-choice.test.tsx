// @vitest-environment jsdom

import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { PortsProvider } from '#src/render/ports.tsx';
import type { DataThere } from '#src/session/session-state.ts';
import { sessionStore } from '#src/session/store.ts';
import { datasetOf, workingDistrict, workingYear } from '#src/session/workspace.ts';
import { DataChoice, DataOffer } from './data-choice.tsx';

const before = sessionStore.getState();
afterEach(() => {
  cleanup();
  sessionStore.setState(before, true);
});

const none = { real: [], synthetic: [] };

function known(data: Partial<DataThere>): void {
  sessionStore.setState({
    userInfo: {
      company: { name: 'Office', baseDate: '2025-07-01', params: {} },
      perms: { roles: [], perms: [] },
      districts: { see: ['001'], work: [] },
      data: { standard: 'synthetic', kinds: ['synthetic'], chosen: null, years: none, ...data },
      menu: [],
    },
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <p>{`${pathname}${search}`}</p>;
}

function draw(data: Partial<DataThere>, address = '/report/medians/001?year=2021&dataset=synthetic') {
  const saved: unknown[] = [];
  const never = () => Promise.reject(new Error('Nothing of the kind is asked here.'));
  known(data);
  render(
    <MemoryRouter initialEntries={[address]}>
      <PortsProvider
        api={{
          base: '/api',
          call: async (operation, input) => {
            saved.push([operation, input]);
            return {};
          },
          upload: never,
          file: never,
        }}
      >
        <DataChoice />
        <DataOffer />
        <Address />
      </PortsProvider>
    </MemoryRouter>,
  );
  return saved;
}

describe('the switch between real and synthetic data', () => {
  it('is not offered where there is real data alone', () => {
    draw({ standard: 'real', kinds: ['real'] });
    expect(screen.queryByRole('group', { name: 'Data on all pages' })).toBeNull();
  });

  it('holds at once, is kept for every machine, and leaves no other data in the address', async () => {
    const saved = draw({ kinds: ['real', 'synthetic'], chosen: 'synthetic' });
    expect(screen.getByRole('radio', { name: 'Synthetic data', checked: true })).toBeDefined();
    await userEvent.click(screen.getByRole('radio', { name: 'Real data' }));
    expect(datasetOf(sessionStore.getState())).toBe('real');
    expect(saved).toEqual([['option.save', { body: { 'workspace.dataset': 'real' } }]]);
    expect(screen.getByText('/report/medians/001?year=2021')).toBeDefined();
  });

  it.each([
    ['Show the real data', 'real'],
    ['Stay with the synthetic data', 'synthetic'],
  ])('is offered once real data has come, until a person answers: %s', async (answer, chosen) => {
    draw({ kinds: ['real', 'synthetic'] });
    expect(screen.getByRole('status').textContent).toContain('Real sales have been imported.');
    expect(datasetOf(sessionStore.getState())).toBe('synthetic');
    await userEvent.click(screen.getByRole('button', { name: answer }));
    expect(datasetOf(sessionStore.getState())).toBe(chosen);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    ['before real data has come', { kinds: ['synthetic'] }],
    ['to who has real data already', { kinds: ['real', 'synthetic'], standard: 'real' }],
    ['to who has chosen', { kinds: ['real', 'synthetic'], chosen: 'synthetic' }],
  ] as const)('is not offered %s', (_, data) => {
    draw(data);
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('what is carried from page to page', () => {
  it.each([
    ['the latest year with data up to the base year', [2026, 2024, 2023], null, 2024],
    ['a later one where there is no other', [2026], null, 2026],
    ['the base year without data', [], null, 2025],
    ['the year that was chosen', [2024], 2019, 2019],
  ])('is %s', (_, synthetic, selectedBaseyear, year) => {
    known({ years: { real: [2001], synthetic } });
    sessionStore.setState({ selectedBaseyear });
    expect(workingYear(sessionStore.getState())).toBe(year);
  });

  it('is a district that the person may see', () => {
    known({});
    sessionStore.setState({ selectedDistrict: '001' });
    expect(workingDistrict(sessionStore.getState())).toBe('001');
    sessionStore.setState({ selectedDistrict: '079' });
    expect(workingDistrict(sessionStore.getState())).toBeNull();
  });
});
