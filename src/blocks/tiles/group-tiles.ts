// The screens of a group as tiles. React-free.
import type { ManifestEntry, Text } from '#src/core/linked.ts';
import { patternParams } from '#src/core/route.ts';

export interface GroupTile {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly route: string;
  /** Route parameters with the entity that each is chosen from; null for one that only other pages know. */
  readonly needs: readonly { readonly id: string; readonly entity: string | null }[];
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

export function groupTiles(manifest: readonly ManifestEntry[], group: string): readonly GroupTile[] {
  return manifest
    .filter((entry) => entry.group === group)
    .map((entry) => ({
      id: entry.id,
      title: plainTitle(entry.title),
      text: entry.summary ?? '',
      route: entry.route,
      needs: patternParams(entry.route).map((id) => ({
        id,
        entity: entry.params.find((param) => param.id === id)?.entity ?? null,
      })),
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** Entities that some tile's route must be given one of. */
export function neededEntities(tiles: readonly GroupTile[]): readonly string[] {
  return [
    ...new Set(
      tiles.flatMap((tile) => tile.needs.map((need) => need.entity)).filter((entity) => entity !== null),
    ),
  ];
}

/** The tile's address, or null while a parameter is unknown. */
export function tileAddress(tile: GroupTile, chosen: { readonly [entity: string]: string }): string | null {
  let address = tile.route;
  for (const { id, entity } of tile.needs) {
    const value = entity === null ? undefined : chosen[entity];
    if (value === undefined || value === '') return null;
    address = address.replace(`:${id}`, encodeURIComponent(value));
  }
  return address;
}
