import type { ManifestEntry } from '#src/core/linked.ts';
import { useReferenceList } from '#src/render/reference.ts';
import { useSession } from '#src/session/store.ts';

// Places that the server has named to this session. They need not be waited for again.
let named: { readonly token: string | null; readonly places: Set<string> } = {
  token: null,
  places: new Set(),
};

/** Stands for everything that the user may see. */
const everything = 'all';

/**
 * Whether the places that a path names exist for this user: a code that is not in the user's list leads to no page.
 * Undefined while the list loads; true when it cannot be loaded, since the server refuses in any case.
 */
export function useKnownPlaces(
  entry: ManifestEntry | null,
  routeParams: { readonly [id: string]: string },
): boolean | undefined {
  const param = entry?.params.find((one) => one.in === 'route' && one.entity !== null);
  const code = param ? routeParams[param.id] : undefined;
  const asked = param !== undefined && code !== everything;
  const list = useReferenceList(asked ? `${param.entity}s` : null);
  const token = useSession((s) => s.mvp4AuthToken);
  if (!asked || list.failed) return true;
  if (named.token !== token) named = { token, places: new Set() };
  const place = `${param.entity} ${code}`;
  if (list.loading) return named.places.has(place) ? true : undefined;
  const known = list.rows.some((row) => row.code === code);
  if (known) named.places.add(place);
  else named.places.delete(place);
  return known;
}
