// Where the map's rows lie, and their land where it is known.
import { useMemo } from 'react';
import type { Row } from '#src/core/values.ts';
import { placedAreas, shapesOfAreas } from './areas.ts';
import type { LinkedMap } from './link.ts';
import type { Parcel } from './parcels.ts';
import { type Places, placesOf } from './places.ts';
import { type Parcels, useParcels } from './use-parcels.ts';

export function usePlaced(
  { areas: field, shapes: ofProperty, latitude, longitude }: LinkedMap,
  rows: readonly Row[],
): {
  readonly places: Places;
  readonly areas: readonly Parcel[] | null;
  readonly parcels: Parcels | null;
} {
  const { places, areas } = useMemo(
    () =>
      field === undefined
        ? { places: placesOf(rows, latitude, longitude), areas: null }
        : placedAreas(rows, field),
    [rows, field, latitude, longitude],
  );
  const shapes = useParcels(ofProperty, places);
  const parcels = useMemo(() => (areas ? shapesOfAreas(areas) : shapes), [areas, shapes]);
  return { places, areas, parcels };
}
