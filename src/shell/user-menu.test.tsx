// @vitest-environment jsdom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { PortsProvider } from '#src/render/ports.tsx';
import { sessionStore } from '#src/session/store.ts';
import { UserMenu } from './user-menu.tsx';

const before = sessionStore.getState();
afterEach(() => {
  cleanup();
  sessionStore.setState(before, true);
});

const page = (route: string): ManifestEntry => ({
  id: route.slice(1),
  route,
  alias: [],
  access: 'auth',
  title: route,
  group: null,
  summary: null,
  params: [],
  hash: 'x',
});

const never = () => Promise.reject(new Error('Nothing is asked here.'));

/** What the opened menu offers to a user with these permissions, in its order. */
function offered(perms: readonly string[], routes: readonly string[]): readonly string[] {
  const company = { name: 'Office', baseDate: '2025-07-01', params: {} };
  sessionStore.setState({
    user: {
      id: 7,
      username: 'ada',
      full_name: 'Ada',
      company: { id: 1, name: 'Office', baseDate: '2025-07-01' },
    },
    userInfo: { company, perms: { roles: [], perms }, menu: [] },
  });
  render(
    <MemoryRouter>
      <PortsProvider
        api={{ base: '/api', call: never, upload: never, file: never }}
        manifest={routes.map(page)}
      >
        <UserMenu tools={null} onPassword={() => {}} onShortcuts={() => {}} />
      </PortsProvider>
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Ada' }));
  const words = /^(My settings|Change my password|Contractor options|Sign out)$/;
  return screen.getAllByText(words).map((entry) => entry.textContent);
}

describe('the user’s menu', () => {
  const routes = ['/user/profile', '/contractor/options'];

  it('has Contractor options with the permission coptU alone', () => {
    expect(offered(['coptU'], routes)).toEqual([
      'My settings',
      'Change my password',
      'Contractor options',
      'Sign out',
    ]);
    cleanup();
    expect(offered(['saleV'], routes)).toEqual(['My settings', 'Change my password', 'Sign out']);
  });

  it('offers no page that the user may not open', () => {
    expect(offered(['coptU'], [])).toEqual(['Change my password', 'Sign out']);
  });
});
