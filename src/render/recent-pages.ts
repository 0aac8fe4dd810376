// The pages that a user opened last in this browser, newest first.
import { isJsonObject } from '#src/core/values.ts';

export interface RecentPage {
  /** With what was filtered. */
  readonly to: string;
  readonly title: string;
}

const kept = 20;

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
