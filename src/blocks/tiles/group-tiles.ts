// The screens of a group as tiles. React-free.
import type { ManifestEntry } from '#src/core/linked.ts';
import { plainTitle, type RouteNeed, routeNeeds } from '#src/core/page-address.ts';

export interface GroupTile {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly route: string;
  /** Part of the group, null where the screen names none. */
  readonly section: string | null;
  readonly needs: readonly RouteNeed[];
}

export function groupTiles(manifest: readonly ManifestEntry[], group: string): readonly GroupTile[] {
  return manifest
    .filter((entry) => entry.group === group)
    .map((entry) => ({
      id: entry.id,
      title: plainTitle(entry.title),
      text: entry.summary ?? '',
      route: entry.route,
      section: entry.section ?? null,
      needs: routeNeeds(entry),
    }))
    .sort((a, b) => a.title.localeCompare(b.title, 'en-AU', { numeric: true }));
}

/** Entities that some tile's route must be given one of. */
export function neededEntities(tiles: readonly GroupTile[]): readonly string[] {
  return [
    ...new Set(
      tiles.flatMap((tile) => tile.needs.map((need) => need.entity)).filter((entity) => entity !== null),
    ),
  ];
}
