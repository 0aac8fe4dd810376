import { createStore } from 'zustand/vanilla';

/** The search that somebody asked to share, by its hash; the shell opens the dialog for it. */
export const shareStore = createStore<{ readonly search: string | null }>()(() => ({ search: null }));

/** Asks whom to share a stored search with. */
export function shareSearch(search: string): void {
  shareStore.setState({ search });
}
