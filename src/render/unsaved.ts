import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** Whether something that is typed on the page is not saved. */
export const unsavedStore = createStore<{ readonly dirty: boolean }>()(() => ({ dirty: false }));

export function useUnsaved(): boolean {
  return useStore(unsavedStore, (state) => state.dirty);
}
