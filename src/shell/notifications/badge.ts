import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** How many notifications are unread, as all tabs of this browser show it; null until it is known. */
export const badgeStore = createStore<{ readonly count: number | null; readonly master: boolean }>()(() => ({
  count: null,
  master: false,
}));

export function useBadge(): number | null {
  return useStore(badgeStore, ({ count }) => count);
}
