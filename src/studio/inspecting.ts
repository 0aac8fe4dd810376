import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const store = createStore<{ readonly on: boolean }>()(() => ({ on: false }));

export function useInspecting(): boolean {
  return useStore(store, (state) => state.on);
}

export function toggleInspecting(): void {
  store.setState((state) => ({ on: !state.on }));
}
