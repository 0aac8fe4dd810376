import { isInside, isPage } from '#src/core/href.ts';
import { sessionStore } from './store.ts';

/** Remembers where a signed-out visitor wanted to go. */
export function wishFor(path: string): void {
  if (isInside(path)) sessionStore.setState({ pathAfterLogin: path });
}

/** The wanted path, once; null when there is none or it is no page of those who are signed in. */
export function takeWish(screens: Parameters<typeof isPage>[1]): string | null {
  const path = sessionStore.getState().pathAfterLogin;
  sessionStore.setState({ pathAfterLogin: null });
  return path !== null && isPage(path, screens) ? path : null;
}
