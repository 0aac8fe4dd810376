import type { WorldBox, WorldPoint } from '#src/core/mercator.ts';
import { boundsMeet } from '#src/core/rings.ts';
import { boundsOfBox, parcelsAt, parcelsMeeting } from './parcels.ts';
import { isAnyIn, type Places } from './places.ts';
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

/** Whether nothing of what the rows are is to be seen in a box, though some lie elsewhere. A shape that reaches into it is seen. */
export function isOutOfSight(
  { places, parcels }: { readonly places: Places; readonly parcels: Parcels | null },
  box: WorldBox,
): boolean {
  if (places.rows.length === 0 || isAnyIn(places, box)) return false;
  if (!parcels?.tiles.drawn) return true;
  const reach = boundsOfBox(box);
  for (const shape of parcels.tiles.all())
    if (boundsMeet(shape.bounds, reach) && parcels.placesOf([shape]).length > 0) return false;
  return true;
}

export function cornersOf({ west, north, east, south }: WorldBox): readonly WorldPoint[] {
  return [
    { x: west, y: north },
    { x: east, y: north },
    { x: east, y: south },
    { x: west, y: south },
  ];
}
