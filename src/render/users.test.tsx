// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { describe, expect, it } from 'vitest';
import { type ApiPort, PortsProvider } from './ports.tsx';
import { useUsers } from './users.ts';

describe('the users', () => {
  it('are kept under two keys, all of them and the active ones', async () => {
    const asked: unknown[] = [];
    const api: ApiPort = {
      base: '',
      call: async (_, input) => {
        asked.push(input?.query);
        return [{ id: 1, full_name: 'Ann', valuer: true }];
      },
      file: () => Promise.reject(new Error('No file.')),
      upload: () => Promise.reject(new Error('No upload.')),
    };
    const cache = new Map<string, object>();
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <SWRConfig value={{ provider: () => cache as never }}>
        <PortsProvider api={api}>{children}</PortsProvider>
      </SWRConfig>
    );
    const draw = () => renderHook(() => [useUsers(true), useUsers(false), useUsers(true)], { wrapper });
    const { result, unmount } = draw();
    await waitFor(() => expect(result.current.every(({ data }) => data?.length === 1)).toBe(true));
    unmount();
    const again = draw();
    expect(again.result.current.every(({ data }) => data?.length === 1)).toBe(true);
    expect(asked).toEqual([{ activeOnly: true }, { activeOnly: false }]);
    expect([...cache.keys()].sort()).toEqual(['users', 'users/active']);
  });
});
