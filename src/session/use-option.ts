import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isJsonObject } from '#src/core/values.ts';
import { useApi } from '#src/render/ports.tsx';
import { userOptions } from './options.ts';
import { useSession } from './store.ts';

const storageKey = 'cadastre.options';

interface Remembered {
  readonly [userAndName: string]: unknown;
}

function remembered(): Remembered {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const store = createStore<Remembered>()(remembered);

function remember(place: string, value: unknown): void {
  store.setState({ [place]: value });
  try {
    localStorage.setItem(storageKey, JSON.stringify(store.getState()));
  } catch {
    // A blocked storage costs the memory of a reload only.
  }
}

// What was chosen here is newer than an answer that was still on its way.
const chosen = new Set<string>();

/**
 * An option of the user; undefined until it is known or when there is none. A choice holds at once; that it could not be
 * kept is not worth a message.
 */
export function useOption(name: string): readonly [unknown, (value: unknown) => void] {
  const api = useApi();
  const user = useSession((s) => s.user?.id ?? null);
  const place = `${user} ${name}`;
  const value = useStore(store, (state) => state[place]);
  useEffect(() => {
    if (user === null) return;
    chosen.delete(place);
    userOptions(api)
      .get(name)
      .then((known) => {
        if (!chosen.has(place)) remember(place, known);
      })
      .catch(() => undefined);
  }, [api, user, name, place]);
  const choose = useCallback(
    (next: unknown) => {
      chosen.add(place);
      remember(place, next);
      userOptions(api)
        .save({ [name]: next })
        .catch(() => undefined);
    },
    [api, name, place],
  );
  return [value, choose];
}
