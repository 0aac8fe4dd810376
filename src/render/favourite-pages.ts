import { useCallback } from 'react';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from './ports.tsx';

/** The user's option that keeps them, by the ids of their screens. */
const option = 'pages.favourite';
const most = 100;

function idsOf(answer: unknown): readonly string[] {
  const kept = isJsonObject(answer) ? answer[option] : null;
  return Array.isArray(kept) ? kept.filter((id: unknown) => typeof id === 'string') : [];
}

export interface FavouritePages {
  /** In the order in which they were chosen. */
  readonly ids: readonly string[];
  /** Null while they are not known: what is kept then would be lost. */
  readonly toggle: ((id: string) => void) | null;
}

/** Pages that the user keeps at hand, on every machine. */
export function useFavouritePages(): FavouritePages {
  const api = useApi();
  const { data, mutate } = useSWR(
    ['option', option],
    async () => idsOf(await call(api, 'option.list', { query: { options: option } })),
    {
      revalidateOnFocus: false,
      // The pages are there without them.
      onError: () => undefined,
    },
  );
  const toggle = useCallback(
    (id: string) => {
      if (!data) return;
      const next = data.includes(id) ? data.filter((other) => other !== id) : [...data, id].slice(-most);
      void mutate(next, { revalidate: false });
      call(api, 'option.save', { body: { [option]: next } }).catch(() => mutate(data, { revalidate: false }));
    },
    [api, data, mutate],
  );
  return { ids: data ?? [], toggle: data ? toggle : null };
}
