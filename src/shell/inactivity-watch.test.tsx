// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PortsProvider } from '#src/render/ports.tsx';
import { sessionStore } from '#src/session/store.ts';
import { InactivityWatch } from './inactivity-watch.tsx';

const before = sessionStore.getState();
const notes: number[] = [];

class Sound {
  currentTime = 0;
  destination = {};
  createGain = () => ({ gain: { value: 0 }, connect: () => {} });
  createOscillator = () => {
    const frequency = { value: 0 };
    return {
      frequency,
      connect: () => {},
      start: () => notes.push(frequency.value),
      stop: () => {},
      addEventListener: () => {},
    };
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', Sound);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStore.setState(before, true);
});

function watch(minutes: string) {
  const company = { name: 'Office', baseDate: '2025-07-01', params: { SESSENBL: '1', SESSMINS: minutes } };
  sessionStore.setState({
    mvp4AuthToken: 'token',
    user: {
      id: 7,
      username: 'ada',
      full_name: 'Ada',
      company: { id: 1, name: 'Office', baseDate: '2025-07-01' },
    },
    userInfo: { company, perms: { roles: [], perms: [] }, menu: [] },
    lastActive: Date.now(),
  });
  const answers = () => Promise.resolve(undefined as never);
  render(
    <PortsProvider api={{ base: '/api', call: answers, upload: answers, file: answers }} manifest={[]}>
      <InactivityWatch onEnd={() => {}} />
    </PortsProvider>,
  );
}

it('asks with a sound two minutes before the session ends, and not before', () => {
  watch('10');
  expect(screen.getByRole('timer').textContent).toBe('Session ends in 10 min');
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('timer').textContent).toBe('Session ends in 9 min 55 s');
  act(() => void vi.advanceTimersByTime(8 * 60_000 - 7_000));
  expect(notes).toEqual([]);
  act(() => void vi.advanceTimersByTime(3_000));
  expect(screen.getByText('Are you still there?')).toBeTruthy();
  expect(notes.length).toBeGreaterThan(0);
});

it('says whole hours without minutes', () => {
  watch('480');
  expect(screen.getByRole('timer').textContent).toBe('Session ends in 8 h');
  act(() => void vi.advanceTimersByTime(5_000));
  expect(screen.getByRole('timer').textContent).toBe('Session ends in 7 h 59 min');
});
