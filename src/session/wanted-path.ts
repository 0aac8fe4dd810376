import { sessionStore } from './store.ts';

const never = ['/app/login', '/login', '/app/logout', '/logout', '/'];

/** Remembers where a signed-out visitor wanted to go. Sign-in and sign-out are never a wish. */
export function wishFor(path: string): void {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  if (never.includes(pathname) || !path.startsWith('/') || path.startsWith('//')) return;
  sessionStore.setState({ pathAfterLogin: path });
}

/** The wanted path, once; null when there is none or it names no screen. */
export function takeWish(isScreen: (pathname: string) => boolean): string | null {
  const path = sessionStore.getState().pathAfterLogin;
  sessionStore.setState({ pathAfterLogin: null });
  if (path === null || never.includes(path)) return null;
  return isScreen(path.split(/[?#]/, 1)[0] ?? '') ? path : null;
}
