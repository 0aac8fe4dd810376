// What lies under a click, or under the cross-hair.
import type { WorldPoint } from '#src/core/mercator.ts';
import { type Cluster, clusterAt } from './clusters.ts';
import type { LayerDrawn } from './look.ts';
import { dotRadius } from './paint.ts';
import { markReach } from './paint-layers.ts';
import { parcelsAt } from './parcels.ts';
import { type Places, placesNear } from './places.ts';
import { withShapesAt } from './shaped-places.ts';
import type { Parcels } from './use-parcels.ts';
import { zoomOf } from './view.ts';

/** Rows that lie where was clicked, and which of them is told of; `near` for one that the map went to. */
export interface Picked {
  /** The layer that they are of; without it they are the map's own. */
  readonly layer?: string;
  readonly here: readonly number[];
  readonly at: number;
  readonly near?: boolean;
}

export type Hit =
  | { readonly what: 'mark'; readonly picked: Picked }
  | { readonly what: 'cluster'; readonly cluster: Cluster }
  | { readonly what: 'places'; readonly here: readonly number[]; readonly under: Picked | null };

/** Pixels that a click may miss a place by. */
const miss = 4;

export function hitAt(
  {
    places,
    layers,
    parcels,
    clustersBelow,
  }: {
    readonly places: Places;
    /** Those whose marks and areas may be hit, the lowest first. */
    readonly layers: readonly LayerDrawn[];
    readonly parcels: Parcels | null;
    readonly clustersBelow: number;
  },
  at: WorldPoint,
  pixel: number,
  seen: (place: number) => boolean,
): Hit {
  const zoom = zoomOf(pixel);
  const picked = pickedOfLayers(layers, at, (markReach(zoom) + miss) * pixel);
  if (picked) return { what: 'mark', picked };
  const cluster = zoom < clustersBelow ? clusterAt(places, at, zoom, seen) : null;
  if (cluster) return { what: 'cluster', cluster };
  const near = placesNear(places, at, (dotRadius({ clustersBelow }, zoom) + miss) * pixel);
  const here = withShapesAt(parcels, near, at).filter(seen);
  return { what: 'places', here, under: here.length > 0 ? null : pickedOfAreas(layers, at) };
}

/** What lies at a point of the uppermost layer that has anything there. */
function pickedOfLayers(layers: readonly LayerDrawn[], at: WorldPoint, reach: number): Picked | null {
  for (const { layer, places, areas } of [...layers].reverse()) {
    if (areas) continue;
    const here = placesNear(places, at, reach);
    if (here.length > 0) return { layer: layer.id, here, at: 0 };
  }
  return null;
}

/** The areas of the uppermost layer that has any at a point: what lies over them is meant before them. */
function pickedOfAreas(layers: readonly LayerDrawn[], at: WorldPoint): Picked | null {
  for (const { layer, areas } of [...layers].reverse()) {
    const here = parcelsAt(areas ?? [], at).map(({ id }) => id);
    if (here.length > 0) return { layer: layer.id, here, at: 0 };
  }
  return null;
}
