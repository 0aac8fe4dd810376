import { isInside } from '#src/core/href.ts';
import { matchRoute } from '#src/core/route.ts';
import { sessionStore } from './store.ts';

type Entries = Parameters<typeof matchRoute>[0];
type Screens = readonly (Entries[number] & { readonly access: string })[];

/** Remembers where a signed-out visitor wanted to go. */
export function wishFor(path: string): void {
  if (isInside(path)) sessionStore.setState({ pathAfterLogin: path });
}

/**
 * The wanted path, once; null when there is none or it is no page of those who are signed in. Sign-in and sign-out are
 * not, however their address is written.
 */
export function takeWish(screens: Screens): string | null {
  const path = sessionStore.getState().pathAfterLogin;
  sessionStore.setState({ pathAfterLogin: null });
  if (path === null || !isInside(path)) return null;
  return matchRoute(screens, path.split(/[?#]/, 1)[0] ?? '')?.entry.access === 'auth' ? path : null;
}
