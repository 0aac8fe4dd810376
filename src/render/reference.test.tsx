// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#src/api/failure.ts';
import { type ApiPort, PortsProvider } from './ports.tsx';
import { useReferenceList } from './reference.ts';
import { VisitProvider } from './visit.ts';

const item = { id: 1, name: 'Ann', active: true, code: '1', version: 1 };

function world(answer: (names: readonly string[]) => unknown) {
  const calls: string[] = [];
  const api: ApiPort = {
    base: '',
    call: async (_, input) => {
      const which = String(Reflect.get(input?.query ?? {}, 'which'));
      calls.push(which);
      return answer(which.split(','));
    },
    file: () => Promise.reject(new Error('No file.')),
    upload: () => Promise.reject(new Error('No upload.')),
  };
  const told: string[] = [];
  const cache = new Map();
  const wrapper =
    (visit: string) =>
    ({ children }: { readonly children: ReactNode }) => (
      <SWRConfig
        value={{
          provider: () => cache,
          shouldRetryOnError: false,
          onError: (thrown: Error) => told.push(thrown.message),
        }}
      >
        <VisitProvider value={visit}>
          <PortsProvider api={api}>{children}</PortsProvider>
        </VisitProvider>
      </SWRConfig>
    );
  return { calls, told, wrapper };
}

const both = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, [item]]));

describe('a reference list', () => {
  it('of valuers is one, by whatever of its names it is asked for, and goes with the others in one call', async () => {
    const { calls, wrapper } = world(both);
    const names = ['vlstS', 'vlstA', 'vlstC', 'vlstW', 'valuer all', 'landuse'];
    const { result } = renderHook(() => names.map((name) => useReferenceList(name).rows.length), {
      wrapper: wrapper('1'),
    });
    await waitFor(() => expect(result.current).toEqual([1, 1, 1, 1, 1, 1]));
    expect(calls).toEqual(['valuers,landuse']);
  });

  it('is kept for one visit of a page, and asked for anew at the next', async () => {
    const { calls, wrapper } = world(both);
    for (const [visit, asked] of [
      ['1', 1],
      ['1', 1],
      ['2', 2],
    ] as const) {
      const { result, unmount } = renderHook(() => useReferenceList('landuse').rows, {
        wrapper: wrapper(visit),
      });
      await waitFor(() => expect(result.current).toHaveLength(1));
      expect(calls).toHaveLength(asked);
      unmount();
    }
  });

  it('that fails is said in its words and empty; one that does not exist takes no other away', async () => {
    const failing = world(() => {
      throw new ApiFailure(500, 'unexpected', 'Something else.');
    });
    const { result } = renderHook(() => useReferenceList('landuse'), { wrapper: failing.wrapper('1') });
    await waitFor(() => expect(result.current.failed).toBe(true));
    expect(result.current.rows).toEqual([]);
    expect(failing.told).toEqual(['Failed to load list ref item data. Please try refreshing the page.']);

    const missing = world((names) => both(names.filter((name) => name !== 'gone')));
    const two = renderHook(() => [useReferenceList('landuse'), useReferenceList('gone')], {
      wrapper: missing.wrapper('1'),
    });
    await waitFor(() => expect(two.result.current.map(({ failed }) => failed)).toEqual([false, true]));
    expect(two.result.current[0]?.rows).toHaveLength(1);
  });
});
