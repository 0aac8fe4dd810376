import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import { parcelsAt, parcelsMeeting } from './parcels.ts';
import type { Parcels } from './use-parcels.ts';

/** What lies within some corners: by its shape where shapes are drawn, the rest by its place as it was found. */
export function withShapes(
  parcels: Parcels | null,
  found: readonly number[],
  corners: readonly WorldPoint[],
): readonly number[] {
  if (!parcels?.tiles.drawn) return found;
  return [
    ...found.filter((place) => !parcels.shows(place)),
    ...parcels.placesOf(parcelsMeeting(parcels.tiles.all(), corners)),
  ];
}

/** What lies at a point: shapes around it first, then what was found near it and has no shape. */
export function withShapesAt(
  parcels: Parcels | null,
  near: readonly number[],
  at: WorldPoint,
): readonly number[] {
  if (!parcels?.tiles.drawn) return near;
  return [
    ...parcels.placesOf(parcelsAt(parcels.tiles.all(), at)),
    ...near.filter((place) => !parcels.shows(place)),
  ];
}

export function cornersOf({ west, north, east, south }: WorldBox): readonly WorldPoint[] {
  return [
    { x: west, y: north },
    { x: east, y: north },
    { x: east, y: south },
    { x: west, y: south },
  ];
}
