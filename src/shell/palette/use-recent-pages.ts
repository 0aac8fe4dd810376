import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { rememberPage } from '#src/render/recent-pages.ts';
import { useSession } from '#src/session/store.ts';

/** A page that somebody only passes through is none that was opened; its title may be that of the page before, too. */
const restMs = 1_000;

/** Remembers the page that stands there under its title. */
export function useRecentPages(title: string): void {
  const user = useSession((s) => s.user?.id ?? null);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (user === null || title === '') return;
    const timer = setTimeout(() => rememberPage(user, { to: `${pathname}${search}`, title }), restMs);
    return () => clearTimeout(timer);
  }, [user, title, pathname, search]);
}
