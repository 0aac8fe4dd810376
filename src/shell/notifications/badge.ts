import { sessionStore, useSession } from '#src/session/store.ts';

/** How many notifications are unread, as all tabs of this browser show it; null until it is known. */
export function useBadge(): number | null {
  return useSession(({ notificationCount }) => notificationCount);
}

export function showCount(count: number | null): void {
  sessionStore.setState({ notificationCount: count });
}
