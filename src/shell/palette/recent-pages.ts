// The pages that a user opened last in this browser, newest first.
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { isJsonObject } from '#src/core/values.ts';
import { useSession } from '#src/session/store.ts';

export interface RecentPage {
  /** With what was filtered. */
  readonly to: string;
  readonly title: string;
}

const kept = 20;
/** A page that somebody only passes through is none of these; its title may be that of the page before, too. */
const restMs = 1_000;

const keyOf = (user: number) => `cadastre.recent.${user}`;

export function recentPages(user: number): readonly RecentPage[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]');
    if (!Array.isArray(known)) return [];
    return known.flatMap((page: unknown) =>
      isJsonObject(page) && typeof page.to === 'string' && typeof page.title === 'string'
        ? [{ to: page.to, title: page.title }]
        : [],
    );
  } catch {
    return [];
  }
}

const pathOf = (address: string) => address.split(/[?#]/)[0];

/** One page stands once, with the filters that it was left with. */
export function rememberPage(user: number, page: RecentPage): void {
  const others = recentPages(user).filter(({ to }) => pathOf(to) !== pathOf(page.to));
  try {
    localStorage.setItem(keyOf(user), JSON.stringify([page, ...others].slice(0, kept)));
  } catch {
    // A full or blocked storage costs the memory, not the work.
  }
}

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
