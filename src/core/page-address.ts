// Where a page is opened from its entry alone: its title and its address without a record or a row. React-free.
import type { ManifestEntry, Text } from './linked.ts';
import { patternParams } from './route.ts';

/** The value of a route parameter that stands for everything the user may see. */
export const everything = 'all';

/** A route parameter with the entity that it is chosen from; null for one that only other pages know. */
export interface RouteNeed {
  readonly id: string;
  readonly entity: string | null;
}

/** A title without what only the opened page can fill in: `Sales of {params.town}` becomes `Sales`. */
export function plainTitle(title: Text): string {
  if (typeof title === 'string') return title;
  const words = title.$text.filter((part) => typeof part === 'string').join(' ');
  return words
    .replace(/\s+/g, ' ')
    .replace(/(?:\s+(?:of|in|for|by|at|–|-)|\s*[:,])+\s*$/u, '')
    .trim();
}

export function routeNeeds({ route, params }: Pick<ManifestEntry, 'route' | 'params'>): readonly RouteNeed[] {
  return patternParams(route).map((id) => ({
    id,
    entity: params.find((param) => param.id === id)?.entity ?? null,
  }));
}

/** The page's address for what is chosen of each entity, or null while a parameter is unknown. */
export function pageAddress(
  route: string,
  needs: readonly RouteNeed[],
  chosen: { readonly [entity: string]: string },
): string | null {
  let address = route;
  for (const { id, entity } of needs) {
    const value = entity === null ? undefined : chosen[entity];
    if (value === undefined || value === '') return null;
    address = address.replace(`:${id}`, encodeURIComponent(value));
  }
  return address;
}
