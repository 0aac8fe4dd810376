// What of the layers lies where was clicked.
import type { WorldPoint } from '#src/core/mercator.ts';
import type { LayerDrawn } from './look.ts';
import { parcelsAt } from './parcels.ts';
import { placesNear } from './places.ts';

/** Rows that lie where was clicked, and which of them is told of; `near` for one that the map went to. */
export interface Picked {
  /** The layer that they are of; without it they are the map's own. */
  readonly layer?: string;
  readonly here: readonly number[];
  readonly at: number;
  readonly near?: boolean;
}

/** What lies at a point of the uppermost layer that has anything there. */
export function pickedOfLayers(layers: readonly LayerDrawn[], at: WorldPoint, reach: number): Picked | null {
  for (const { layer, places, areas } of [...layers].reverse()) {
    if (areas) continue;
    const here = placesNear(places, at, reach);
    if (here.length > 0) return { layer: layer.id, here, at: 0 };
  }
  return null;
}

/** The areas of the uppermost layer that has any at a point. */
export function pickedOfAreas(layers: readonly LayerDrawn[], at: WorldPoint): Picked | null {
  for (const { layer, areas } of [...layers].reverse()) {
    const here = parcelsAt(areas ?? [], at).map(({ id }) => id);
    if (here.length > 0) return { layer: layer.id, here, at: 0 };
  }
  return null;
}
