// @vitest-environment jsdom

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '#src/session/store.ts';
import { useScopeBase } from './use-scope-base.ts';

vi.stubGlobal('__VERSION__', '1.0.0');
beforeEach(() => sessionStore.setState(sessionStore.getInitialState()));
afterEach(cleanup);

describe('what a page reads of its session', () => {
  it('is another object only when something of it changes, and not with each title or key', () => {
    const { result } = renderHook(() => useScopeBase('2024-03-31'));
    const first = result.current;
    act(() =>
      sessionStore.setState({ title: 'Sales found', helpLink: '/help', lastActive: 1, logoutTime: 2 }),
    );
    expect(result.current).toBe(first);
    act(() => sessionStore.setState({ selectedDistrict: '079' }));
    expect(result.current).not.toBe(first);
    expect(result.current.session.selectedDistrict).toBe('079');
  });
});
