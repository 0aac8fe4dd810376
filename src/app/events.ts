// What happens outside of React and is answered inside: one store, so that nobody lends a function to a module.
import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';

/** What differs between this page and the server that answers it. */
export interface Mismatch {
  /** `server`: the server is of another version; `client`: it serves newer pages than this one. */
  readonly kind: 'server' | 'client';
  readonly version: string;
}

interface Events {
  /** How often the server told that it no longer knows the session, or a session ran out here. */
  readonly sessionEnded: number;
  /** How often an answer told that definitions are others than at the call before. */
  readonly definitionsChanged: number;
  /** Told once for each version. */
  readonly told: readonly string[];
  readonly mismatch: Mismatch | null;
}

export const eventStore = createStore<Events>()(() => ({
  sessionEnded: 0,
  definitionsChanged: 0,
  told: [],
  mismatch: null,
}));

type Counted = 'sessionEnded' | 'definitionsChanged';

export function happened(event: Counted): void {
  eventStore.setState((now) => ({ [event]: now[event] + 1 }));
}

/** Listens to what happens from now on; what happened before anybody listened is over. */
export function useEvent(event: Counted, listener: () => void): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(
    () =>
      eventStore.subscribe((now, before) => {
        if (now[event] !== before[event]) latest.current();
      }),
    [event],
  );
}

export function tellMismatch(mismatch: Mismatch): void {
  eventStore.setState(({ told, mismatch: shown }) => {
    const key = `${mismatch.kind} ${mismatch.version}`;
    return shown !== null || told.includes(key) ? {} : { told: [...told, key], mismatch };
  });
}

export function closeMismatch(): void {
  eventStore.setState({ mismatch: null });
}
