// Draws what lies under the places: the areas of layers, whose fill lets through what is under them, then shapes and areas of rows.
import type { WorldBox } from '#src/core/mercator.ts';
import { areaStrength, type LayerLook, type Look } from './look.ts';
import { paintParcels, type ShapeBrush } from './paint-parcels.ts';
import type { Parcel } from './parcels.ts';
import type { Parcels } from './use-parcels.ts';

const none: ReadonlySet<number> = new Set();
/** An area has the number of its place. */
const own = { get: (id: number) => [id] };

export function paintGround(
  brush: ShapeBrush,
  look: Look & { readonly parcels: Parcels | null },
  shapes: readonly Parcel[],
  tile: WorldBox,
  pixels: number,
): void {
  for (const layer of look.layers) paintAreas(brush, layer, tile, pixels, look);
  if (look.parcels)
    paintParcels(
      brush,
      look,
      shapes,
      look.parcels.rowsOf,
      tile,
      pixels,
      look.areas ? areaStrength.ofRows : 1,
    );
}

export function paintAreas(
  brush: ShapeBrush,
  { areas, classes, fills, picked }: LayerLook,
  tile: WorldBox,
  pixels: number,
  { ring, accent }: Pick<Look, 'ring' | 'accent'>,
): void {
  if (!areas) return;
  const look = { classes, fills, picked, ring, edge: ring, accent, off: none, chosen: none, faint: none };
  paintParcels(brush, look, areas, own, tile, pixels, areaStrength.ofLayer);
}
