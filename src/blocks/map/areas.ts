// Rows that are areas: where their names stand is their place, and their land is drawn, picked and chosen as shapes are.
import type { Row } from '#src/core/values.ts';
import { areaOf } from './cells.ts';
import type { Parcel } from './parcels.ts';
import { type Places, placesAt } from './places.ts';
import type { Parcels } from './use-parcels.ts';

export interface PlacedAreas {
  readonly places: Places;
  /** Of each place its area, which has the place's number. */
  readonly areas: readonly Parcel[];
}

/** `field` has a row's cells. */
export function placedAreas(rows: readonly Row[], field: string): PlacedAreas {
  const known = new Map(rows.map((row) => [row, areaOf(row[field])]));
  const places = placesAt(rows, (row) => known.get(row)?.middle ?? null);
  const areas = places.rows.flatMap((row, id): readonly Parcel[] => {
    const area = known.get(row);
    return area ? [{ id, rings: area.rings, bounds: area.bounds }] : [];
  });
  const box = places.bounds && {
    west: Math.min(...areas.map(({ bounds }) => bounds.minX)),
    north: Math.min(...areas.map(({ bounds }) => bounds.minY)),
    east: Math.max(...areas.map(({ bounds }) => bounds.maxX)),
    south: Math.max(...areas.map(({ bounds }) => bounds.maxY)),
  };
  return { places: { ...places, bounds: box }, areas };
}

/** Areas as the shapes of a map, all of which are there from the beginning. */
export function shapesOfAreas(areas: readonly Parcel[]): Parcels {
  return {
    tiles: { drawn: true, at: () => areas, has: () => true, all: () => areas },
    rowsOf: new Map(areas.map(({ id }) => [id, [id]])),
    shows: () => true,
    placesOf: (parcels) => parcels.map(({ id }) => id),
  };
}
