import type { ManifestEntry } from '#src/core/linked.ts';
import { useReferenceList } from '#src/render/reference.ts';

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
  if (!asked || list.failed) return true;
  if (list.loading) return undefined;
  return list.rows.some((row) => row.code === code);
}
