// How a form follows its record: a new answer, a definition that changed meanwhile, the mark of unsaved text.
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { FormStore } from './form-store.ts';
import { recordOf, sameValue, type Values } from './values.ts';

/** Takes a new answer where nothing unsaved stands; gives what makes the next answer win over unsaved text. */
export function useAnswer(store: FormStore, answer: unknown): { readonly takeTheirs: () => void } {
  const taken = useRef(answer);
  const wanted = useRef<'mine' | 'theirs'>('mine');
  useEffect(() => {
    if (sameValue(answer, taken.current)) return;
    taken.current = answer;
    const record = recordOf(answer);
    const other = record.id !== store.getState().initial.id;
    // A refresh under unsaved text must neither take the text away nor hand it a version its writer has not seen.
    if (other || wanted.current === 'theirs' || !store.isDirty()) store.load(record);
    wanted.current = 'mine';
  }, [answer, store]);
  return {
    takeTheirs: () => {
      wanted.current = 'theirs';
      // The same answer again would change nothing: forget it, so that it is taken.
      taken.current = undefined;
    },
  };
}

/** What was typed into a form whose definition changed meanwhile: the new form takes it over. */
export interface Carried {
  readonly signature: string;
  readonly record: unknown;
  readonly changes: Values;
  readonly version: number | null;
}

export function useCarried(store: FormStore, signature: string, carried: RefObject<Carried | null>): void {
  useEffect(() => {
    const before = carried.current;
    carried.current = null;
    if (before && before.signature !== signature && before.record === store.getState().initial.id)
      store.restore(before.changes, before.version);
    return () => {
      const { initial } = store.getState();
      const version = typeof initial.version === 'number' ? initial.version : null;
      if (store.isDirty())
        carried.current = { signature, record: initial.id, changes: store.changes(), version };
    };
  }, [signature, store, carried]);
}

/** Tells the page whether something is unsaved. */
export function useDirtyMark(store: FormStore, setDirty: (dirty: boolean) => void): void {
  const dirty = useStore(store, () => store.isDirty());
  useEffect(() => {
    setDirty(dirty);
  }, [dirty, setDirty]);
  // Leaving the page leaves no mark behind.
  useEffect(
    () => () => {
      setDirty(false);
    },
    [setDirty],
  );
}
