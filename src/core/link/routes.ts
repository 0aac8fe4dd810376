import type { Text } from '../linked.ts';

/** A route that links may lead to, with what its query may hold. */
export interface KnownRoute {
  readonly pattern: string;
  /** Query parameters; null where they are not known. */
  readonly query: readonly string[] | null;
  /** Parameters that are whole numbers: `/book/indx` does not lead to `/book/:id`. */
  readonly numbers: readonly string[];
  /** Permission without which the screen does not exist for a person. */
  readonly needs?: string | null;
  /** Types of the screen's blocks by their ids: some read a part of the address of their own. */
  readonly blocks?: ReadonlyMap<string, string>;
}

/** A route with its parameters' names blotted out: two that are equal here collide. */
export function routeShape(pattern: string): string {
  return pattern.replace(/:[^/]+/g, ':');
}

/** `/sale/{row.id}?x={…}` as pattern segments and query names; a segment with a path in it is `:`. */
export function linkShape(link: Text): {
  readonly segments: readonly string[];
  readonly query: readonly string[];
} {
  const text =
    typeof link === 'string'
      ? link
      : link.$text.map((part) => (typeof part === 'string' ? part : '\u0000')).join('');
  const [pathname = '', search = ''] = (text.split('#')[0] ?? '').split('?');
  return {
    segments: pathname.split('/').map((segment) => (segment.includes('\u0000') ? ':' : segment)),
    query: search === '' ? [] : search.split('&').map((pair) => pair.split('=')[0] ?? ''),
  };
}

// Every link is compared with every route.
const split = new WeakMap<KnownRoute, readonly string[]>();

function segmentsOf(route: KnownRoute): readonly string[] {
  const known = split.get(route) ?? route.pattern.split('/');
  split.set(route, known);
  return known;
}

/** The route that a link leads to: a literal segment wins over a parameter. */
export function routeOfLink(link: Text, routes: readonly KnownRoute[]): KnownRoute | null {
  const { segments } = linkShape(link);
  let best: KnownRoute | null = null;
  let bestLiterals = -1;
  for (const route of routes) {
    const wanted = segmentsOf(route);
    if (wanted.length !== segments.length) continue;
    const fits = wanted.every((segment, i) => {
      const given = segments[i] ?? '';
      if (!segment.startsWith(':')) return segment === given;
      return (
        given === ':' || (given !== '' && (!route.numbers.includes(segment.slice(1)) || /^\d+$/.test(given)))
      );
    });
    const literals = wanted.filter((segment) => !segment.startsWith(':')).length;
    if (fits && literals > bestLiterals) {
      best = route;
      bestLiterals = literals;
    }
  }
  return best;
}
